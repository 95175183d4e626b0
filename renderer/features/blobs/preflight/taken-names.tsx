// Some of the existing names: the new item beside the existing one, and which is newer.
import type { TakenName, TransferPreflight } from '@shared/model/transfer-preflight';
import { t } from '@shared/strings/t';
import { takenFiles } from '@shared/preflight/outcome';
import { formatBytes, formatCount } from '@shared/units';
import { BlobName } from '../names/blob-name';
import { exactTime } from '../exact-time';
import { leafName } from '../names/path';
import { takenText } from './preflight-text';
import styles from './transfer-summary.module.css';

export interface TakenNamesProps {
  readonly preflight: TransferPreflight;
  readonly prefix: string;
}

export function TakenNames({ preflight, prefix }: TakenNamesProps) {
  const more = takenFiles(preflight) - preflight.examples.length;
  return (
    <table className={styles.table} aria-label={t`Already exists`}>
      <thead>
        <tr>
          <th scope="col">{takenText(preflight)}</th>
          <th scope="col">{sourceText(preflight.way)}</th>
          <th scope="col">{preflight.way === 'down' ? t`Existing file` : t`Existing blob`}</th>
        </tr>
      </thead>
      <tbody>
        {preflight.examples.map((one) => (
          <TakenRow key={one.name} one={one} prefix={prefix} />
        ))}
        {more > 0 ? (
          <tr>
            <td className={styles.more} colSpan={3}>
              {t`and ${formatCount(more)} more`}
            </td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}

function sourceText(way: TransferPreflight['way']): string {
  if (way === 'up') return t`This file`;
  return way === 'down' ? t`This blob` : t`Source`;
}

function TakenRow({ one, prefix }: { readonly one: TakenName; readonly prefix: string }) {
  const storedMs = Date.parse(one.storedModified);
  return (
    <tr>
      <th scope="row" title={one.name}>
        <BlobName name={leafName(one.name, prefix)} />
      </th>
      <Side
        bytes={one.sourceBytes}
        modified={new Date(one.sourceModifiedMs).toISOString()}
        age={one.sourceModifiedMs > storedMs ? 'newer' : 'older'}
      />
      <Side
        bytes={one.storedBytes}
        modified={one.storedModified}
        age={storedMs > one.sourceModifiedMs ? 'newer' : 'older'}
      />
    </tr>
  );
}

interface SideProps {
  readonly bytes: number;
  readonly modified: string;
  readonly age: 'newer' | 'older';
}

function Side({ bytes, modified, age }: SideProps) {
  return (
    <td>
      <span className={styles.bytes}>
        {formatBytes(bytes)}
        {age === 'newer' ? <span className={styles.newer}>{t`newer`}</span> : null}
      </span>
      <span className={styles.modified}>{exactTime(modified)}</span>
    </td>
  );
}
