// The request for a bulk change, the findings of its preview, and the state of its job: one action on a whole query
// result or on chosen rows.
import { z } from 'zod';
import { tableQuery } from './table-query';
import { entityKeys, propertyChange, writeCondition } from './edit';
import { edmType, property } from './entity';

/** The rows to change: all that the query finds, loaded or not, or those with these keys. */
const bulkScope = z.discriminatedUnion('kind', [
  /** `select` is replaced by the columns that the action needs. */
  z.object({ kind: z.literal('query'), query: tableQuery }),
  z.object({ kind: z.literal('keys'), table: z.string(), keys: z.array(entityKeys).min(1) }),
]);

/**
 * `update`: the changes in order; a row on which none has an effect is not written. `merge` sends only changed
 * properties and becomes a replacement when one is cleared or renamed.
 */
export const bulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delete') }),
  z.object({
    kind: z.literal('update'),
    changes: z.array(propertyChange).min(1).max(50),
    mode: z.enum(['merge', 'replace']),
  }),
]);
export type BulkAction = z.infer<typeof bulkAction>;

export const bulkRequest = z.object({
  scope: bulkScope,
  action: bulkAction,
  /** `as-read`: fails for rows that were changed after the preview read them. */
  condition: writeCondition,
  /** `keep`: whole rows are read and stored on this machine, so that the change can be undone. */
  undo: z.enum(['keep', 'none']),
});
export type BulkRequest = z.infer<typeof bulkRequest>;

/** Rows that will not be sent, for one reason. */
const bulkProblem = z.object({
  field: z.string(),
  /** Sentences. */
  problem: z.string(),
  fix: z.string(),
  count: z.int(),
  /** `PartitionKey / RowKey` of the first ones. */
  examples: z.array(z.string()),
});
export type BulkProblem = z.infer<typeof bulkProblem>;

/**
 * A row before and after the change; long texts are shortened. Of an update only the affected properties; null after a
 * delete.
 */
const bulkSampleRow = z.object({
  partitionKey: z.string(),
  rowKey: z.string(),
  before: z.array(property),
  after: z.array(property).nullable(),
});
export type BulkSampleRow = z.infer<typeof bulkSampleRow>;

/** Rows in which a property would change its type. */
const bulkTypeChange = z.object({ name: z.string(), from: edmType, to: edmType, count: z.int() });
export type BulkTypeChange = z.infer<typeof bulkTypeChange>;

export const bulkPreview = z.object({
  /** Rows found until now, regardless of what happens to them. */
  rows: z.int(),
  /** Rows that will be sent; `unchanged` ones need no write. */
  affected: z.int(),
  unchanged: z.int(),
  /** Chosen rows that no longer exist. */
  missing: z.int(),
  /** Exact up to 10,000, an estimate past that. */
  partitions: z.int(),
  largestPartitionRows: z.int(),
  /** Number of transactions, which the service charges for. */
  batches: z.int(),
  /** Total size of all request bodies. */
  requestBytes: z.number(),
  /** Size of the file that lists the rows; with `undo: keep` it contains them whole. */
  fileBytes: z.number(),
  /** Maximum size that may be stored for undo. */
  fileBytesAllowed: z.number(),
  /** Requests sent for the preview itself. */
  readRequests: z.int(),
  elapsedMs: z.number(),
  /** Minimum time without a rate limit, with the service at its best. */
  minMs: z.number(),
  sample: z.array(bulkSampleRow),
  /** Over all rows found until now. */
  typeChanges: z.array(bulkTypeChange),
  problems: z.array(bulkProblem),
  /** `limit`: the query's row limit ended it, and there may be more rows. */
  ended: z.enum(['no', 'end', 'limit']),
});
export type BulkPreview = z.infer<typeof bulkPreview>;

/** Entities a second; null for as fast as the service takes them. */
export const bulkRate = z.int().min(1).max(100_000).nullable();

/** The fields of a bulk job in addition to those of every job. */
export const bulkState = z.object({
  /** Settled without a write: the row was already as wanted, or gone. */
  rowsUnchanged: z.int(),
  /** Sent and never answered, so it is unknown whether they were written. Absent in records of earlier versions. */
  rowsInDoubt: z.int().optional(),
  rowsPerSecondAllowed: bulkRate,
  /** `saved`: the change can be undone. `none`: also while nothing can have been written. */
  undo: z.enum(['none', 'kept', 'used']),
  /** The job that this one undoes. */
  restores: z.string().nullable(),
});
export type BulkState = z.infer<typeof bulkState>;

/** The minimum time under a rate limit, in ms. */
export function bulkDurationMs({ affected, minMs }: BulkPreview, rowsPerSecond: number | null): number {
  return rowsPerSecond === null ? minMs : Math.max(minMs, (affected / rowsPerSecond) * 1000);
}
