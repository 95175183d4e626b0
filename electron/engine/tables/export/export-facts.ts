// What the list of jobs shows about an export.
import type { ExportFormat } from '@shared/model/table-export';
import type { JobFact } from '@shared/model/table-job';
import { formatCount } from '@shared/units';
import { t } from '@shared/strings/t';
import { rowsNamed } from '../jobs/rows-named';
import type { ExportHead } from './export-records';

const formatLabels: Readonly<Record<ExportFormat, () => string>> = {
  csv: () => t`CSV, typed headers`,
  spreadsheet: () => t`CSV for spreadsheets`,
  jsonl: () => t`JSON Lines, lossless`,
  parquet: () => 'Parquet',
};

export function exportFacts({ source, columns, format }: ExportHead): JobFact[] {
  const what = whatOf(source);
  return [
    { name: t`Format`, value: formatLabels[format]() },
    ...(what === null ? [] : [{ name: t`Entities`, value: what }]),
    { name: t`Columns`, value: columnsOf(columns) },
  ];
}

const namedColumns = 6;

function columnsOf(columns: readonly string[]): string {
  if (columns.length === 0) return t`all`;
  const more = columns.length - namedColumns;
  return `${columns.slice(0, namedColumns).join(', ')}${more > 0 ? t` and ${formatCount(more)} more` : ''}`;
}

/** Null if the title of the job has to suffice. */
function whatOf(source: ExportHead['source']): string | null {
  if (source.kind === 'keys') return t`${formatCount(source.keys.length)} selected, read again`;
  if (source.kind === 'rows') return t`${formatCount(source.rows)} selected, as loaded`;
  return rowsNamed(source.query);
}
