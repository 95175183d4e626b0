// The differences between an earlier state of a blob and the current one: size, time, MD5, headers, metadata.
import { changedMeanwhile } from '@shared/blob-details/field-changes';
import { httpHeaderNames, httpHeaderOrder } from '@shared/blob-details/metadata-rules';
import type { BlobDetails, NamedValue, PastBlob } from '@shared/model/blob-details';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { useCall } from '@renderer/bridge';
import { ErrorNotice, LoadingRows } from '@renderer/ui';
import { exactTime } from '../exact-time';
import type { BlobAddress } from '../names/blob-address';
import styles from './dialogs.module.css';

export interface PastComparisonProps {
  readonly blob: BlobAddress;
  readonly details: BlobDetails;
  readonly past: PastBlob;
  /** When the earlier state was, in the same words as elsewhere in the dialog. */
  readonly moment: string;
}

export function PastComparison({ blob, details, past, moment }: PastComparisonProps) {
  const { kind, id } = past;
  const { data, error, reload } = useCall('blob-details.read', { ...blob, past: { kind, id } });
  if (error !== null) return <ErrorNotice error={error} onRetry={reload} />;
  if (data === undefined) return <LoadingRows label={t`Comparing`} rows={3} columns={[20, 40]} />;
  const then = comparable(data);
  const changes = changedMeanwhile(then, comparable(details), then);
  if (changes.length === 0) return <p className={styles.words}>{t`Nothing is different from the present state.`}</p>;
  return (
    <table className={styles.changes} aria-label={t`Differences`}>
      <thead>
        <tr>
          <th scope="col">{t`Name`}</th>
          <th scope="col">{t`Then (${moment})`}</th>
          <th scope="col">{t`Now`}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, was, now }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{was ?? t`not set`}</td>
            <td>{now ?? t`not set`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function comparable(details: BlobDetails): readonly NamedValue[] {
  const { bytes, lastModified, contentMd5, http, metadata, tierFacts } = details;
  return [
    { name: t`Size`, value: counted(bytes, 'byte') },
    { name: t`Modified`, value: exactTime(lastModified) },
    { name: 'MD5', value: contentMd5 },
    { name: t`Tier`, value: tierFacts.name },
    ...httpHeaderOrder.map((header) => ({ name: httpHeaderNames[header], value: http[header] })),
    ...metadata.map(({ name, value }) => ({ name: t`metadata ${name}`, value })),
  ].filter(({ value }) => value !== '');
}
