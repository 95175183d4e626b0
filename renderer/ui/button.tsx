// Buttons: a label with an optional icon, or an icon with an accessible name.
import { type ReactNode, createContext, useContext, useState } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { visibleLine } from '@shared/visible-text';
import styles from './button.module.css';
import { classNames } from './class-names';
import { firstFocusMark } from './first-focus';
import { Tooltip } from './tooltip';

interface BaseProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  /** Why it is disabled. The button stays focusable, and its tooltip shows the reason; null if it is enabled. */
  readonly disabledReason?: string | null;
}

export interface ButtonProps extends BaseProps {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'standard' | 'small';
  /** A lucide icon of 14–16 px, before the label. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
}

/** The default size of labelled buttons: a container with little room can set it. */
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
  // Always rendered around it: a button whose disabled reason disappears keeps the focus.
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
 * A disabled button that can still have the focus: it does nothing and is announced as disabled, like a pending one. A
 * button with a disabled reason is always focusable, so that the reason can be read. One that is disabled while it has
 * the focus keeps it until the user moves on: otherwise the focus would jump to the top of the page.
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
