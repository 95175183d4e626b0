// The journal records of an import: the order, the settled rows, the end.
import { z } from 'zod';
import { edmType } from '@shared/model/entity';
import { importSettings, settledReading } from '@shared/model/table-import';
import { failureGroup, tableJob } from '@shared/model/table-job';
import { importReading } from '@shared/model/table-import';

const place = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('file'),
    path: z.string(),
    part: z.object({ headerBytes: z.number(), from: z.number(), to: z.number() }).optional(),
  }),
  /** Pasted rows, stored beside the journal. */
  z.object({ kind: z.literal('kept') }),
]);

const importHead = z.object({
  record: z.literal('import'),
  id: z.string(),
  connectionId: z.string(),
  table: z.string(),
  place,
  name: z.string(),
  reading: importReading,
  settings: importSettings,
  createdAtMs: z.number(),
  /** Of a part of an import on many machines. */
  shard: z.object({ salt: z.string(), earlier: z.enum(['yes', 'no']) }).optional(),
});
export type ImportHead = z.infer<typeof importHead>;

/** The result of the input's check; from here on rows are written. */
const settled = z.object({
  record: z.literal('settled'),
  reading: settledReading,
  columns: z.array(
    z.object({
      name: z.string(),
      property: z.string(),
      type: edmType,
      typeFrom: z.enum(['setting', 'header', 'values']),
      use: z.enum(['import', 'leave-out', 'key']),
    }),
  ),
  headerCells: z.array(z.string()),
  rows: z.int(),
  /** Absent in journals of earlier versions. */
  repeatedKeys: z.int().optional(),
  /** Identifies the input that was checked. */
  bytes: z.number(),
  modifiedAtMs: z.number(),
});
export type SettledInput = z.infer<typeof settled>;

const counts = z.object({
  rowsDone: z.int(),
  rowsRejected: z.int(),
  batches: z.int(),
  requests: z.int(),
  retries: z.int(),
  throttled: z.int(),
});

export const importRecord = z.discriminatedUnion('record', [
  importHead,
  settled,
  /** Settled rows as `3-17,20`, with the counts after them. */
  counts.extend({ record: z.literal('rows'), rows: z.string(), failures: z.array(failureGroup).optional() }),
  z.object({ record: z.literal('ended'), view: tableJob }),
]);
export type ImportRecord = z.infer<typeof importRecord>;

/** A rejected row, stored until the job is removed. */
export const storedRejection = z.object({
  index: z.int(),
  line: z.int(),
  code: z.string(),
  message: z.string(),
  raw: z.union([z.string(), z.array(z.string())]),
});
export type StoredRejection = z.infer<typeof storedRejection>;
