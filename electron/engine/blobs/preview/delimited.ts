// Parses a piece of CSV or TSV into rows. The parser is csv-parse; a line that is not a row is counted, not hidden.
import { parse } from 'csv-parse/sync';
import type { DelimitedRows } from '@shared/model/blob-preview';
import { MiB } from '@shared/units';

/** Longer is a quote that is never closed. */
const longestRow = MiB;

/** @param text whole rows at best; what follows the last whole row is skipped */
export function delimitedRowsOf(text: string, delimiter: string): DelimitedRows {
  let skippedLines = 0;
  let ends: DelimitedRows['ends'] = 'with a row';
  const rows: unknown = parse(text, {
    bom: true,
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: longestRow,
    on_skip: (error) => {
      skippedLines += 1;
      if (error?.code === 'CSV_QUOTE_NOT_CLOSED') ends = 'in a quote';
    },
  });
  return { rows: rows as string[][], skippedLines, ends };
}
