// A bulk change as it is asked for, what its preview found, and how its job stands: one action over a whole query result
// or over chosen rows.
import { z } from 'zod';
import { tableQuery } from '../query/filter';
import { checkedFilter } from '../query/key-filter';
import { entityKeys, propertyChange, writeCondition } from './edit';
import { edmType, property } from './entity';

/** Which rows: every row that the query finds, loaded or not, or the rows of these keys. */
const bulkScope = z.discriminatedUnion('kind', [
  /** `select` is replaced by what the action needs to know. */
  z.object({ kind: z.literal('query'), query: tableQuery }),
  z.object({ kind: z.literal('keys'), table: z.string(), keys: z.array(entityKeys).min(1) }),
]);

/**
 * `update`: the changes in their order; a row on which none of them has an effect is left alone. `merge` sends only
 * properties that change, and becomes a replacement by itself where one is cleared or renamed.
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
  /** `as-read`: a row that was changed after the preview read it fails. */
  condition: writeCondition,
  /** `keep`: whole rows are read and kept on this machine, so that the change can be undone. */
  undo: z.enum(['keep', 'none']),
});
export type BulkRequest = z.infer<typeof bulkRequest>;

/** Whether it deletes every row of the table. Throws as the filter does. */
export function clearsTable({ action, scope }: BulkRequest): boolean {
  if (action.kind !== 'delete' || scope.kind !== 'query') return false;
  return scope.query.limit === undefined && checkedFilter(scope.query).text === '';
}

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

/** A row as it is and as it would be; long texts are cut. Of an update only what is touched; null after a delete. */
const bulkSampleRow = z.object({
  partitionKey: z.string(),
  rowKey: z.string(),
  before: z.array(property),
  after: z.array(property).nullable(),
});
export type BulkSampleRow = z.infer<typeof bulkSampleRow>;

/** Rows of which a property would get another type than it holds. */
const bulkTypeChange = z.object({ name: z.string(), from: edmType, to: edmType, count: z.int() });
export type BulkTypeChange = z.infer<typeof bulkTypeChange>;

export const bulkPreview = z.object({
  /** Rows found so far, whatever becomes of them. */
  rows: z.int(),
  /** Rows that are sent; `unchanged` ones are as the action wants them already. */
  affected: z.int(),
  unchanged: z.int(),
  /** Chosen rows that are no longer there. */
  missing: z.int(),
  /** Exact up to 10,000, an estimate past that. */
  partitions: z.int(),
  largestPartitionRows: z.int(),
  /** Transactions that the rows make, which is what the service charges for. */
  batches: z.int(),
  /** Of all request bodies. */
  requestBytes: z.number(),
  /** Of the file that lists the rows; with `undo: keep` it holds them whole. */
  fileBytes: z.number(),
  /** The most that may be kept for undo. */
  fileBytesAllowed: z.number(),
  /** What the service was asked for the preview itself. */
  readRequests: z.int(),
  elapsedMs: z.number(),
  /** What it takes at least without a rate limit, with a service at its best. */
  leastMs: z.number(),
  sample: z.array(bulkSampleRow),
  /** Over all rows that were found so far. */
  typeChanges: z.array(bulkTypeChange),
  problems: z.array(bulkProblem),
  /** `limit`: the row limit of the query ended it, and there may be more rows. */
  ended: z.enum(['no', 'end', 'limit']),
});
export type BulkPreview = z.infer<typeof bulkPreview>;

/** Entities a second; null for as fast as the service takes them. */
export const bulkRate = z.int().min(1).max(100_000).nullable();

/** What a bulk job shows beside what every job shows. */
export const bulkStanding = z.object({
  /** Done without a write: the row was as wanted already, or gone. */
  rowsUnchanged: z.int(),
  /** Sent and not answered: nobody knows whether they were written. Records of earlier versions do not say. */
  rowsInDoubt: z.int().optional(),
  rowsPerSecondAllowed: bulkRate,
  /** `kept`: the change can be undone; `none` also while nothing can have been written. */
  undo: z.enum(['none', 'kept', 'used']),
  /** The job that this one undoes. */
  restores: z.string().nullable(),
});
export type BulkStanding = z.infer<typeof bulkStanding>;

/** How long it takes at least under a rate limit, ms. */
export function bulkDurationMs({ affected, leastMs }: BulkPreview, rowsPerSecond: number | null): number {
  return rowsPerSecond === null ? leastMs : Math.max(leastMs, (affected / rowsPerSecond) * 1000);
}
