// One, toggle, range, all, and what survives a refresh.
import { describe, expect, it } from 'vitest';
import {
  type Selection,
  currentIndexIn,
  followRenamed,
  keepListed,
  movedIndex,
  nothingSelected,
  selectAll,
  selectAt,
} from './selection';

const keys = ['a', 'b', 'c', 'd'];
const chosen = (selection: Pick<Selection, 'selected'>): readonly string[] => [...selection.selected].sort();

describe('selectAt', () => {
  it('selects one and forgets the others', () => {
    const first = selectAt(nothingSelected, keys, 0, 'only');
    expect(chosen(selectAt(first, keys, 2, 'only'))).toEqual(['c']);
  });

  it('toggles', () => {
    const two = selectAt(selectAt(nothingSelected, keys, 0, 'only'), keys, 2, 'toggle');
    expect(chosen(two)).toEqual(['a', 'c']);
    expect(chosen(selectAt(two, keys, 0, 'toggle'))).toEqual(['c']);
  });

  it('spans a range from the anchor in both directions', () => {
    const anchored = selectAt(nothingSelected, keys, 2, 'only');
    const down = selectAt(anchored, keys, 3, 'range');
    expect(chosen(down)).toEqual(['c', 'd']);
    expect(chosen(selectAt(down, keys, 0, 'range'))).toEqual(['a', 'b', 'c']);
  });

  it('ignores rows that do not exist', () => {
    expect(selectAt(nothingSelected, keys, 9, 'only')).toBe(nothingSelected);
  });
});

describe('selectAll and keepListed', () => {
  it('selects every listed row and drops vanished ones', () => {
    const all = selectAll(nothingSelected, keys);
    expect(chosen(all)).toEqual(keys);
    const remaining = keepListed(all, ['b', 'x'], keys);
    expect(chosen(remaining)).toEqual(['b']);
    expect(keepListed(all, ['x'], keys)).toMatchObject({ current: null, anchor: null });
  });

  it('leaves the focus beside a row that is gone, and selects nothing instead', () => {
    const onC = selectAt(nothingSelected, keys, 2, 'only');
    const below = keepListed(onC, ['a', 'b', 'd'], keys);
    expect(below).toMatchObject({ current: 'd', currentIndex: 2, anchor: 'd' });
    expect(chosen(below)).toEqual([]);
    expect(keepListed(onC, ['a', 'b'], keys)).toMatchObject({ current: 'b', currentIndex: 1 });
    const range = selectAt(selectAt(nothingSelected, keys, 0, 'only'), keys, 2, 'range');
    expect(keepListed(range, ['d'], keys)).toMatchObject({ current: 'd', currentIndex: 0 });
  });
});

describe('followRenamed', () => {
  const renamed = new Map([['b', 'z']]);
  const onB = selectAt(nothingSelected, keys, 1, 'only');

  it('selects the row under its new name once that is listed in place of the old one', () => {
    const now = followRenamed(onB, renamed, ['a', 'c', 'd', 'z']);
    expect(now).toMatchObject({ current: 'z', currentIndex: 3, anchor: 'z' });
    expect(chosen(now)).toEqual(['z']);
  });

  it('leaves a later selection unchanged, and rows whose rename is pending or has failed', () => {
    const onC = selectAt(onB, keys, 2, 'only');
    expect(followRenamed(onC, renamed, ['a', 'c', 'd', 'z'])).toBe(onC);
    const both = selectAt(onB, keys, 2, 'toggle');
    expect(followRenamed(both, renamed, ['a', 'c', 'd', 'z'])).toBe(both);
    expect(followRenamed(onB, renamed, [...keys, 'z'])).toBe(onB);
    expect(followRenamed(onB, renamed, ['a', 'c', 'd'])).toBe(onB);
  });
});

describe('currentIndexIn', () => {
  it('finds the row after the order changed', () => {
    const selection = selectAt(nothingSelected, keys, 3, 'only');
    expect(currentIndexIn(selection, keys)).toBe(3);
    expect(currentIndexIn(selection, ['d', 'c', 'b', 'a'])).toBe(0);
    expect(currentIndexIn(selection, ['a'])).toBe(-1);
    expect(currentIndexIn(nothingSelected, keys)).toBe(-1);
  });
});

describe('movedIndex', () => {
  it('moves within the list', () => {
    expect(movedIndex('ArrowDown', -1, 4, 2)).toBe(0);
    expect(movedIndex('ArrowDown', 3, 4, 2)).toBe(3);
    expect(movedIndex('ArrowUp', -1, 4, 2)).toBe(3);
    expect(movedIndex('PageDown', 0, 4, 2)).toBe(2);
    expect(movedIndex('End', 0, 4, 2)).toBe(3);
    expect(movedIndex('x', 0, 4, 2)).toBeNull();
    expect(movedIndex('Home', 0, 0, 2)).toBeNull();
  });
});
