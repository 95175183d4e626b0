// What became of applied edits: done, in conflict, failed; what can be undone; moves that were interrupted.
import { z } from 'zod';
import { errorShape } from '../error-shape';
import { entityKeys } from './edit';
import { edmValue, entity } from './entity';
import { editViolation } from './edit-review';

/** A property in a conflict; null where the entity does not hold it. */
const conflictProperty = z.object({
  name: z.string(),
  mine: edmValue.nullable(),
  theirs: edmValue.nullable(),
  asRead: edmValue.nullable(),
  /** Who changed it since it was read. `nobody` where both are as read. */
  changedBy: z.enum(['nobody', 'mine', 'theirs', 'both']),
});
export type ConflictProperty = z.infer<typeof conflictProperty>;

/** `changed`: somebody wrote meanwhile. `deleted`: nothing is there any more. `exists`: an insert met a row. */
const editConflict = z.object({
  reason: z.enum(['changed', 'deleted', 'exists']),
  /** Read afresh, with the ETag for the next try; null when nothing is there. */
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
    /** True where the reply was lost and the rows were read back to know. */
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
  /** Nothing of it was written. `culprit`: the edit for whose sake the transaction failed. */
  z.object({ kind: z.literal('not-written'), editId: z.string(), culprit: z.string().nullable() }),
]);
export type EditOutcome = z.infer<typeof editOutcome>;

/** Either violations and nothing was sent, or an outcome for each edit, in their order. */
export const applyResult = z.object({ violations: z.array(editViolation), outcomes: z.array(editOutcome) });
export type ApplyResult = z.infer<typeof applyResult>;

/** How one property of a conflict is to end. */
export const conflictPick = z.object({ name: z.string(), take: z.enum(['mine', 'theirs', 'as-read']) });
export type ConflictPick = z.infer<typeof conflictPick>;

/** A change that was applied, with what was there before and after. Null: no entity. */
export const undoEntry = z.object({
  id: z.string(),
  /** All changes that were applied together share it. */
  applyId: z.string(),
  /** Wall time, ms since 1970. */
  atMs: z.number(),
  table: z.string(),
  /** `uncertain`: the engine ended before it knew the outcome. */
  state: z.enum(['applied', 'restored', 'uncertain']),
  /** `unknown`: it could not be read before the write, so it cannot be restored. */
  before: z.union([entity, z.null(), z.literal('unknown')]),
  after: entity.nullable(),
});
export type UndoEntry = z.infer<typeof undoEntry>;

/** What a change did; `overwritten`: what was there before is unknown, so it cannot be restored. */
const undoKind = z.enum(['inserted', 'changed', 'deleted', 'moved', 'overwritten']);
export type UndoKind = z.infer<typeof undoKind>;

/** An applied change without its values: small enough for a list of all. */
const undoLine = undoEntry.pick({ id: true, applyId: true, atMs: true, table: true, state: true }).extend({
  kind: undoKind,
  /** Of the entity that the change left behind or deleted. */
  keys: entityKeys,
  /** The keys that it had before; null unless they are others. */
  keysBefore: entityKeys.nullable(),
});
export type UndoLine = z.infer<typeof undoLine>;

export const undoPage = z.object({
  /** Newest first. */
  lines: z.array(undoLine),
  /** Of all pages, as it is now. */
  total: z.int(),
  /** Whether older ones follow; the next page is asked for with the id of the last line. */
  more: z.boolean(),
});

export const restoreResult = z.object({
  restored: z.array(z.string()),
  notRestored: z.array(z.object({ id: z.string(), reason: z.string(), conflict: editConflict.optional() })),
});
export type RestoreResult = z.infer<typeof restoreResult>;

/** A change of keys across partitions that was interrupted. `inserted`: the entity may now be under both keys. */
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
