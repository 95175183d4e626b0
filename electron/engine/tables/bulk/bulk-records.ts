// The records in the journal of a bulk job and in its results file.
import { z } from 'zod';
import { readColumns, writeCondition } from '@shared/model/edit';
import { bulkAction, bulkRate } from '@shared/model/table-bulk';
import { tableJob } from '@shared/model/table-job';
import { tableQuery } from '@shared/model/table-query';

const anyAction = z.discriminatedUnion('kind', [...bulkAction.options, z.object({ kind: z.literal('restore') })]);

const bulkHead = z.object({
  record: z.literal('bulk'),
  id: z.string(),
  connectionId: z.string(),
  table: z.string(),
  kind: z.enum(['update', 'delete', 'clear', 'restore']),
  /** In the language set at its start, for programs without translations; `titleOf` words it again. */
  title: z.string(),
  action: anyAction,
  condition: writeCondition,
  readColumns,
  undo: z.enum(['keep', 'none']),
  /** The condition that a row must match when it is read again; null for chosen rows. */
  query: tableQuery.nullable(),
  /** The job that a restoration undoes. */
  restores: z.string().nullable(),
  /** What a restoration reverts; absent in other jobs, and in those begun by an earlier version. */
  takesBack: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('job'), of: z.object({ action: anyAction, title: z.string() }) }),
      z.object({ kind: z.literal('file'), change: z.string() }),
    ])
    .optional(),
  rowsPerSecond: bulkRate,
  createdAtMs: z.number(),
});
export type BulkHead = z.infer<typeof bulkHead>;

export const bulkRecord = z.discriminatedUnion('record', [
  bulkHead,
  /** The plan is complete up to here. Rows before `givenUp` are no longer sent, because the user cancelled. */
  z.object({ record: z.literal('planned'), rows: z.int(), bytes: z.number(), givenUp: z.int().optional() }),
  /** Counts that the results do not contain. */
  z.object({
    record: z.literal('traffic'),
    batches: z.int(),
    requests: z.int(),
    retries: z.int(),
    throttled: z.int(),
  }),
  z.object({ record: z.literal('rate'), rowsPerSecond: bulkRate }),
  /** Another job has restored the rows that this one changed; an earlier version wrote this when that job started. */
  z.object({ record: z.literal('undone') }),
  z.object({ record: z.literal('ended'), view: tableJob }),
]);
export type BulkRecord = z.infer<typeof bulkRecord>;

/** Row numbers are written like `3-17,20`. */
export const resultRecord = z.discriminatedUnion('kind', [
  /** About to be sent: the outcome is unknown until a result follows. */
  z.object({ kind: z.literal('sent'), rows: z.string() }),
  /** Sent and rejected by the error that ended the run: counts as not sent. */
  z.object({ kind: z.literal('refused'), rows: z.string() }),
  /** ETags in the order of the rows; none after a delete. */
  z.object({ kind: z.literal('written'), rows: z.string(), etags: z.array(z.string()) }),
  z.object({ kind: z.literal('unchanged'), rows: z.string() }),
  z.object({
    kind: z.literal('failed'),
    rows: z.string(),
    code: z.string(),
    message: z.string(),
    /** `PartitionKey / RowKey` of the first such row. */
    example: z.string(),
  }),
  /** Read again and appended to the end of the plan. */
  z.object({ kind: z.literal('retried'), rows: z.string() }),
]);
export type ResultRecord = z.infer<typeof resultRecord>;
