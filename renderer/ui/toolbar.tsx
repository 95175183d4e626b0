// A row of controls with arrow-key movement between them, and labels that give way to icons in a narrow one.
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

/** Pushes what follows to the opposite end. */
export function ToolbarSpace() {
  return <span className={styles.space} />;
}

export interface ResponsiveLabelProps {
  readonly children: string;
  /** How wide the container of sizes around them is to be: `much` of a table's tab with all its tools, `little` of a toolbar. */
  readonly needs?: 'much' | 'some' | 'little';
}

/** The label of a button, replaced by its icon in a narrow container; screen readers still read it. */
export function ResponsiveLabel({ children, needs = 'much' }: ResponsiveLabelProps) {
  return <span className={classNames(styles[needs])}>{children}</span>;
}
