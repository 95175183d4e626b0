// A Parquet blob: what its schema says, and its first rows.
import { useState } from 'react';
import { parquetMostBytes, parquetUnaskedBytes, previewRows } from '@shared/model/blob-preview';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { useCall } from '@renderer/bridge';
import { Button, EmptyState, LoadingRows, SegmentedControl } from '@renderer/ui';
import { CellGrid } from './cell-grid';
import { PreviewError } from './preview-error';
import type { BlobPlace } from './use-find';
import styles from './preview.module.css';

export interface ParquetViewProps {
  readonly label: string;
  readonly blob: BlobPlace;
  readonly etag: string;
  readonly totalBytes: number;
  readonly onReload: () => void;
}

const parts = [
  { value: 'rows', label: t`Rows` },
  { value: 'schema', label: t`Schema` },
] as const;

const presences = { required: t`required`, optional: t`optional`, repeated: t`repeated` } as const;
const schemaNames = [t`Column`, t`Type`, t`Presence`];

export function ParquetView({ label, blob, etag, totalBytes, onReload }: ParquetViewProps) {
  const [limitBytes, setLimitBytes] = useState(parquetUnaskedBytes);
  const [part, setPart] = useState<'rows' | 'schema'>('rows');
  const { data, error, reload } = useCall('preview.parquet', { ...blob, etag, totalBytes, limitBytes });
  if (error) return <PreviewError error={error} onRetry={reload} onReload={onReload} />;
  if (!data)
    return <LoadingRows label={t`Reading the footer and the first rows`} rows={12} columns={[20, 20, 20, 20]} />;
  const { body, columns } = data;
  return (
    <>
      <div className={styles.viewBar}>
        <SegmentedControl label={t`Part of the file`} options={parts} value={part} onChange={setPart} />
        <span className={styles.viewWords} role="status">
          {plural(
            data.rowGroups,
          )`${formatCount(data.rowCount)} rows in ${formatCount(data.rowGroups)} row group · ${formatCount(columns.length)} columns | ${formatCount(data.rowCount)} rows in ${formatCount(data.rowGroups)} row groups · ${formatCount(columns.length)} columns`}
          {data.createdBy === '' ? '' : t` · written by ${data.createdBy}`} {t`· ${formatBytes(data.readBytes)} read`}
        </span>
      </div>
      {part === 'schema' ? (
        <CellGrid
          label={t`Schema of ${label}`}
          names={schemaNames}
          rows={columns.map(({ name, type, presence }) => [name, type, presences[presence]])}
          firstRow={1}
        />
      ) : body.kind === 'rows' ? (
        <>
          <CellGrid label={label} names={body.names} rows={body.rows} firstRow={1} />
          {data.rowCount > body.rows.length ? (
            <p className={styles.partial}>
              {t`The first ${formatCount(Math.min(previewRows, body.rows.length))} of ${formatCount(data.rowCount)} rows.`}
            </p>
          ) : null}
        </>
      ) : body.kind === 'unreadable' ? (
        <EmptyState title={t`The rows cannot be shown`}>
          {t`${body.reason} The schema is complete. Download the blob to read its rows with other tools.`}
        </EmptyState>
      ) : (
        <EmptyState
          title={t`The first rows take up to ${formatBytes(body.neededBytes)}`}
          actions={
            body.neededBytes <= parquetMostBytes ? (
              <Button onPress={() => setLimitBytes(body.neededBytes)}>
                {t`Read ${formatBytes(body.neededBytes)}`}
              </Button>
            ) : null
          }
        >
          {body.neededBytes <= parquetMostBytes
            ? t`Rows of a Parquet file are stored in groups, and the first group is this large.`
            : t`A preview reads at most ${formatBytes(parquetMostBytes)}. Download the blob to read its rows.`}
        </EmptyState>
      )}
    </>
  );
}
