// Which of the listed changes a person wants restored: those that are ticked, else those of the line that is looked at.
import type { UndoLine } from '@shared/model/edit-outcome';
import { useMemo, useState } from 'react';
import { isRestorable, lineKey, listLines } from './undo-lines';

export interface UndoChoice {
  readonly lines: ReturnType<typeof listLines>;
  /** The line that is looked at. */
  readonly active: number;
  readonly setActive: (index: number) => void;
  readonly wanted: readonly UndoLine[];
  /** Whether all of a line is ticked, and whether any of it can be restored. */
  readonly markOf: (index: number) => { readonly isChosen: boolean; readonly canBeChosen: boolean };
  readonly toggle: (index: number) => void;
  readonly untick: () => void;
}

export function useUndoChoice(listed: readonly UndoLine[]): UndoChoice {
  /** Null until a person looks at a line: then it is the newest change. */
  const [looked, setLooked] = useState<{ readonly key: string; readonly index: number } | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => listLines(listed), [listed]);
  // New changes come on top, and must not put another one in the place of the line that is looked at.
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
  // With nothing ticked, the line that is looked at is meant: its details stand beside the list.
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
