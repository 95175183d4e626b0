// Spreadsheet selection by keys and clicks.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type GridKey,
  type Selection,
  clicked,
  isOfRows,
  moved,
  rangeOf,
  rangesOf,
  rowStretches,
  selectedRowCount,
  selectionAt,
} from './selection';

const extent = { rows: 100, columns: 5, pageRows: 20 };
const press = (key: string, change: Partial<GridKey> = {}): GridKey => ({
  key,
  shift: false,
  command: false,
  ...change,
});
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
    ['Home', { command: true }, 0, 0],
    ['End', { command: true }, 99, 4],
    ['ArrowDown', { command: true }, 99, 2],
    ['ArrowUp', { command: true }, 0, 2],
  ])('%s %j goes to %i, %i', (key, change, row, column) => {
    expect(moved(at(50, 2), press(key, change), extent)?.active).toEqual({ row, column });
  });

  it('stops at the edges', () => {
    expect(moved(at(0, 0), press('ArrowUp'), extent)?.active).toEqual({ row: 0, column: 0 });
    expect(moved(at(95, 4), press('PageDown'), extent)?.active).toEqual({ row: 99, column: 4 });
  });

  it('stretches the range with shift and keeps its anchor', () => {
    const once = moved(at(10, 1), press('ArrowDown', { shift: true }), extent);
    const twice = moved(once, press('ArrowRight', { shift: true }), extent);
    expect(twice && rangeOf(twice)).toEqual({ top: 10, bottom: 11, left: 1, right: 2 });
    expect(twice && selectedRowCount(twice)).toBe(2);
  });

  it('selects everything loaded, and the first cell when nothing was selected', () => {
    const all = moved(undefined, press('a', { command: true }), extent);
    expect(all && selectedRowCount(all)).toBe(100);
    expect(all && isOfRows(all)).toBe(true);
    expect(moved(undefined, press('ArrowDown'), extent)?.active).toEqual({ row: 0, column: 0 });
  });

  it('selects everything with the keyboard where it is: what is looked at stays', () => {
    const all = moved(at(7, 2), press('a', { command: true }), extent);
    expect(all?.active).toEqual({ row: 7, column: 2 });
    expect(all && selectedRowCount(all)).toBe(100);
    expect(all && isOfRows(all)).toBe(true);
    expect(moved(all, press('ArrowDown'), extent)).toEqual(at(8, 2));
  });

  it('stretches from where the keyboard is once everything was selected', () => {
    const all = moved(at(7, 2), press('a', { command: true }), extent);
    const shorter = moved(all, press('ArrowUp', { shift: true }), extent);
    expect(shorter && rowStretches(shorter)).toEqual([{ top: 6, bottom: 7 }]);
    expect(shorter && isOfRows(shorter)).toBe(true);
    const clickedRow = clicked(all, { row: 12, column: 0 }, 'stretch', 'rows');
    expect(rowStretches(clickedRow)).toEqual([{ top: 7, bottom: 12 }]);
    const selected = clicked(at(30, 0), { row: 40, column: 0 }, 'add', 'rows');
    expect(rowStretches(clicked(selected, { row: 42, column: 0 }, 'stretch', 'rows')), 'single rows stay').toEqual([
      { top: 30, bottom: 30 },
      { top: 40, bottom: 42 },
    ]);
  });

  it('leaves other keys and empty grids alone', () => {
    expect(moved(at(1, 1), press('x'), extent)).toBeUndefined();
    expect(moved(at(1, 1), press('PageDown', { command: true }), extent)).toBeUndefined();
    expect(moved(undefined, press('ArrowDown'), { ...extent, rows: 0 })).toBeUndefined();
  });
});

describe('clicked', () => {
  it('starts anew, and stretches with shift', () => {
    expect(clicked(at(3, 3), { row: 1, column: 1 }, 'plain')).toEqual(at(1, 1));
    expect(rangeOf(clicked(at(3, 3), { row: 1, column: 4 }, 'stretch'))).toEqual({
      top: 1,
      bottom: 3,
      left: 3,
      right: 4,
    });
    expect(clicked(undefined, { row: 1, column: 1 }, 'stretch')).toEqual(at(1, 1));
  });

  it('adds ranges with Ctrl and takes one away again', () => {
    const two = clicked(at(3, 3), { row: 8, column: 0 }, 'add');
    expect(rangesOf(two)).toEqual([
      { top: 3, bottom: 3, left: 3, right: 3 },
      { top: 8, bottom: 8, left: 0, right: 0 },
    ]);
    const stretched = clicked(two, { row: 9, column: 1 }, 'stretch');
    expect(selectedRowCount(stretched)).toBe(3);
    expect(rangesOf(clicked(two, { row: 3, column: 3 }, 'add'))).toEqual([{ top: 8, bottom: 8, left: 0, right: 0 }]);
  });

  it('selects whole rows by their numbers', () => {
    const rows = clicked(
      clicked(undefined, { row: 4, column: 0 }, 'plain', 'rows'),
      { row: 6, column: 0 },
      'stretch',
      'rows',
    );
    expect(isOfRows(rows)).toBe(true);
    expect(rowStretches(clicked(rows, { row: 7, column: 0 }, 'add', 'rows'))).toEqual([{ top: 4, bottom: 7 }]);
    expect(isOfRows(clicked(rows, { row: 20, column: 2 }, 'add'))).toBe(false);
  });

  it('takes single rows out of everything with Ctrl, and adds them again', () => {
    const everything = moved(at(7, 2), press('a', { command: true }), extent);
    const without = (selection: Selection | undefined, ...rows: readonly number[]): Selection | undefined =>
      rows.reduce((before, row) => clicked(before, { row, column: 1 }, 'add', 'cells'), selection);
    const one = without(everything, 7);
    expect(one && rowStretches(one)).toEqual([
      { top: 0, bottom: 6 },
      { top: 8, bottom: 99 },
    ]);
    expect(one && isOfRows(one)).toBe(true);
    expect(one?.active, 'the keyboard stays beside it').toEqual({ row: 8, column: 1 });
    const three = without(one, 8, 99);
    expect(three && rowStretches(three)).toEqual([
      { top: 0, bottom: 6 },
      { top: 9, bottom: 98 },
    ]);
    expect(three?.active.row).toBe(98);
    const again = three && clicked(three, { row: 7, column: 0 }, 'add', 'rows');
    expect(again && selectedRowCount(again)).toBe(98);
    const stretch = one && clicked(one, { row: 10, column: 0 }, 'stretch', 'rows');
    expect(stretch && rowStretches(stretch)).toEqual([{ top: 8, bottom: 10 }]);
    const single = moved(at(0, 0), press('a', { command: true }), { ...extent, rows: 1 });
    expect(rowStretches(clicked(single, { row: 0, column: 0 }, 'add', 'rows'))).toEqual([{ top: 0, bottom: 0 }]);
  });

  it('counts a row once however many ranges hold it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { minLength: 1 }), (stretches) => {
        const others = stretches.map(([a, b]) => ({ top: Math.min(a, b), bottom: Math.max(a, b), left: 0, right: 1 }));
        const selection: Selection = { ...at(99, 0), others };
        const rows = new Set([99]);
        for (const { top, bottom } of others) for (let row = top; row <= bottom; row += 1) rows.add(row);
        expect(selectedRowCount(selection)).toBe(rows.size);
      }),
    );
  });
});
