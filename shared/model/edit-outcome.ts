// The outcome of applied edits: done, in conflict, failed; what can be undone; moves that were interrupted.
import { z } from 'zod';
import { errorShape } from '../error-shape';
import { entityKeys } from './edit';
import { edmValue, entity } from './entity';
import { editViolation } from './edit-review';

/** A property in a conflict; null when that version lacks it. */
const conflictProperty = z.object({
  name: z.string(),
  mine: edmValue.nullable(),
  theirs: edmValue.nullable(),
  asRead: edmValue.nullable(),
  /** Who changed it since it was read. `nobody`: both versions are as read. */
  changedBy: z.enum(['nobody', 'mine', 'theirs', 'both']),
});
export type ConflictProperty = z.infer<typeof conflictProperty>;

/** `changed`: another client wrote it. `deleted`: it no longer exists. `exists`: an insert found an existing row. */
const editConflict = z.object({
  reason: z.enum(['changed', 'deleted', 'exists']),
  /** The current entity, with the ETag for the next try; null when it no longer exists. */
  theirs: entity.nullable(),
  properties: z.array(conflictProperty),
});
export type EditConflict = z.infer<typeof editConflict>;

const editOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('applied'),
    editId: z.string(),
    /** The new ETag; null after a delete. */
    etag: z.string().nullable(),
    undoId: z.string(),
    /** True when the reply was lost and the rows were read back. */
    readBack: z.boolean(),
  }),
  z.object({ kind: z.literal('conflict'), editId: z.string(), conflict: editConflict }),
  z.object({
    kind: z.literal('failed'),
    editId: z.string(),
    error: errorShape,
    /** A move that stopped half-way; settle it with `edits.settle-move`. */
    moveId: z.string().optional(),
  }),
  /** Nothing was written. `culprit`: the edit because of which the transaction failed. */
  z.object({ kind: z.literal('not-written'), editId: z.string(), culprit: z.string().nullable() }),
]);
export type EditOutcome = z.infer<typeof editOutcome>;

/** Either violations and nothing was sent, or one outcome per edit, in order. */
export const applyResult = z.object({ violations: z.array(editViolation), outcomes: z.array(editOutcome) });
export type ApplyResult = z.infer<typeof applyResult>;

/** How to resolve one property of a conflict. */
export const conflictPick = z.object({ name: z.string(), take: z.enum(['mine', 'theirs', 'as-read']) });
export type ConflictPick = z.infer<typeof conflictPick>;

/** An applied change with the states before and after it. Null: no entity. */
export const undoEntry = z.object({
  id: z.string(),
  /** Shared by all changes that were applied together. */
  applyId: z.string(),
  /** Wall time, ms since 1970. */
  atMs: z.number(),
  table: z.string(),
  /** `uncertain`: the engine stopped before it knew the outcome. */
  state: z.enum(['applied', 'restored', 'uncertain']),
  /** `unknown`: the state could not be read before the write, so it cannot be restored. */
  before: z.union([entity, z.null(), z.literal('unknown')]),
  after: entity.nullable(),
});
export type UndoEntry = z.infer<typeof undoEntry>;

/** The effect of a change; `overwritten`: the previous state is unknown, so it cannot be restored. */
const undoKind = z.enum(['inserted', 'changed', 'deleted', 'moved', 'overwritten']);
export type UndoKind = z.infer<typeof undoKind>;

/** An applied change without its values: small enough for a list of all. */
const undoLine = undoEntry.pick({ id: true, applyId: true, atMs: true, table: true, state: true }).extend({
  kind: undoKind,
  /** Keys of the entity that the change left behind or deleted. */
  keys: entityKeys,
  /** Its previous keys; null when they did not change. */
  keysBefore: entityKeys.nullable(),
});
export type UndoLine = z.infer<typeof undoLine>;

export const undoPage = z.object({
  /** Newest first. */
  lines: z.array(undoLine),
  /** Number of all changes at present. */
  total: z.int(),
  /** Whether older changes follow; request the next page with the id of the last line. */
  more: z.boolean(),
});

export const restoreResult = z.object({
  restored: z.array(z.string()),
  notRestored: z.array(z.object({ id: z.string(), reason: z.string(), conflict: editConflict.optional() })),
});
export type RestoreResult = z.infer<typeof restoreResult>;

/** An interrupted change of keys across partitions. `inserted`: the entity may exist under both keys. */
export const interruptedMove = z.object({
  moveId: z.string(),
  connectionId: z.string(),
  table: z.string(),
  from: entityKeys,
  to: entityKeys,
  state: z.enum(['planned', 'inserted']),
  atMs: z.number(),
});
export type InterruptedMove = z.infer<typeof interruptedMove>;
