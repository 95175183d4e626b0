// Writes the fetched entities in the requested format. Large, rarely used formats are loaded on demand.
import type { ExportFormat, SpreadsheetDecimals } from '@shared/model/table-export';
import { writeCsv } from './csv-file';
import type { ExportedColumn, ExportedEntity } from './exported-columns';
import { writeSpreadsheet } from './spreadsheet-file';

export interface FormatChoices {
  /** All formats except JSON Lines, which are written while they are fetched. */
  readonly format: Exclude<ExportFormat, 'jsonl'>;
  readonly timestamps: 'with' | 'without';
  readonly decimals: SpreadsheetDecimals;
}

/** Overwrites `path`. Throws what the file system throws. */
export async function writeFormat(
  path: string,
  entities: AsyncIterable<ExportedEntity>,
  columns: readonly ExportedColumn[],
  { format, timestamps, decimals }: FormatChoices,
): Promise<void> {
  switch (format) {
    case 'csv':
      return writeCsv(path, entities, columns, timestamps);
    case 'spreadsheet':
      return writeSpreadsheet(path, entities, columns, { timestamps, decimals });
    case 'parquet':
      return (await import('./parquet-file')).writeParquet(path, entities, columns, timestamps);
  }
}
