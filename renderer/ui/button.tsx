// Buttons: words with an optional icon, or a named icon alone.
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import styles from './button.module.css';
import { classNames } from './class-names';
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

export function Button({ variant = 'secondary', size = 'standard', icon, children, className, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={classNames(styles.button, styles[variant], styles[size], className)}>
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
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <AriaButton
        {...rest}
        aria-label={label}
        className={classNames(styles.button, styles.iconOnly, styles[tone], styles[size], className)}
      >
        {icon}
      </AriaButton>
    </Tooltip>
  );
}
