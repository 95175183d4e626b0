// The selected entry of a list of changes in full: a titled, scrolling pane that can be focused.
import { classNames } from '@renderer/ui';
import type { ReactNode } from 'react';
import styles from './detail-pane.module.css';

export interface DetailPaneProps {
  /** `The chosen request`. */
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
}

export function DetailPane({ label, title, children }: DetailPaneProps) {
  return (
    <section className={styles.pane} aria-label={label} tabIndex={0}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

export interface DetailTextProps {
  /** `warning`: what is lost, or was refused. */
  readonly tone?: 'usual' | 'warning';
  readonly children: ReactNode;
}

export function DetailText({ tone = 'usual', children }: DetailTextProps) {
  return <p className={classNames(styles.words, tone === 'warning' && styles.warning)}>{children}</p>;
}
