// The applied changes of a connection without their values: read page by page, shown as lines under the apply they
// belong to, and chosen to be restored.
import { call } from '@renderer/bridge';
import { StowageError } from '@shared/errors';
import { maxUndoLines } from '@shared/ipc/contract/table-edit';
import type { UndoEntry, UndoKind, UndoLine } from '@shared/model/edit-outcome';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { t } from '@shared/strings/t';
import { type PropertyDiff, diffProperties } from '../result/value-diff';
import { rowLabel } from '../result/value-format';

interface UndoList {
  /** Newest first; undefined before the first page. During a reload, the changes of the previous reading. */
  readonly changes: readonly UndoLine[] | undefined;
  /** The number of stored changes, read or not. */
  readonly total: number;
  readonly isReading: boolean;
  readonly error: StowageError | null;
  readonly reload: () => void;
}

type State = Omit<UndoList, 'reload'>;

export function useUndoList(connectionId: string): UndoList {
  const [state, setState] = useState<State>({ changes: undefined, total: 0, isReading: true, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let isFirst = true;
    readAll(connectionId, signal, (changes, total, isLast) => {
      if (signal.aborted) return;
      setState((before) => {
        // A complete list is shown until the next one is complete.
        const isShown = isLast || before.changes === undefined || !isFirst;
        if (isShown) isFirst = false;
        return { changes: isShown ? changes : before.changes, total, isReading: !isLast, error: null };
      });
    }).catch((thrown: unknown) => {
      if (signal.aborted) return;
      setState((before) => ({ ...before, isReading: false, error: StowageError.from(thrown) }));
    });
    return () => controller.abort();
  }, [connectionId, attempt]);
  const reload = useCallback(() => {
    setState((before) => ({ ...before, isReading: true }));
    setAttempt((count) => count + 1);
  }, []);
  return { ...state, reload };
}

async function readAll(
  connectionId: string,
  signal: AbortSignal,
  onPage: (changes: readonly UndoLine[], total: number, isLast: boolean) => void,
): Promise<void> {
  let changes: readonly UndoLine[] = [];
  for (;;) {
    const after = changes.at(-1)?.id;
    const input = { connectionId, limit: maxUndoLines, ...(after === undefined ? {} : { after }) };
    const page = await call('undo.list', input, { signal });
    changes = [...changes, ...page.lines];
    onPage(changes, page.total, !page.more);
    if (!page.more) return;
  }
}

export interface UndoChoice {
  readonly lines: ReturnType<typeof listLines>;
  /** The active line. */
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly wanted: readonly UndoLine[];
  /** Whether all of a line is ticked, and whether any of it can be restored. */
  readonly markOf: (index: number) => { readonly isChosen: boolean; readonly canBeChosen: boolean };
  readonly toggle: (index: number) => void;
  readonly untick: () => void;
}

/**
 * The changes to restore: the ticked ones, else those of the active line.
 */
export function useUndoChoice(listed: readonly UndoLine[]): UndoChoice {
  /** Null until the user activates a line; the newest change is active until then. */
  const [looked, setLooked] = useState<{ readonly key: string; readonly index: number } | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => listLines(listed), [listed]);
  // New changes are added on top, and must not change the active line.
  const found = useMemo(
    () => (looked === null ? -1 : lines.findIndex((line) => lineKey(line) === looked.key)),
    [lines, looked],
  );
  const active = Math.min(found >= 0 ? found : (looked?.index ?? 1), Math.max(0, lines.length - 1));
  const restorable = useMemo(() => new Set(listed.filter(isRestorable).map(({ id }) => id)), [listed]);
  const ticked = useMemo(
    () => listed.filter(({ id }) => chosen.has(id) && restorable.has(id)),
    [listed, chosen, restorable],
  );

  const idsAt = (index: number): readonly string[] => {
    const line = lines[index];
    if (line === undefined) return [];
    return (line.kind === 'heading' ? line.ids : [line.change.id]).filter((id) => restorable.has(id));
  };
  const areChosen = (ids: readonly string[]): boolean => ids.length > 0 && ids.every((id) => chosen.has(id));
  // Without ticks, the active line is meant, whose details are shown beside the list.
  const lookedAt = new Set(idsAt(active));
  return {
    lines,
    active,
    setActive: (index) => {
      const line = lines[index];
      if (line !== undefined) setLooked({ key: lineKey(line), index });
    },
    wanted: ticked.length > 0 ? ticked : listed.filter(({ id }) => lookedAt.has(id)),
    markOf: (index) => {
      const ids = idsAt(index);
      return { isChosen: areChosen(ids), canBeChosen: ids.length > 0 };
    },
    toggle: (index) => {
      const ids = idsAt(index);
      const areAll = areChosen(ids);
      const next = new Set(chosen);
      for (const id of ids) {
        if (areAll) next.delete(id);
        else next.add(id);
      }
      setChosen(next);
    },
    untick: () => setChosen(new Set()),
  };
}

export type ListLine =
  | {
      readonly kind: 'heading';
      readonly applyId: string;
      readonly atMs: number;
      readonly tables: readonly string[];
      readonly ids: readonly string[];
    }
  | { readonly kind: 'change'; readonly change: UndoLine };

/** In the order of the changes, with a heading for each apply. */
function listLines(changes: readonly UndoLine[]): ListLine[] {
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

/** Identifies a line, however the list grows. */
function lineKey(line: ListLine): string {
  return `${line.kind}:${line.kind === 'heading' ? line.applyId : line.change.id}`;
}

/** The changes of one table, or of all. */
export function ofTable(changes: readonly UndoLine[], table: string | undefined): readonly UndoLine[] {
  return table === undefined ? changes : changes.filter((change) => change.table === table);
}

function isRestorable({ state, kind }: UndoLine): boolean {
  return state !== 'restored' && kind !== 'overwritten';
}

export const changeLabels: Readonly<Record<UndoKind, string>> = {
  inserted: t`Inserted`,
  changed: t`Changed`,
  deleted: t`Deleted`,
  moved: t`Keys changed`,
  overwritten: t`Overwritten`,
};

/** The label of the row; for a change of keys both labels. */
export function rowOfChange({ keys, keysBefore }: UndoLine): string {
  return keysBefore === null ? rowLabel(keys) : `${rowLabel(keysBefore)} → ${rowLabel(keys)}`;
}

/** The effect of restoring on the entity that the change left. */
export function restoreDiff({ before, after }: UndoEntry): PropertyDiff[] {
  if (before === 'unknown') return [];
  return diffProperties(after?.properties ?? [], before?.properties ?? []);
}

/** The effect of the change on the earlier entity. */
export function appliedDiff({ before, after }: UndoEntry): PropertyDiff[] {
  if (before === 'unknown') return [];
  return diffProperties(before?.properties ?? [], after?.properties ?? []);
}

export const restoreLabels: Readonly<Record<UndoKind, string>> = {
  overwritten: t`The previous values could not be read when this was written, so it cannot be restored.`,
  inserted: t`Restoring deletes the entity, unless it has changed since.`,
  deleted: t`Restoring inserts the entity again, unless its keys are in use.`,
  moved: t`Restoring gives the entity its old keys, unless it has changed since.`,
  changed: t`Restoring writes the previous values, unless the entity has changed since.`,
};
