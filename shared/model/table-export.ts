// An export as it is asked for: which entities, which columns, into which kind of file.
import { z } from 'zod';
import { t } from '../strings/t';
import type { EdmType } from './entity';
import { tableQuery } from '../query/filter';

export const exportFormat = z.enum(['csv', 'jsonl', 'parquet']);
export type ExportFormat = z.infer<typeof exportFormat>;

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
  /** A place picked by `dialogs.pick-export-file`. */
  targetToken: z.string(),
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
