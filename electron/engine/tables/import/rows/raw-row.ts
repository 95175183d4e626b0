// A row as a person gets it back: the text of JSON, the cells of a delimited file. Made of the row's own text when it is
// wanted, since most rows never are.
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
