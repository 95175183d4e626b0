// Applied changes as the lines of a list: a heading over what was applied together, below it each change and what it did.
import type { UndoEntry, UndoKind, UndoLine } from '@shared/model/edit-outcome';
import { t } from '@shared/strings/t';
import { type PropertyDiff, diffProperties } from '../result/value-diff';
import { rowLabel } from '../result/value-format';

export type ListLine =
  | {
      readonly kind: 'heading';
      readonly applyId: string;
      readonly atMs: number;
      readonly tables: readonly string[];
      readonly ids: readonly string[];
    }
  | { readonly kind: 'change'; readonly change: UndoLine };

/** In the order of the changes; a heading where a new apply begins. */
export function listLines(changes: readonly UndoLine[]): ListLine[] {
  const groups: { applyId: string; changes: UndoLine[] }[] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last?.applyId === change.applyId) last.changes.push(change);
    else groups.push({ applyId: change.applyId, changes: [change] });
  }
  const lines: ListLine[] = [];
  for (const { applyId, changes: together } of groups) {
    lines.push({
      kind: 'heading',
      applyId,
      atMs: together.reduce((latest, { atMs }) => Math.max(latest, atMs), 0),
      tables: [...new Set(together.map(({ table }) => table))],
      ids: together.map(({ id }) => id),
    });
    for (const change of together) lines.push({ kind: 'change', change });
  }
  return lines;
}

/** Tells a line from others of the list, however the list grows. */
export function lineKey(line: ListLine): string {
  return `${line.kind}:${line.kind === 'heading' ? line.applyId : line.change.id}`;
}

/** The changes of one table, or of all. */
export function ofTable(changes: readonly UndoLine[], table: string | undefined): readonly UndoLine[] {
  return table === undefined ? changes : changes.filter((change) => change.table === table);
}

export function isRestorable({ state, kind }: UndoLine): boolean {
  return state !== 'restored' && kind !== 'overwritten';
}

export const changeLabels: Readonly<Record<UndoKind, string>> = {
  inserted: t`Inserted`,
  changed: t`Changed`,
  deleted: t`Deleted`,
  moved: t`Keys changed`,
  overwritten: t`Overwritten`,
};

/** The row as people read it; for a change of keys both. */
export function rowOfChange({ keys, keysBefore }: UndoLine): string {
  return keysBefore === null ? rowLabel(keys) : `${rowLabel(keysBefore)} → ${rowLabel(keys)}`;
}

/** What restoring changes, seen from what the change left behind. */
export function restoreDiff({ before, after }: UndoEntry): PropertyDiff[] {
  if (before === 'unknown') return [];
  return diffProperties(after?.properties ?? [], before?.properties ?? []);
}

/** What the change did, seen from what was there before. */
export function appliedDiff({ before, after }: UndoEntry): PropertyDiff[] {
  if (before === 'unknown') return [];
  return diffProperties(before?.properties ?? [], after?.properties ?? []);
}

/** What restoring does, in a sentence. */
export const restoreLabels: Readonly<Record<UndoKind, string>> = {
  overwritten: t`What was there before could not be read when it was written, so it cannot be restored.`,
  inserted: t`Restoring deletes the entity, if nobody changed it since.`,
  deleted: t`Restoring inserts the entity again, if nothing has its keys now.`,
  moved: t`Restoring gives the entity its old keys back, if nobody changed it since.`,
  changed: t`Restoring writes the old values, if nobody changed the entity since.`,
};
