// Selection of rows the way people know it from file managers: one, toggle, range, all. Pure, by key.

export interface Selection {
  readonly selected: ReadonlySet<string>;
  /** Where a range starts. */
  readonly anchor: string | null;
  /** The row the keyboard is on. */
  readonly current: string | null;
}

export type SelectMode = 'only' | 'toggle' | 'range';

export const nothingSelected: Selection = { selected: new Set(), anchor: null, current: null };

/** Applies a click or key on `keys[index]`; outside the list nothing changes. */
export function selectAt(selection: Selection, keys: readonly string[], index: number, mode: SelectMode): Selection {
  const key = keys[index];
  if (key === undefined) return selection;
  switch (mode) {
    case 'only':
      return { selected: new Set([key]), anchor: key, current: key };
    case 'toggle': {
      const selected = new Set(selection.selected);
      if (!selected.delete(key)) selected.add(key);
      return { selected, anchor: key, current: key };
    }
    case 'range': {
      const from = Math.max(0, selection.anchor === null ? index : keys.indexOf(selection.anchor));
      const [low, high] = from < index ? [from, index] : [index, from];
      return { selected: new Set(keys.slice(low, high + 1)), anchor: keys[from] ?? key, current: key };
    }
  }
}

export function selectAll(selection: Selection, keys: readonly string[]): Selection {
  return { ...selection, selected: new Set(keys), current: selection.current ?? keys[0] ?? null };
}

/** Drops what is no longer listed, as after a refresh. */
export function keepListed(selection: Selection, keys: readonly string[]): Selection {
  const listed = new Set(keys);
  const kept = (key: string | null): string | null => (key !== null && listed.has(key) ? key : null);
  return {
    selected: new Set([...selection.selected].filter((key) => listed.has(key))),
    anchor: kept(selection.anchor),
    current: kept(selection.current),
  };
}

/** The index a movement key leads to from `current`, or null for keys that do not move. */
export function movedIndex(key: string, currentIndex: number, count: number, pageRows: number): number | null {
  if (count === 0) return null;
  const clamp = (index: number): number => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case 'ArrowDown':
      return clamp(currentIndex + 1);
    case 'ArrowUp':
      return currentIndex < 0 ? count - 1 : clamp(currentIndex - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageDown':
      return clamp(Math.max(0, currentIndex) + pageRows);
    case 'PageUp':
      return clamp(Math.max(0, currentIndex) - pageRows);
    default:
      return null;
  }
}
