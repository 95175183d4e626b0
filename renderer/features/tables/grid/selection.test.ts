// Spreadsheet selection by keys and clicks.
import { describe, expect, it } from 'vitest';
import { type GridKey, type Selection, cellCount, clicked, moved, rangeOf, selectionAt } from './selection';

const extent = { rows: 100, columns: 5, pageRows: 20 };
const press = (key: string, change: Partial<GridKey> = {}): GridKey => ({ key, shift: 'no', command: 'no', ...change });
const at = (row: number, column: number): Selection => selectionAt({ row, column });

describe('moved', () => {
  it.each<[string, Partial<GridKey>, number, number]>([
    ['ArrowDown', {}, 51, 2],
    ['ArrowUp', {}, 49, 2],
    ['ArrowLeft', {}, 50, 1],
    ['ArrowRight', {}, 50, 3],
    ['PageDown', {}, 70, 2],
    ['PageUp', {}, 30, 2],
    ['Home', {}, 50, 0],
    ['End', {}, 50, 4],
    ['Home', { command: 'yes' }, 0, 0],
    ['End', { command: 'yes' }, 99, 4],
    ['ArrowDown', { command: 'yes' }, 99, 2],
    ['ArrowUp', { command: 'yes' }, 0, 2],
  ])('%s %j goes to %i, %i', (key, change, row, column) => {
    expect(moved(at(50, 2), press(key, change), extent)?.active).toEqual({ row, column });
  });

  it('stops at the edges', () => {
    expect(moved(at(0, 0), press('ArrowUp'), extent)?.active).toEqual({ row: 0, column: 0 });
    expect(moved(at(95, 4), press('PageDown'), extent)?.active).toEqual({ row: 99, column: 4 });
  });

  it('stretches the range with shift and keeps its anchor', () => {
    const once = moved(at(10, 1), press('ArrowDown', { shift: 'yes' }), extent);
    const twice = moved(once, press('ArrowRight', { shift: 'yes' }), extent);
    expect(twice && rangeOf(twice)).toEqual({ top: 10, bottom: 11, left: 1, right: 2 });
    expect(twice && cellCount(rangeOf(twice))).toBe(4);
  });

  it('selects everything loaded, and the first cell when nothing was selected', () => {
    const all = moved(undefined, press('a', { command: 'yes' }), extent);
    expect(all && cellCount(rangeOf(all))).toBe(500);
    expect(moved(undefined, press('ArrowDown'), extent)?.active).toEqual({ row: 0, column: 0 });
  });

  it('leaves other keys and empty grids alone', () => {
    expect(moved(at(1, 1), press('x'), extent)).toBeUndefined();
    expect(moved(at(1, 1), press('PageDown', { command: 'yes' }), extent)).toBeUndefined();
    expect(moved(undefined, press('ArrowDown'), { ...extent, rows: 0 })).toBeUndefined();
  });
});

describe('clicked', () => {
  it('starts anew, and stretches with shift', () => {
    expect(clicked(at(3, 3), { row: 1, column: 1 }, 'no')).toEqual(at(1, 1));
    expect(rangeOf(clicked(at(3, 3), { row: 1, column: 4 }, 'yes'))).toEqual({ top: 1, bottom: 3, left: 3, right: 4 });
    expect(clicked(undefined, { row: 1, column: 1 }, 'yes')).toEqual(at(1, 1));
  });
});
