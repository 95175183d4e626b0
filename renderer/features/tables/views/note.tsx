// A line over the rows of a table: what a person should know of them, and what to do about it.
import type { ReactNode } from 'react';
import styles from './note.module.css';

export interface NoteProps {
  readonly icon: ReactNode;
  readonly verbs: ReactNode;
  readonly children: ReactNode;
}

export function Note({ icon, verbs, children }: NoteProps) {
  return (
    <div className={styles.note} role="note">
      <span className={styles.icon}>{icon}</span>
      <p className={styles.text}>{children}</p>
      <span className={styles.verbs}>{verbs}</span>
    </div>
  );
}
