// Undo records as the lines of a list: a heading over what was applied together, below it each change and what it did.
import type { UndoEntry } from '@shared/model/edit-outcome';
import { type PropertyDiff, diffProperties } from '../review/property-diff';
import { rowWords } from '../review/review-lines';

export type UndoLine =
  | {
      readonly kind: 'heading';
      readonly atMs: number;
      readonly tables: readonly string[];
      readonly ids: readonly string[];
    }
  | { readonly kind: 'change'; readonly entry: UndoEntry };

/** In the order of the entries; a heading where a new apply begins. */
export function undoLines(entries: readonly UndoEntry[]): UndoLine[] {
  const groups: { applyId: string; entries: UndoEntry[] }[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last?.applyId === entry.applyId) last.entries.push(entry);
    else groups.push({ applyId: entry.applyId, entries: [entry] });
  }
  return groups.flatMap(({ entries: together }): UndoLine[] => {
    const tables = [...new Set(together.map(({ table }) => table))];
    const ids = together.map(({ id }) => id);
    const atMs = Math.max(...together.map((entry) => entry.atMs));
    return [{ kind: 'heading', atMs, tables, ids }, ...together.map((entry): UndoLine => ({ kind: 'change', entry }))];
  });
}

/** Newest first, whatever order they were recorded in. */
export function ofTable(entries: readonly UndoEntry[], table: string | undefined): readonly UndoEntry[] {
  return table === undefined ? entries : entries.filter((entry) => entry.table === table);
}

export function isRestorable({ state, before }: UndoEntry): boolean {
  return state !== 'restored' && before !== 'unknown';
}

export type ChangeKind = 'inserted' | 'changed' | 'deleted' | 'moved' | 'unknown';

export function kindOfChange({ before, after }: UndoEntry): ChangeKind {
  if (before === 'unknown') return 'unknown';
  if (before === null) return 'inserted';
  if (after === null) return 'deleted';
  return before.partitionKey === after.partitionKey && before.rowKey === after.rowKey ? 'changed' : 'moved';
}

export const changeWords: Readonly<Record<ChangeKind, string>> = {
  inserted: 'Inserted',
  changed: 'Changed',
  deleted: 'Deleted',
  moved: 'Keys changed',
  unknown: 'Overwritten',
};

/** The row as people read it; for a change of keys both. */
export function rowOfChange({ before, after }: UndoEntry): string {
  const old = before === 'unknown' || before === null ? null : before;
  if (old !== null && after !== null && rowWords(old) !== rowWords(after))
    return `${rowWords(old)} → ${rowWords(after)}`;
  const row = after ?? old;
  return row === null ? '(unknown row)' : rowWords(row);
}

/** What restoring changes, seen from what the change left behind. */
export function restoreDiff({ before, after }: UndoEntry): PropertyDiff[] {
  if (before === 'unknown') return [];
  return diffProperties(after?.properties ?? [], before?.properties ?? []);
}

/** What restoring does, in a sentence. */
export function restoreWords(entry: UndoEntry): string {
  switch (kindOfChange(entry)) {
    case 'unknown':
      return 'What was there before could not be read when it was written, so it cannot be restored.';
    case 'inserted':
      return 'Restoring deletes the entity, if nobody changed it since.';
    case 'deleted':
      return 'Restoring inserts the entity again, if nothing has its keys now.';
    case 'moved':
      return 'Restoring gives the entity its old keys back, if nobody changed it since.';
    case 'changed':
      return 'Restoring writes the old values, if nobody changed the entity since.';
  }
}
