// The label of a button, replaced by its icon in a narrow container; screen readers still read it.
import { classNames } from './class-names';
import styles from './responsive-label.module.css';

export interface ResponsiveLabelProps {
  readonly children: string;
  /** How wide the container of sizes around them is to be: `much` of a table's tab with all its tools, `little` of a toolbar. */
  readonly needs?: 'much' | 'some' | 'little';
}

export function ResponsiveLabel({ children, needs = 'much' }: ResponsiveLabelProps) {
  return <span className={classNames(styles[needs])}>{children}</span>;
}
