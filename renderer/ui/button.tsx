// Buttons: words with an optional icon, or a named icon alone.
import { type ReactNode, createContext, useContext, useState } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { visibleLine } from '@shared/visible-text';
import styles from './button.module.css';
import { classNames } from './class-names';
import { firstFocusMark } from './first-focus';
import { Tooltip } from './tooltip';

interface BaseProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** Why it does nothing. The keyboard reaches the button all the same, and its tooltip says so; null where it works. */
  readonly disabledReason?: string | null;
}

export interface ButtonProps extends BaseProps {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'standard' | 'small';
  /** A lucide icon of 14–16 px, before the words. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** The size of buttons with words that name none: whoever holds them may have little room. */
export const ButtonSizeContext = createContext<'standard' | 'small'>('standard');

export function Button({
  variant = 'secondary',
  size,
  icon,
  children,
  className,
  disabledReason,
  ...rest
}: ButtonProps) {
  const { offClass, props } = useReachable(rest, disabledReason);
  const defaultSize = useContext(ButtonSizeContext);
  const button = (
    <AriaButton
      {...props}
      className={classNames(styles.button, styles[variant], styles[size ?? defaultSize], offClass, className)}
    >
      {icon}
      <span className={styles.words}>{children}</span>
    </AriaButton>
  );
  // Around it all the while: a button that is let go of its refusal stays the one that has the keyboard.
  return disabledReason === undefined ? button : <Tooltip text={disabledReason}>{button}</Tooltip>;
}

export interface IconButtonProps extends BaseProps {
  /** Said by screen readers and shown as tooltip. */
  readonly label: string;
  /** Shown in the tooltip, as in `Ctrl W`. */
  readonly shortcut?: string | undefined;
  readonly icon: ReactNode;
  readonly size?: 'standard' | 'small';
  readonly tone?: 'quiet' | 'outlined' | 'danger';
  readonly className?: string;
}

export function IconButton({
  label: given,
  shortcut,
  icon,
  size = 'standard',
  tone = 'quiet',
  className,
  disabledReason,
  ...rest
}: IconButtonProps) {
  const label = visibleLine(given);
  const { offClass, props } = useReachable(rest, disabledReason);
  return (
    <Tooltip text={disabledReason == null ? label : `${label}. ${disabledReason}`} shortcut={shortcut}>
      <AriaButton
        {...props}
        aria-label={label}
        className={classNames(styles.button, styles.iconOnly, styles[tone], styles[size], offClass, className)}
      >
        {icon}
      </AriaButton>
    </Tooltip>
  );
}

/**
 * A button that is off and can still have the keyboard: it does nothing and says that it is off, as one that is pending
 * does. One that is refused always can, to be asked why. One that is switched off under the keyboard keeps it until the
 * person goes on: the focus would be thrown to the top of the page.
 */
function useReachable(
  given: Omit<BaseProps, 'disabledReason'>,
  disabledReason: string | null | undefined,
): { readonly offClass: string | undefined; readonly props: AriaButtonProps } {
  const { isDisabled = false, isPending = false, onFocusChange, ...rest } = given;
  const [isFocused, setFocused] = useState(false);
  const isRejected = disabledReason != null;
  const isHeld = isDisabled && isFocused && !isRejected;
  return {
    offClass: isRejected ? styles.refused : isHeld ? styles.held : undefined,
    props: {
      ...rest,
      ...firstFocusMark(rest.autoFocus),
      isDisabled: isDisabled && !isHeld && !isRejected,
      isPending: isPending || isHeld || isRejected,
      onFocusChange: (next) => {
        setFocused(next);
        onFocusChange?.(next);
      },
    },
  };
}
