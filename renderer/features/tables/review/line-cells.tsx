// One change as a line: the action or its outcome, the row, a few words.
import { Truncate, classNames } from '@renderer/ui';
import type { ReactNode } from 'react';
import styles from './line-cells.module.css';

export interface LineCellsProps {
  /** A badge. */
  readonly kind: ReactNode;
  readonly row: string;
  readonly text: string;
  /** Where lines can be chosen: the box. */
  readonly box?: ReactNode;
  /** Badges and figures at the end. */
  readonly children?: ReactNode;
  /** `indented`: below the heading of what goes together. */
  readonly depth?: 'outer' | 'indented';
}

export function LineCells({ kind, row, text, box, children, depth = 'outer' }: LineCellsProps) {
  return (
    <span className={classNames(styles.line, depth === 'indented' && styles.indented)}>
      {box}
      <span className={styles.kind}>{kind}</span>
      <Truncate className={styles.row ?? ''}>{row}</Truncate>
      <Truncate className={styles.words ?? ''}>{text}</Truncate>
      {children}
    </span>
  );
}
