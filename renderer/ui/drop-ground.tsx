// For several features: the overlay of a view while files hover above it: what dropping them would do, or why it cannot be done.
import type { ReactNode } from 'react';
import { classNames } from './class-names';
import styles from './drop-ground.module.css';

export interface DropGroundProps {
  /** `rejected`: nothing can be dropped here. */
  readonly tone: 'welcome' | 'refused';
  /** `row`: a part of the view would accept them, and highlights itself. */
  readonly over?: 'view' | 'row';
  /** A lucide icon of 24 px with strokeWidth 1.5. */
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly text: ReactNode;
}

/** Covers the nearest positioned ancestor; lets the pointer through. */
export function DropGround({ tone, over = 'view', icon, title, text }: DropGroundProps) {
  return (
    <div
      className={classNames(styles.ground, over === 'view' && styles.veiled, tone === 'refused' && styles.refused)}
      role="status"
    >
      <div className={styles.card}>
        {icon}
        <div>
          <p className={styles.title}>{title}</p>
          <p className={styles.text}>{text}</p>
        </div>
      </div>
    </div>
  );
}
