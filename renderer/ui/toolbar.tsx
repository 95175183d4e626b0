// A row of controls with arrow-key movement between them.
import type { ReactNode } from 'react';
import { Toolbar as AriaToolbar } from 'react-aria-components';
import { classNames } from './class-names';
import styles from './toolbar.module.css';

export interface ToolbarProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly className?: string;
}

export function Toolbar({ label, children, className }: ToolbarProps) {
  return (
    <AriaToolbar aria-label={label} className={classNames(styles.toolbar, className)}>
      {children}
    </AriaToolbar>
  );
}

/** Pushes what follows to the far end. */
export function ToolbarSpace() {
  return <span className={styles.space} />;
}
