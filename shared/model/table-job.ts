// A long job on a table as the list shows it: imports, exports, bulk changes, copies.
import { z } from 'zod';
import { errorShape } from '../error-shape';
import { jobCore } from './job-state';
import { bulkState } from './table-bulk';

/** Add new kinds of table jobs here. */
export const tableJobKind = z.enum([
  'import',
  'export',
  'update',
  'delete',
  'clear',
  'restore',
  'table-copy',
  'rename',
  'apply-diff',
]);
export type TableJobKind = z.infer<typeof tableJobKind>;

/** Rows that failed for one cause. */
export const failureGroup = z.object({
  /** A code of errors.ts. */
  code: z.string(),
  /** The message of the first failure. */
  message: z.string(),
  count: z.int(),
  /** Location of the first failures: `line 18`, or `PartitionKey / RowKey`. */
  examples: z.array(z.string()),
});
export type FailureGroup = z.infer<typeof failureGroup>;

/** A fact that is specific to this kind of job: `Format` is `CSV, typed headers`. */
const jobFact = z.object({ name: z.string(), value: z.string() });
export type JobFact = z.infer<typeof jobFact>;

export const tableJob = jobCore.extend({
  /** Versions until November 2026 recorded copies as `copy`, which is now the kind of a transfer. */
  kind: z.preprocess((kind) => (kind === 'copy' ? 'table-copy' : kind), tableJobKind),
  /** The connection that a copy reads from; absent for others. */
  sourceConnectionId: z.string().optional(),
  table: z.string(),
  rowsDone: z.int(),
  /** Null while unknown. */
  rowsTotal: z.int().nullable(),
  rowsRejected: z.int(),
  /** Of the file that is read or written; null for work without one, and for the total while it is unknown. */
  bytesDone: z.number().nullable(),
  bytesTotal: z.number().nullable(),
  /** Smoothed over the last seconds; 0 when nothing moves. */
  rowsPerSecond: z.number(),
  /** Average over the time in which its last run moved; absent until measured. */
  meanRowsPerSecond: z.number().optional(),
  batches: z.int(),
  requests: z.int(),
  /** Current concurrency and batch size, and why they were last changed; null for work that sends no batches. */
  pace: z.object({ batchSize: z.int(), concurrency: z.int(), reason: z.string() }).nullable(),
  failures: z.array(failureGroup),
  /** Shown in this order; a list need not know what they mean. */
  facts: z.array(jobFact).default([]),
  /** Rejected rows are available: `imports.rejected-rows` and `imports.save-rejected`. */
  keepsRejectedRows: z.boolean().default(false),
  /** Name of the complete file on this machine, which `shell.reveal-job-file` shows. Null for none. */
  outputFile: z.string().nullable().default(null),
  /** Of bulk changes only. */
  bulk: bulkState.optional(),
  /**
   * The user's action that is required to continue: a renaming deletes its source only on confirmation. Null for none.
   */
  awaits: z.enum(['confirmation']).nullable().default(null),
  /** Why it ended, of a failed job. */
  error: errorShape.nullable(),
  /** Running time of all runs without pauses; null when unknown because one was killed. */
  ranMs: z.number().nullable().default(null),
});
export type TableJob = z.infer<typeof tableJob>;

/** A row of an input that was not written. */
export const rejectedRow = z.object({
  /** Where the row starts in the input, from 1. */
  line: z.int(),
  code: z.string(),
  message: z.string(),
  /** The row as written in the input; its start if it is long. */
  text: z.string(),
});
export type RejectedRow = z.infer<typeof rejectedRow>;
