// The request for an export: which entities, which columns, which kind of file.
import { z } from 'zod';
import { fileToken } from './bounds';
import { t } from '../strings/t';
import type { EdmType } from './entity';
import { tableQuery } from './table-query';

/** `csv` has typed headers and can be imported again; `spreadsheet` is CSV for reading in another program. */
export const exportFormat = z.enum(['csv', 'spreadsheet', 'jsonl', 'parquet']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** How the ends of file names identify the formats. */
export const exportExtensions: Readonly<Record<ExportFormat, string>> = {
  csv: 'csv',
  spreadsheet: 'csv',
  jsonl: 'jsonl',
  parquet: 'parquet',
};

/** Spreadsheets that write `1,5` part the fields of CSV by semicolons. */
export const spreadsheetDecimals = z.enum(['point', 'comma']);
export type SpreadsheetDecimals = z.infer<typeof spreadsheetDecimals>;

export const exportSource = z.discriminatedUnion('kind', [
  /** The whole result, not only the rows that are loaded; `select` is replaced by `columns`. */
  z.object({ kind: z.literal('query'), query: tableQuery }),
  z.object({
    kind: z.literal('keys'),
    table: z.string(),
    keys: z.array(z.object({ partitionKey: z.string(), rowKey: z.string() })).min(1),
  }),
  /** Rows as the window read them, handed over before by `exports.hand-over`; nothing is read again. */
  z.object({ kind: z.literal('rows'), table: z.string(), handId: z.string(), rows: z.int().min(1) }),
]);
export type ExportSource = z.infer<typeof exportSource>;

export const exportRequest = z.object({
  source: exportSource,
  /** Empty for all properties. Keys are always written, `Timestamp` only where it is named. */
  columns: z.array(z.string()),
  format: exportFormat,
  /** Of the format `spreadsheet`; absent means `point`. */
  decimals: spreadsheetDecimals.optional(),
  /** A path picked by `dialogs.pick-export-file`. */
  targetToken: fileToken,
});
export type ExportRequest = z.infer<typeof exportRequest>;

/** What a Parquet file holds for each Edm type; none of them loses anything. */
export const parquetTypeNames: Readonly<Record<EdmType, string>> = {
  'Edm.String': 'STRING',
  'Edm.Int32': 'INT32',
  'Edm.Int64': 'INT64',
  'Edm.Double': 'DOUBLE',
  'Edm.Boolean': 'BOOLEAN',
  'Edm.DateTime': t`TIMESTAMP, nanoseconds of UTC`,
  'Edm.Guid': 'UUID',
  'Edm.Binary': 'BYTE_ARRAY',
};
