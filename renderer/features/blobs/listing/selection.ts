// Selection of rows as in file managers: one, toggle, range, all. Pure, by key.

export interface Selection {
  readonly selected: KeySet;
  /** Where a range starts. */
  readonly anchor: string | null;
  /** The focused row. */
  readonly current: string | null;
  /** Where it was when it was chosen; another order may have moved it. */
  readonly currentIndex: number;
}

/** The part of a set that a selection needs. */
export interface KeySet extends Iterable<string> {
  readonly size: number;
  has(key: string): boolean;
}

/** Keys of the rows from first to last; a plain array is one. */
export interface KeyList {
  readonly length: number;
  at(index: number): string | undefined;
  indexOf(key: string): number;
}

export type SelectMode = 'only' | 'toggle' | 'range';

export const nothingSelected: Selection = {
  selected: new Set(),
  anchor: null,
  current: null,
  currentIndex: -1,
};

/** Applies a click or key on `keys[index]`; outside the list nothing changes. */
export function selectAt(selection: Selection, keys: KeyList, index: number, mode: SelectMode): Selection {
  const key = keys.at(index);
  if (key === undefined) return selection;
  switch (mode) {
    case 'only':
      return { selected: new Set([key]), anchor: key, current: key, currentIndex: index };
    case 'toggle': {
      const selected = new Set(selection.selected);
      if (!selected.delete(key)) selected.add(key);
      return { selected, anchor: key, current: key, currentIndex: index };
    }
    case 'range': {
      const from = Math.max(0, selection.anchor === null ? index : keys.indexOf(selection.anchor));
      const [low, high] = from < index ? [from, index] : [index, from];
      return {
        selected: new Set(keyRange(keys, low, high)),
        anchor: keys.at(from) ?? key,
        current: key,
        currentIndex: index,
      };
    }
  }
}

export function selectAll(selection: Selection, keys: KeyList): Selection {
  const { current, currentIndex } = selection;
  const start = current === null ? { current: keys.at(0) ?? null, currentIndex: 0 } : { current, currentIndex };
  return { ...selection, ...start, selected: new AllKeys(keys) };
}

/** Whether everything in this list instance is selected, determined without reading its keys. */
export function isAllOf({ selected }: Selection, keys: KeyList): boolean {
  return selected instanceof AllKeys && selected.keys === keys;
}

/**
 * All keys of a list, as the list holds them: building a set of a million takes a second, so that it is built only when
 * a key is looked up.
 */
class AllKeys implements KeySet {
  #made: ReadonlySet<string> | null = null;

  constructor(readonly keys: KeyList) {}

  get size(): number {
    return this.keys.length;
  }

  has(key: string): boolean {
    this.#made ??= new Set(this);
    return this.#made.has(key);
  }

  [Symbol.iterator](): Generator<string, void, undefined> {
    return keyRange(this.keys, 0, this.keys.length - 1);
  }
}

/**
 * Drops keys that are no longer listed, as after a refresh. If the focused row is gone, the focus moves to the next one
 * that was below it in `before` and still exists, or else to the nearest above; it is not selected.
 */
export function keepListed(selection: Selection, keys: KeyList, before: KeyList): Selection {
  const { selected, anchor, current } = selection;
  if (selected.size === 0 && anchor === null && current === null) return selection;
  const listed = new Set(keyRange(keys, 0, keys.length - 1));
  const stays = new Set([...selected].filter((key) => listed.has(key)));
  const remainingAnchor = anchor !== null && listed.has(anchor) ? anchor : null;
  if (current === null || listed.has(current)) return { ...selection, selected: stays, anchor: remainingAnchor };
  const near = nearestListed(currentIndexIn(selection, before), before, listed);
  const currentIndex = near === null ? -1 : keys.indexOf(near);
  return { selected: stays, anchor: remainingAnchor ?? near, current: near, currentIndex };
}

/**
 * A row that was renamed stays selected if the selection has not changed since: under its new key, once that is listed
 * in its place.
 */
export function followRenamed(selection: Selection, renamed: ReadonlyMap<string, string>, keys: KeyList): Selection {
  const [only] = selection.selected.size === 1 ? selection.selected : [];
  const to = only === undefined ? undefined : renamed.get(only);
  if (only === undefined || to === undefined || keys.indexOf(only) !== -1) return selection;
  const index = keys.indexOf(to);
  return index === -1 ? selection : selectAt(selection, keys, index, 'only');
}

function nearestListed(index: number, before: KeyList, listed: ReadonlySet<string>): string | null {
  if (index < 0) return null;
  for (const key of keyRange(before, index + 1, before.length - 1)) if (listed.has(key)) return key;
  for (let above = index - 1; above >= 0; above -= 1) {
    const key = before.at(above);
    if (key !== undefined && listed.has(key)) return key;
  }
  return null;
}

/** Index of the focused row; -1 if there is none. */
export function currentIndexIn({ current, currentIndex }: Selection, keys: KeyList): number {
  if (current === null) return -1;
  return keys.at(currentIndex) === current ? currentIndex : keys.indexOf(current);
}

function* keyRange(keys: KeyList, low: number, high: number): Generator<string, void, undefined> {
  for (let index = low; index <= high; index += 1) {
    const key = keys.at(index);
    if (key !== undefined) yield key;
  }
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
