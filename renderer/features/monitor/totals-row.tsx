// The totals since the engine started, as six figures, whatever time the charts show.
import { useId } from 'react';
import type { Totals } from '@shared/model/sample';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { classNames } from '@renderer/ui';
import styles from './monitor-tab.module.css';

export function TotalsRow({ totals }: { readonly totals: Totals }) {
  const id = useId();
  const tiles: readonly {
    readonly name: string;
    readonly value: string;
    readonly tone?: 'caution' | 'bad' | undefined;
  }[] = [
    { name: t`Requests`, value: formatCount(totals.requests) },
    { name: t`Uploaded`, value: formatBytes(totals.uploadBytes) },
    { name: t`Downloaded`, value: formatBytes(totals.downloadBytes) },
    { name: t`Retries`, value: formatCount(totals.retries), tone: totals.retries > 0 ? 'caution' : undefined },
    { name: t`Throttled`, value: formatCount(totals.throttled), tone: totals.throttled > 0 ? 'caution' : undefined },
    { name: t`Failed`, value: formatCount(totals.failed), tone: totals.failed > 0 ? 'bad' : undefined },
  ];
  return (
    <section className={styles.sums} aria-labelledby={id}>
      <p id={id} className={styles.since}>{t`Total since start`}</p>
      <dl className={styles.totals}>
        {tiles.map((tile) => (
          <div key={tile.name} className={styles.tile}>
            <dt>{tile.name}</dt>
            <dd className={classNames(tile.tone === 'caution' && styles.caution, tile.tone === 'bad' && styles.bad)}>
              {tile.value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
