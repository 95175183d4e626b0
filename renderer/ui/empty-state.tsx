// A view with nothing in it yet: one sentence and the first action. And the shape of rows still on their way.
import type { ReactNode } from 'react';
import { t } from '@shared/strings/t';
import styles from './state.module.css';
import { useWaited } from './use-waited';

export interface EmptyStateProps {
  /** A lucide icon of 24 px with strokeWidth 1.5. */
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {icon !== undefined && <div className={styles.icon}>{icon}</div>}
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

export interface LoadingRowsProps {
  /** Said by screen readers: `Loading tables`. */
  readonly label: string;
  readonly rows?: number;
  /** Widths of the bars in percent, one a column; the rows vary them a little. */
  readonly columns?: readonly number[];
  /** The pending request: the time restarts with another one. */
  readonly wait?: string | number;
}

const variation = [0, -14, 8, -6, 12, -10, 4, -18] as const;

/** Placeholder bars for rows. Invisible for the first 150 ms, so that fast responses do not flicker. */
export function LoadingRows({ label, rows = 8, columns = [60], wait }: LoadingRowsProps) {
  return (
    <div className={styles.loading}>
      <div role="status" aria-label={label}>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={styles.loadingRow}>
            {columns.map((width, column) => (
              <span
                key={column}
                className={styles.bar}
                style={{
                  width: `${Math.max(8, width + (variation[(row + column * 3) % variation.length] ?? 0) / columns.length)}%`,
                }}
              />
            ))}
          </div>
        ))}
      </div>
      <HowLong key={wait} label={label} />
    </div>
  );
}

/**
 * A slow, busy or silent service leaves nothing else to see: after a while, a message shows that the view is waiting,
 * and for how long.
 */
function HowLong({ label }: { readonly label: string }) {
  const waited = useWaited();
  return waited === '' ? null : <p className={styles.waited}>{t`${label}, ${waited} so far`}</p>;
}
