// A Parquet blob: its schema, and its rows page by page.
import { FileX2 } from 'lucide-react';
import { useState } from 'react';
import { type ParquetPreview, maxParquetBytes, parquetUnaskedBytes, previewRows } from '@shared/model/blob-preview';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { useCall } from '@renderer/bridge';
import { Button, EmptyState, LoadingRows, SegmentedControl } from '@renderer/ui';
import { CellGrid } from './cell-grid';
import { PreviewError } from './preview-error';
import type { BlobAddress } from '../names/blob-address';
import styles from './preview.module.css';

export interface ParquetViewProps {
  readonly label: string;
  readonly blob: BlobAddress;
  readonly etag: string;
  readonly totalBytes: number;
  readonly onReload: () => void;
}

const parts = [
  { value: 'rows', label: t`Rows` },
  { value: 'schema', label: t`Schema` },
] as const;

const presences = { required: t`required`, optional: t`optional`, repeated: t`repeated` } as const;
const schemaNames = [t`Column`, t`Type`, t`Repetition type`];

export function ParquetView({ label, blob, etag, totalBytes, onReload }: ParquetViewProps) {
  const [limitBytes, setLimitBytes] = useState(parquetUnaskedBytes);
  const [fromRow, setFromRow] = useState(0);
  const [part, setPart] = useState<'rows' | 'schema'>('rows');
  const { data, error, reload } = useCall('preview.parquet', { ...blob, etag, totalBytes, fromRow, limitBytes });
  // The bars stay while another page is read: the keyboard may be on one of them.
  const [known, setKnown] = useState<ParquetPreview>();
  if (data !== undefined && data !== known) setKnown(data);
  const file = data ?? known;
  if (error) return <PreviewError error={error} onRetry={reload} onReload={onReload} />;
  const reading = <LoadingRows label={t`Reading footer and rows`} rows={12} columns={[20, 20, 20, 20]} />;
  if (file === undefined) return reading;
  const { columns } = file;
  return (
    <>
      <div className={styles.viewBar}>
        <SegmentedControl label={t`Part of the file`} options={parts} value={part} onChange={setPart} />
        <span className={styles.viewWords}>
          <span role="status">
            {t`${counted(file.rowCount, 'row')} in ${counted(file.rowGroups, 'row group')} · ${counted(columns.length, 'column')}`}
            {file.createdBy === '' ? '' : t` · written by ${file.createdBy}`}
          </span>{' '}
          {/* Changes with each page, so that its rows are announced. */}
          {t`· ${formatBytes(file.readBytes)} read`}
        </span>
      </div>
      {part === 'schema' ? (
        <CellGrid
          label={t`Schema of ${label}`}
          names={schemaNames}
          rows={columns.map(({ name, type, presence }) => [name, type, presences[presence]])}
          firstRow={1}
        />
      ) : (
        <>
          {data === undefined ? (
            reading
          ) : (
            <Rows label={label} fromRow={fromRow} body={data.body} onAllow={setLimitBytes} />
          )}
          {file.rowCount > previewRows ? <RowPages from={fromRow} of={file.rowCount} onFrom={setFromRow} /> : null}
        </>
      )}
    </>
  );
}

interface RowsProps {
  readonly label: string;
  readonly fromRow: number;
  readonly body: ParquetPreview['body'];
  /** What may be read for the rows from now on. */
  readonly onAllow: (bytes: number) => void;
}

function Rows({ label, fromRow, body, onAllow }: RowsProps) {
  switch (body.kind) {
    case 'rows':
      return <CellGrid label={label} names={body.names} rows={body.rows} firstRow={fromRow + 1} />;
    case 'unreadable':
      return (
        <EmptyState icon={<FileX2 size={24} strokeWidth={1.5} />} title={t`The rows cannot be shown`}>
          {t`${body.reason} The schema is complete. Download the blob to read its rows with another program.`}
        </EmptyState>
      );
    case 'ask': {
      const { neededBytes } = body;
      const mayBeRead = neededBytes <= maxParquetBytes;
      return (
        <EmptyState
          title={t`Reading these rows takes up to ${formatBytes(neededBytes)}`}
          actions={
            mayBeRead ? (
              <Button onPress={() => onAllow(neededBytes)}>{t`Read ${formatBytes(neededBytes)}`}</Button>
            ) : null
          }
        >
          {mayBeRead
            ? t`Rows of a Parquet file are stored in row groups; the row group of these rows is this large.`
            : t`A preview reads at most ${formatBytes(maxParquetBytes)}. Download the blob to read its rows.`}
        </EmptyState>
      );
    }
  }
}

interface RowPagesProps {
  readonly from: number;
  readonly of: number;
  readonly onFrom: (row: number) => void;
}

function RowPages({ from, of, onFrom }: RowPagesProps) {
  const end = Math.min(of, from + previewRows);
  return (
    <div className={styles.rowPages}>
      <span role="status">{t`Rows ${formatCount(from + 1)} to ${formatCount(end)} of ${formatCount(of)}`}</span>
      <Button size="small" isDisabled={from === 0} onPress={() => onFrom(0)}>{t`First rows`}</Button>
      <Button size="small" isDisabled={from === 0} onPress={() => onFrom(Math.max(0, from - previewRows))}>
        {t`Previous ${formatCount(previewRows)}`}
      </Button>
      <Button size="small" isDisabled={end >= of} onPress={() => onFrom(from + previewRows)}>
        {t`Next ${formatCount(previewRows)}`}
      </Button>
      <Button
        size="small"
        isDisabled={end >= of}
        onPress={() => onFrom(Math.floor((of - 1) / previewRows) * previewRows)}
      >
        {t`Last rows`}
      </Button>
    </div>
  );
}
