// The header of the list of requests: its columns, and the time axis that the rows share.
import { t } from '@shared/strings/t';
import { VisuallyHidden } from '@renderer/ui';
import styles from './requests-panel.module.css';
import type { TimeAxis } from './waterfall';

/** The number, the axis, and six figures. */
export const requestColumns = 8;

export function RequestHead({ axis }: { readonly axis: TimeAxis }) {
  const heading = (name: string) => (
    <div key={name} role="columnheader" className={styles.heading}>
      {name}
    </div>
  );
  return (
    <div role="row" aria-rowindex={1} className={`${styles.row} ${styles.headRow}`}>
      {heading('#')}
      <div role="columnheader" className={styles.axis}>
        <VisuallyHidden>{t`Time since the first request`}</VisuallyHidden>
        {axis.ticks.map(({ at, text }) => (
          <span key={at} aria-hidden className={styles.tick} style={{ left: `${at * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
      {[t`Rows`, t`Bytes`, t`Bytes/row`, t`From token`, t`Retries`, t`Ended by`].map(heading)}
    </div>
  );
}
