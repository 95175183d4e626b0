// The requests that staged edits lead to, or everything that prevents them from being sent.
import { z } from 'zod';

const editOperation = z.enum(['insert', 'merge', 'replace', 'insert-or-merge', 'insert-or-replace', 'delete']);
export type EditOperation = z.infer<typeof editOperation>;

/** One operation as it is sent, alone or as part of a transaction. */
const plannedRequest = z.object({
  editId: z.string(),
  operation: editOperation,
  method: z.enum(['POST', 'PATCH', 'PUT', 'DELETE']),
  /** Below the endpoint, percent-encoded. */
  path: z.string(),
  partitionKey: z.string(),
  rowKey: z.string(),
  /** `*`: any existing version. Null: no condition. */
  ifMatch: z.string().nullable(),
  /** The JSON as it is on the wire; null for a delete. */
  body: z.string().nullable(),
  /** Size of the body; in a transaction, of the whole part. */
  bytes: z.int(),
  /** The index that the row belongs to; absent for the entity of the edit itself. */
  index: z.string().optional(),
});
export type PlannedRequest = z.infer<typeof plannedRequest>;

/** A sequence of requests. `move`: insert, read back and compare, then delete, recorded in a journal. */
const plannedStep = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('single'), request: plannedRequest }),
  z.object({
    kind: z.literal('transaction'),
    partitionKey: z.string(),
    requests: z.array(plannedRequest),
    /** Of the whole request body. */
    bytes: z.int(),
  }),
  z.object({ kind: z.literal('move'), insert: plannedRequest, remove: plannedRequest }),
]);
export type PlannedStep = z.infer<typeof plannedStep>;

/** A reason why nothing is sent. */
export const editViolation = z.object({
  /** The edit that causes it; null when the transaction as a whole does. */
  editId: z.string().nullable(),
  /** The property, `PartitionKey`, `RowKey`, or other part that causes it. */
  field: z.string(),
  /** The offending value, shortened for display; empty for none. */
  value: z.string(),
  /** Sentences. */
  problem: z.string(),
  fix: z.string(),
});
export type EditViolation = z.infer<typeof editViolation>;

/** If there are violations, nothing is sent; `steps` then contains the valid part, for display. */
export const editReview = z.object({
  steps: z.array(plannedStep),
  violations: z.array(editViolation),
  requests: z.int(),
  bytes: z.int(),
});
export type EditReview = z.infer<typeof editReview>;
