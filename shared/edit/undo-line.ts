// An applied change as a line of a list: what it did and to which entity, without the values.
import type { EntityKeys } from '../model/edit';
import type { UndoEntry, UndoKind, UndoLine } from '../model/edit-outcome';

export function undoLineOf(entry: UndoEntry): UndoLine {
  const { id, applyId, atMs, table, state, before, after } = entry;
  const kind = kindOf(entry);
  const old = before === 'unknown' ? null : before;
  return {
    id,
    applyId,
    atMs,
    table,
    state,
    kind,
    keys: keysOf(after ?? old),
    keysBefore: kind === 'moved' ? keysOf(old) : null,
  };
}

function kindOf({ before, after }: UndoEntry): UndoKind {
  if (before === 'unknown') return 'overwritten';
  if (before === null) return 'inserted';
  if (after === null) return 'deleted';
  return before.partitionKey === after.partitionKey && before.rowKey === after.rowKey ? 'changed' : 'moved';
}

/** No entity before or after cannot result from an apply, but the list shows it all the same. */
function keysOf(keys: EntityKeys | null): EntityKeys {
  return { partitionKey: keys?.partitionKey ?? '', rowKey: keys?.rowKey ?? '' };
}
