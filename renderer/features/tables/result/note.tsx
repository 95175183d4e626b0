// A line over the rows of a table: what a user should know of them, and what to do about it.
import type { ReactNode } from 'react';
import styles from './note.module.css';

export interface NoteProps {
  readonly icon: ReactNode;
  readonly actions: ReactNode;
  readonly children: ReactNode;
  /** Below the text, over its whole width. */
  readonly below?: ReactNode;
}

export function Note({ icon, actions, children, below }: NoteProps) {
  return (
    <div className={styles.note} role="note">
      <span className={styles.icon}>{icon}</span>
      <div className={styles.text}>
        <p>{children}</p>
        {below}
      </div>
      <span className={styles.verbs}>{actions}</span>
    </div>
  );
}
