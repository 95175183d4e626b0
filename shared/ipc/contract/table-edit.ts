// Reading, changing and restoring single entities.
import { z } from 'zod';
import { editGrouping, entityKeys, maxStoredAtOnce, stagedEdit } from '../../model/edit';
import {
  applyResult,
  conflictPick,
  interruptedMove,
  restoreResult,
  undoEntry,
  undoPage,
} from '../../model/edit-outcome';
import { editReview } from '../../model/edit-review';
import { entity } from '../../model/entity';
import { type CallDeclaration, call, nothing, onConnection, onTable } from './declare';
import { windowName } from '../../model/app';

const staged = onTable.extend({ edits: z.array(stagedEdit).min(1), grouping: editGrouping });

/** A page of lines is a few hundred KiB; entries may take 1 MiB each. */
export const maxUndoLines = 1000;
export const maxUndoEntries = 100;

const ofWindow = z.object({ window: windowName });

export const tableEditCalls = {
  /** The current entity with all properties; null if there is none. */
  'entities.get': call('engine', onTable.extend({ keys: entityKeys }), z.object({ entity: entity.nullable() })),
  /** Sends nothing. `edits.apply` with the same input sends exactly these requests. */
  'edits.review': call('engine', staged, editReview),
  /**
   * Rejected while the connection is locked. A call rather than a stream, so that nothing is applied twice by a new
   * subscription. Calls that belong together, made separately for their progress, share an `applyId`, as do their undo
   * records.
   */
  'edits.apply': call(
    'engine',
    /** `before: 'unread'`: edits over any version are sent at once, and cannot be undone. */
    staged.extend({ applyId: z.string().min(1).optional(), before: z.literal('unread').optional() }),
    applyResult,
  ),
  /** After a conflict: writes the picked values with the ETag of `theirs`; without a pick, my change counts. */
  'edits.retry': call(
    'engine',
    onTable.extend({ edit: stagedEdit, theirs: entity.nullable(), picks: z.array(conflictPick) }),
    applyResult,
  ),
  /** Interrupted key changes of this run and of earlier ones, on all connections. */
  'edits.moves': call('engine', nothing, z.array(interruptedMove)),
  /** `finish`: only the new keys remain. `undo`: only the old ones. Fails if the rows have changed since. */
  'edits.settle-move': call('engine', z.object({ moveId: z.string(), how: z.enum(['finish', 'undo']) }), nothing),
  /**
   * A page of the changes applied to the connection, or to one table, newest first. `after`: the id of the last line of
   * the previous page; if that is no longer stored, no older line is.
   */
  'undo.list': call(
    'engine',
    onConnection.extend({
      table: z.string().optional(),
      after: z.string().optional(),
      limit: z.int().min(1).max(maxUndoLines),
    }),
    undoPage,
  ),
  /** The complete changes with these ids, if they are still stored, in any order. */
  'undo.entries': call(
    'engine',
    onConnection.extend({ ids: z.array(z.string()).min(1).max(maxUndoEntries) }),
    z.array(undoEntry),
  ),
  /** Size of a connection's records on disk, and the size above which the oldest are removed. */
  'undo.size': call('engine', onConnection, z.object({ bytes: z.int(), maxBytes: z.int() })),
  /**
   * Newest first, whatever the order of the ids. Restoring is itself a change that can be undone; several calls that
   * belong together share an `applyId`.
   */
  'undo.restore': call(
    'engine',
    onConnection.extend({ ids: z.array(z.string()).min(1), applyId: z.string().min(1).optional() }),
    restoreResult,
  ),
  /** Permanently removes the records of a connection. */
  'undo.forget': call('engine', onConnection, nothing),
} as const satisfies Record<string, CallDeclaration>;

/** Changes that are staged in a window but not applied: saved so that they survive the window, even if it is killed. */
export const stagedCalls = {
  /** Everything saved for the window, by table, in the order of staging. None of it is sent anywhere. */
  'staged.read': call('engine', ofWindow, z.array(onTable.extend({ edits: z.array(stagedEdit) }))),
  /** `gone`: ids of edits that are no longer staged; `edits`: new or changed ones. On disk when the call returns. */
  'staged.keep': call(
    'engine',
    onTable.extend({
      ...ofWindow.shape,
      gone: z.array(z.string()),
      edits: z.array(stagedEdit).max(maxStoredAtOnce),
    }),
    nothing,
  ),
} as const satisfies Record<string, CallDeclaration>;
