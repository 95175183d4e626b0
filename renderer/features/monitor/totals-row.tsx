// What has been done since the engine started, as six figures.
import type { Totals } from '@shared/model/sample';
import { formatBytes, formatCount } from '@shared/units';
import { classNames } from '@renderer/ui';
import styles from './monitor-tab.module.css';

export function TotalsRow({ totals }: { readonly totals: Totals }) {
  const tiles: readonly {
    readonly name: string;
    readonly value: string;
    readonly tone?: 'caution' | 'bad' | undefined;
  }[] = [
    { name: 'Requests', value: formatCount(totals.requests) },
    { name: 'Uploaded', value: formatBytes(totals.uploadBytes) },
    { name: 'Downloaded', value: formatBytes(totals.downloadBytes) },
    { name: 'Retries', value: formatCount(totals.retries), tone: totals.retries > 0 ? 'caution' : undefined },
    { name: 'Throttled', value: formatCount(totals.throttled), tone: totals.throttled > 0 ? 'caution' : undefined },
    { name: 'Failed', value: formatCount(totals.failed), tone: totals.failed > 0 ? 'bad' : undefined },
  ];
  return (
    <dl className={styles.totals} aria-label="Totals since the engine started">
      {tiles.map((tile) => (
        <div key={tile.name} className={styles.tile}>
          <dt>{tile.name}</dt>
          <dd className={classNames(tile.tone === 'caution' && styles.caution, tile.tone === 'bad' && styles.bad)}>
            {tile.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
