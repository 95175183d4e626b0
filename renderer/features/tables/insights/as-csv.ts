// The tables of an analysis as CSV, with exact numbers and wire texts, none of which a spreadsheet executes.
import { reportLine } from '@shared/charting/csv-line';
import type { AnalysisResult, PropertyProfile } from '@shared/analysis/analysis-result';

/** A line for each type of each property. */
export function schemaCsv(properties: readonly PropertyProfile[], rows: number): string {
  return csv([
    [
      'Property',
      'Type',
      'Rows of this type',
      'Rows',
      'Rows in all',
      'Distinct',
      'Distinct is',
      'Least',
      'Greatest',
      'Shortest',
      'Longest',
      'Most frequent',
      'Most frequent rows',
      'Rows may be more by',
    ],
    ...properties.flatMap((property) => typeLines(property, rows)),
  ]);
}

function typeLines(property: PropertyProfile, allRows: number): readonly (string | number)[][] {
  return property.types.map(({ type, rows, least: min, greatest, length }) => {
    const top = property.top.find((value) => value.type === type);
    return [
      property.name,
      type,
      rows,
      property.rows,
      allRows,
      property.distinct.count,
      property.distinct.exactness,
      min?.text ?? '',
      greatest?.text ?? '',
      length?.least ?? '',
      length?.greatest ?? '',
      top?.text ?? '',
      top?.rows ?? '',
      property.topShortBy,
    ];
  });
}

export function partitionsCsv({ partitions, otherPartitions }: AnalysisResult): string {
  return csv([
    ['PartitionKey', 'Rows', 'Bytes', 'Read ms', 'First Timestamp', 'Last Timestamp'],
    ...partitions.map(({ key, rows, bytes, readMs, firstAt, lastAt }) => [key, rows, bytes, readMs, firstAt, lastAt]),
    ...(otherPartitions.rows === 0
      ? []
      : [['(all others)', otherPartitions.rows, otherPartitions.bytes, otherPartitions.readMs, '', '']]),
  ]);
}

function csv(lines: readonly (readonly (string | number)[])[]): string {
  return lines.map((cells) => reportLine(cells.map(String))).join('');
}
