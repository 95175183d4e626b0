// CSV and TSV as a grid: the first MiB, split by the detected delimiter or the one that the user chose.
import { useMemo, useState } from 'react';
import { detectDelimiter } from '@shared/import/delimiter';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { useCall } from '@renderer/bridge';
import { Checkbox, EmptyState, ErrorState, LoadingRows, Select } from '@renderer/ui';
import { CellGrid, maxColumns } from './cell-grid';
import { type Encoding, decodeText, markBytes } from './encoding';
import { textSpan } from './text-page';
import styles from './preview.module.css';

export interface DelimitedViewProps {
  readonly label: string;
  readonly head: Uint8Array;
  readonly totalBytes: number;
  readonly encoding: Encoding;
}

const delimiters = [
  { value: ',', label: t`Comma` },
  { value: ';', label: t`Semicolon` },
  { value: '\t', label: t`Tab` },
  { value: '|', label: t`Pipe` },
] as const;
type Delimiter = (typeof delimiters)[number]['value'];

export function DelimitedView({ label, head, totalBytes, encoding }: DelimitedViewProps) {
  const { text, endByte } = useMemo(() => wholeLines(head, totalBytes, encoding), [head, totalBytes, encoding]);
  const [chosen, setChosen] = useState<Delimiter | null>(null);
  const delimiter = useMemo(() => chosen ?? detectDelimiter(text.slice(0, 65_536)), [chosen, text]);
  const [hasHead, setHasHead] = useState(true);
  const { data, error, reload } = useCall('preview.delimited', { text, delimiter });
  const grid = useMemo(() => {
    const rows = data?.rows ?? [];
    const widest = rows.reduce((max, row) => Math.max(max, row.length), 0);
    const names = Array.from({ length: widest }, (_, index) => (hasHead ? (rows[0]?.[index] ?? '') : ''));
    return { names, rows: hasHead ? rows.slice(1) : rows };
  }, [data, hasHead]);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <LoadingRows label={t`Reading rows`} rows={12} columns={[20, 20, 20, 20]} />;
  const isWhole = endByte >= totalBytes;
  // Where only a part of the file was read, a field of several lines may merely be cut off.
  const isCut = !isWhole && data.ends === 'in a quote';
  const noRows = data.skippedLines - (isCut ? 1 : 0);
  const unread = data.skippedLines > 0 && isWhole ? quoteHint : grid.rows.length === 0 && !isWhole ? longRowHint : null;
  if (data.rows.length === 0 && unread === null)
    return <EmptyState title={t`No rows`}>{t`The text contains no rows that can be read.`}</EmptyState>;
  return (
    <>
      <div className={styles.viewBar}>
        <span aria-hidden>{t`Delimiter`}</span>
        <Select
          label={t`Delimiter`}
          labelPosition="hidden"
          size="small"
          options={delimiters}
          value={delimiter as Delimiter}
          onChange={setChosen}
        />
        <Checkbox isSelected={hasHead} onChange={setHasHead}>{t`First row contains column names`}</Checkbox>
        <span className={styles.viewWords} role="status">
          {counted(grid.rows.length, 'row')}
          {!isWhole ? t` in the first ${formatBytes(endByte)} of ${formatBytes(totalBytes)}` : ''}
          {noRows > 0 ? t` · ${formatCount(noRows)} cannot be parsed as rows` : ''}
          {isCut ? t` · the next row is incomplete` : ''}
          {grid.names.length > maxColumns
            ? t` · the first ${maxColumns} of ${formatCount(grid.names.length)} columns`
            : ''}
        </span>
      </div>
      {unread === null ? null : <p className={styles.unread}>{unread}</p>}
      <CellGrid label={label} names={grid.names} rows={grid.rows} firstRow={hasHead ? 2 : 1} />
    </>
  );
}

const quoteHint = t`The rest starts with a quotation mark that is never closed, so everything after it belongs to one field. The text view shows it as stored.`;

const longRowHint = t`The next row is longer than the part of the blob that was read. The text view shows it page by page.`;

/** Without the row that the end of what was read cuts. */
function wholeLines(
  head: Uint8Array,
  totalBytes: number,
  encoding: Encoding,
): { readonly text: string; readonly endByte: number } {
  const endsAt = head.length >= totalBytes ? 'boundary' : 'anywhere';
  const { to } = textSpan({ offset: 0, bytes: head, keep: 0, startsAt: 'boundary', endsAt }, encoding);
  return { text: decodeText(head.subarray(markBytes(head, encoding), to), encoding), endByte: to };
}
