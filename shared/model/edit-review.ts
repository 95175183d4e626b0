// What staged edits come to: the exact requests, or everything that keeps them from being sent.
import { z } from 'zod';

const editOperation = z.enum(['insert', 'merge', 'replace', 'insert-or-merge', 'insert-or-replace', 'delete']);
export type EditOperation = z.infer<typeof editOperation>;

/** One operation as it goes out, alone or as a part of a transaction. */
const plannedRequest = z.object({
  editId: z.string(),
  operation: editOperation,
  method: z.enum(['POST', 'PATCH', 'PUT', 'DELETE']),
  /** Below the endpoint, percent-encoded. */
  path: z.string(),
  partitionKey: z.string(),
  rowKey: z.string(),
  /** `*`: whatever is there. Null: the operation takes no condition. */
  ifMatch: z.string().nullable(),
  /** The JSON as it is on the wire; null for a delete. */
  body: z.string().nullable(),
  /** Of the body; in a transaction of the whole part. */
  bytes: z.int(),
});
export type PlannedRequest = z.infer<typeof plannedRequest>;

/** What is sent one after the other. `move`: insert, read back and compare, then delete, in a journal throughout. */
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

/** One reason why nothing is sent. */
export const editViolation = z.object({
  /** The edit at fault; null when it is the transaction. */
  editId: z.string().nullable(),
  /** The property, `PartitionKey`, `RowKey`, or what else is at fault. */
  field: z.string(),
  /** The value at fault, cut to what can be shown; empty where there is none. */
  value: z.string(),
  /** Sentences. */
  problem: z.string(),
  fix: z.string(),
});
export type EditViolation = z.infer<typeof editViolation>;

/** With violations nothing is sent; `steps` then holds what is sound, to be shown. */
export const editReview = z.object({
  steps: z.array(plannedStep),
  violations: z.array(editViolation),
  requests: z.int(),
  bytes: z.int(),
});
export type EditReview = z.infer<typeof editReview>;
