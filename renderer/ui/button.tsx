// Buttons: words with an optional icon, or a named icon alone.
import { type ReactNode, createContext, useContext, useState } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { classNames } from './class-names';
import { firstFocusMark } from './first-focus';
import { Tooltip } from './tooltip';

type BaseProps = Omit<AriaButtonProps, 'className' | 'style' | 'children'>;

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

export function Button({ variant = 'secondary', size, icon, children, className, ...rest }: ButtonProps) {
  const { held, props } = useHeldFocus(rest);
  const usualSize = useContext(ButtonSizeContext);
  return (
    <AriaButton
      {...props}
      className={classNames(
        styles.button,
        styles[variant],
        styles[size ?? usualSize],
        held === 'held' && styles.held,
        className,
      )}
    >
      {icon}
      <span className={styles.words}>{children}</span>
    </AriaButton>
  );
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
  label,
  shortcut,
  icon,
  size = 'standard',
  tone = 'quiet',
  className,
  ...rest
}: IconButtonProps) {
  const { held, props } = useHeldFocus(rest);
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <AriaButton
        {...props}
        aria-label={label}
        className={classNames(
          styles.button,
          styles.iconOnly,
          styles[tone],
          styles[size],
          held === 'held' && styles.held,
          className,
        )}
      >
        {icon}
      </AriaButton>
    </Tooltip>
  );
}

/**
 * A button that is switched off under the keyboard would throw the focus away, to the top of the page. It keeps it until
 * the person goes on: it does nothing and says that it is off, as one that is pending does.
 */
function useHeldFocus(given: BaseProps): { readonly held: 'held' | 'free'; readonly props: BaseProps } {
  const { isDisabled = false, isPending = false, onFocusChange, ...rest } = given;
  const [isFocused, setFocused] = useState(false);
  const isHeld = isDisabled && isFocused;
  return {
    held: isHeld ? 'held' : 'free',
    props: {
      ...rest,
      ...firstFocusMark(rest.autoFocus),
      isDisabled: isDisabled && !isHeld,
      isPending: isPending || isHeld,
      onFocusChange: (next) => {
        setFocused(next);
        onFocusChange?.(next);
      },
    },
  };
}
