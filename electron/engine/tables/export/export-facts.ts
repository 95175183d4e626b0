// What an export has to say of itself in a list of jobs.
import type { ExportFormat } from '@shared/model/table-export';
import type { JobFact } from '@shared/model/table-job';
import { checkedFilter } from '@shared/query/key-filter';
import { formatCount } from '@shared/units';
import type { ExportHead } from './export-records';

const formatWords: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV, typed headers',
  jsonl: 'JSON Lines, lossless',
  parquet: 'Parquet',
};

export function exportFacts({ source, columns, format }: ExportHead): JobFact[] {
  return [
    { name: 'Format', value: formatWords[format] },
    { name: 'Entities', value: whatOf(source) },
    { name: 'Columns', value: columnsOf(columns) },
  ];
}

const namedColumns = 6;

function columnsOf(columns: readonly string[]): string {
  if (columns.length === 0) return 'all';
  const more = columns.length - namedColumns;
  return `${columns.slice(0, namedColumns).join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}`;
}

function whatOf(source: ExportHead['source']): string {
  if (source.kind === 'keys') return `${formatCount(source.keys.length)} selected, read again`;
  if (source.kind === 'rows') return `${formatCount(source.rows)} selected, as they were read before`;
  const { text } = checkedFilter(source.query);
  const { limit } = source.query;
  const first = limit === undefined ? '' : `the first ${formatCount(limit)} of `;
  return `${first}${text === '' ? 'the whole table' : text}`;
}
