import { describe, expect, it } from 'vitest';
import { drawnColumns, drawnRows } from './grid-rows';

describe('a cell that is edited', () => {
  it('is drawn when its column is out of view, with those between', () => {
    const layout = { pinnedCount: 2 };
    expect(drawnColumns({ first: 2, last: 5 }, layout, undefined)).toEqual({ first: 2, last: 5 });
    expect(drawnColumns({ first: 2, last: 5 }, layout, 9)).toEqual({ first: 2, last: 9 });
    expect(drawnColumns({ first: 6, last: 9 }, layout, 4)).toEqual({ first: 4, last: 9 });
    expect(drawnColumns({ first: 6, last: 9 }, layout, 1)).toEqual({ first: 6, last: 9 });
  });

  it('is drawn when its row is out of view, without those between', () => {
    expect(drawnRows(10, 12, undefined)).toEqual([10, 11, 12]);
    expect(drawnRows(10, 12, 11)).toEqual([10, 11, 12]);
    expect(drawnRows(10, 12, 3)).toEqual([3, 10, 11, 12]);
    expect(drawnRows(10, 12, 400)).toEqual([10, 11, 12, 400]);
    expect(drawnRows(0, -1, 4)).toEqual([]);
  });
});
