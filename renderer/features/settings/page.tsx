// The frame of a settings view: a column with a title, groups with a heading, rows with words and a control.
import { type ReactNode, useId } from 'react';
import styles from './page.module.css';

export interface PageProps {
  readonly title: string;
  /** Beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, aside, children }: PageProps) {
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <div className={styles.head}>
          <h2 className={styles.title}>{title}</h2>
          {aside}
        </div>
        {children}
      </div>
    </div>
  );
}

export interface GroupProps {
  readonly title: string;
  /** A few quiet words after the title. */
  readonly note?: string;
  readonly children: ReactNode;
}

export function Group({ title, note, children }: GroupProps) {
  const id = useId();
  return (
    <div role="group" className={styles.group} aria-labelledby={id}>
      <h3 id={id} className={styles.groupTitle}>
        {title}
        {note !== undefined && <span className={styles.groupNote}>{note}</span>}
      </h3>
      <div className={styles.rows}>{children}</div>
    </div>
  );
}

export interface RowProps {
  readonly title: string;
  /** One sentence that says what it changes. */
  readonly text: ReactNode;
  /** `below` for controls that need the whole width. */
  readonly control?: 'beside' | 'below';
  readonly children?: ReactNode;
}

export function Row({ title, text, control = 'beside', children }: RowProps) {
  return (
    <div className={control === 'below' ? styles.wide : styles.row}>
      <div className={styles.words}>
        <span className={styles.rowTitle}>{title}</span>
        <span className={styles.rowText}>{text}</span>
      </div>
      {children}
    </div>
  );
}
