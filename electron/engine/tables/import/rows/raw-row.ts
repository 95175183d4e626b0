// The original form of a row: its JSON text, or the cells of a delimited file. Created from the row's text on demand,
// because it is rarely needed.
import { MiB } from '@shared/units';
import { RecordSplitter } from './record-splitter';
import type { SourceRow } from './source-row';

export type RawRow = string | readonly string[];

/** @param delimiter empty for JSON */
export function rawOf({ source }: Pick<SourceRow, 'source'>, delimiter: string): RawRow {
  if (delimiter === '') return source;
  if (!source.includes('"')) return source.split(delimiter);
  const splitter = new RecordSplitter(delimiter, 4 * MiB);
  const [record, ...others] = [...splitter.add(source), ...splitter.end()];
  return record === undefined || others.length > 0 ? source.split(delimiter) : record.cells;
}
