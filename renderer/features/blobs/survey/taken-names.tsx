// Some of the names that are stored already: what would get the name beside the blob that has it, and which is newer.
import type { TakenName, TransferSurvey } from '@shared/model/transfer-survey';
import { t } from '@shared/strings/t';
import { takenFiles } from '@shared/survey/outcome';
import { formatBytes, formatCount } from '@shared/units';
import { BlobName } from '../blob-name';
import { exactTime } from '../exact-time';
import { leafName } from '../path';
import { takenWords } from './survey-words';
import styles from './transfer-summary.module.css';

export interface TakenNamesProps {
  readonly survey: TransferSurvey;
  readonly prefix: string;
}

export function TakenNames({ survey, prefix }: TakenNamesProps) {
  const more = takenFiles(survey) - survey.examples.length;
  return (
    <table className={styles.table} aria-label={t`Already there`}>
      <thead>
        <tr>
          <th scope="col">{takenWords(survey)}</th>
          <th scope="col">{survey.way === 'up' ? t`This file` : t`Its source`}</th>
          <th scope="col">{t`Stored blob`}</th>
        </tr>
      </thead>
      <tbody>
        {survey.examples.map((one) => (
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

function TakenRow({ one, prefix }: { readonly one: TakenName; readonly prefix: string }) {
  const blobMs = Date.parse(one.blobModified);
  return (
    <tr>
      <th scope="row" title={one.name}>
        <BlobName name={leafName(one.name, prefix)} />
      </th>
      <Side
        bytes={one.fileBytes}
        modified={new Date(one.fileModifiedMs).toISOString()}
        age={one.fileModifiedMs > blobMs ? 'newer' : 'older'}
      />
      <Side bytes={one.blobBytes} modified={one.blobModified} age={blobMs > one.fileModifiedMs ? 'newer' : 'older'} />
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
