// The journal records of an export: the request, the position up to which entities were fetched, the end.
import { z } from 'zod';
import { exportFormat, exportSource, spreadsheetDecimals } from '@shared/model/table-export';
import { tableJob } from '@shared/model/table-job';

const exportHead = z.object({
  record: z.literal('export'),
  id: z.string(),
  connectionId: z.string(),
  source: exportSource,
  columns: z.array(z.string()),
  format: exportFormat,
  decimals: spreadsheetDecimals.optional(),
  path: z.string(),
  /** Secret from which the name of the partial file is derived; earlier versions used the id. */
  partKey: z.string().optional(),
  createdAtMs: z.number(),
});
export type ExportHead = z.infer<typeof exportHead>;

const fetched = z.object({
  record: z.literal('fetched'),
  /** How entities are stored in the file. Earlier versions wrote lines for every format. */
  form: z.enum(['lines', 'blocks']).optional(),
  rows: z.int(),
  /** Length of the file of fetched entities. */
  bytes: z.number(),
  /** CRC-32 of those bytes. Earlier versions wrote none, so that their entities are fetched again. */
  sum: z.int().optional(),
  /** Where to continue: a continuation token, or the number of keys already read; null after the last page. */
  next: z.string().nullable(),
  requests: z.int(),
  retries: z.int(),
});
export type Fetched = z.infer<typeof fetched>;

export const exportRecord = z.discriminatedUnion('record', [
  exportHead,
  fetched,
  z.object({ record: z.literal('ended'), view: tableJob }),
]);
export type ExportRecord = z.infer<typeof exportRecord>;
