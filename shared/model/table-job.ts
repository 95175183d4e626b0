// A long piece of work on a table as the window lists it: imports, exports and bulk changes alike.
import { z } from 'zod';
import { errorShape } from '../error-shape';
import { bulkStanding } from './table-bulk';

/** A new kind of work on tables joins here. */
const tableJobKind = z.enum([
  'import',
  'export',
  'update',
  'delete',
  'clear',
  'restore',
  'copy',
  'rename',
  'apply-diff',
]);
export type TableJobKind = z.infer<typeof tableJobKind>;

export const tableJobState = z.enum([
  /** Reads its input or counts, changes nothing yet. */
  'planning',
  'running',
  'paused',
  /** All rows are through; files are being finished. */
  'finishing',
  'done',
  'failed',
  'cancelled',
  /** The engine stopped in the middle; the journal can resume it. */
  'interrupted',
]);
export type TableJobState = z.infer<typeof tableJobState>;

/** Rows that failed for one cause. */
export const failureGroup = z.object({
  /** A code of errors.ts. */
  code: z.string(),
  /** What happened, in the words of the first one. */
  message: z.string(),
  count: z.int(),
  /** Where the first ones are: `line 18`, or `PartitionKey / RowKey`. */
  examples: z.array(z.string()),
});
export type FailureGroup = z.infer<typeof failureGroup>;

/** What only this kind of job has to say: `Format` is `CSV, typed headers`. */
const jobFact = z.object({ name: z.string(), value: z.string() });
export type JobFact = z.infer<typeof jobFact>;

export const tableJob = z.object({
  id: z.string(),
  kind: tableJobKind,
  state: tableJobState,
  connectionId: z.string(),
  table: z.string(),
  /** `orders.csv → Orders`. */
  title: z.string(),
  /** File name, `pasted rows`, a table or a query; never a secret. */
  source: z.string(),
  target: z.string(),
  rowsDone: z.int(),
  /** Null while unknown. */
  rowsTotal: z.int().nullable(),
  rowsRejected: z.int(),
  /** Of the file that is read or written; null for work without one, and for the total while it is unknown. */
  bytesDone: z.number().nullable(),
  bytesTotal: z.number().nullable(),
  /** Smoothed over the last seconds; 0 when nothing moves. */
  rowsPerSecond: z.number(),
  /** Over all the time in which its last run moved; absent until that is measured. */
  meanRowsPerSecond: z.number().optional(),
  /** Null while unknown. */
  remainingMs: z.number().nullable(),
  batches: z.int(),
  requests: z.int(),
  retries: z.int(),
  throttled: z.int(),
  /** What the run writes with at the moment and why it was last changed; null for work that sends no batches. */
  pace: z.object({ batchSize: z.int(), concurrency: z.int(), reason: z.string() }).nullable(),
  failures: z.array(failureGroup),
  /** Shown in this order, whatever the kind; a list needs to know nothing of it. */
  facts: z.array(jobFact).default([]),
  /** Rejected rows are kept with their reasons: `table-jobs.rejected-rows` and `table-jobs.save-rejected` answer. */
  keepsRejectedRows: z.boolean().default(false),
  /** Name of the complete file that it wrote on this machine; `shell.reveal-job-file` shows it. Null for none. */
  outputFile: z.string().nullable().default(null),
  /** Of bulk changes only. */
  bulk: bulkStanding.optional(),
  /** What a person has to do before it goes on: a renaming deletes its source only when told. Null for nothing. */
  awaits: z.enum(['confirmation']).nullable().default(null),
  /** Why it ended, of a failed job. */
  error: errorShape.nullable(),
  /** Said plainly: `server busy, 3 s`; empty for nothing. */
  note: z.string(),
  createdAtMs: z.number(),
  endedAtMs: z.number().nullable(),
  /** What its runs took together, without its pauses; null where one was cut off and nobody knows. */
  ranMs: z.number().nullable().default(null),
});
export type TableJob = z.infer<typeof tableJob>;

/** A row of an input that was not written. */
export const rejectedRow = z.object({
  /** Where the row starts in the input, from 1. */
  line: z.int(),
  code: z.string(),
  message: z.string(),
  /** The row as it stands in the input; the start of it where it is long. */
  text: z.string(),
});
export type RejectedRow = z.infer<typeof rejectedRow>;
