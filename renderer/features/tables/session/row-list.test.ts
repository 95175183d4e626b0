// The list of loaded rows: every row at its place, whatever waits on disk, and never more in memory than agreed.
import { describe, expect, it } from 'vitest';
import { testEntities } from '../fixtures/test-port';
import type { RowStore } from './disk-rows';
import type { PackedRows } from './packed-rows';
import { RowList, blockRows } from './row-list';

/** A store of structured clones, which is what a database keeps. */
function memoryStore(): RowStore & { readonly blocks: Map<number, PackedRows> } {
  const blocks = new Map<number, PackedRows>();
  return {
    blocks,
    write: (block, rows) => {
      blocks.set(block, structuredClone(rows));
      return Promise.resolve();
    },
    read: (block) => {
      const rows = blocks.get(block);
      return rows === undefined ? Promise.reject(new Error('not there')) : Promise.resolve(structuredClone(rows));
    },
    clear: () => {
      blocks.clear();
      return Promise.resolve();
    },
  };
}

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 8; turn += 1) await Promise.resolve();
};

describe('loaded rows', () => {
  it('are at their places however the pages came', () => {
    const rows = new RowList();
    for (const count of [0, 1, 999, 1, 2500, 37]) rows.append(testEntities(rows.length, count));
    expect(rows.length).toBe(3538);
    for (let index = 0; index < rows.length; index += 1) {
      expect(rows.at(index)?.rowKey).toBe(`row-${String(index).padStart(5, '0')}`);
    }
    expect(rows.at(3538)).toBeUndefined();
  });

  it('stay the same object while they are looked at', () => {
    const rows = new RowList();
    rows.append(testEntities(0, 2000));
    expect(rows.at(5)).toBe(rows.at(5));
  });

  it('wait on disk beyond the budget and come back when wanted', async () => {
    const store = memoryStore();
    const rows = new RowList({ budgetBytes: 40_000, store });
    rows.want([0]);
    rows.append(testEntities(0, 20 * blockRows));
    await settled();
    expect(rows.residentBytes).toBeLessThanOrEqual(40_000);
    expect(rows.at(0)).toBeDefined();
    expect(rows.at(15_500)).toBeUndefined();

    let heard = 0;
    rows.subscribe(() => (heard += 1));
    rows.want([15_500]);
    await settled();
    expect(heard).toBe(1);
    expect(rows.at(15_500)?.rowKey).toBe('row-15500');
    expect(rows.residentBytes).toBeLessThanOrEqual(40_000);
    expect((await rows.read(9_001))?.rowKey).toBe('row-09001');
    expect((await rows.block(19))?.count).toBe(blockRows);
  });

  it('stay in memory when the disk takes none', async () => {
    const rows = new RowList({
      budgetBytes: 10_000,
      store: { ...memoryStore(), write: () => Promise.reject(new Error('no room')) },
    });
    rows.append(testEntities(0, 10 * blockRows));
    await settled();
    for (let index = 0; index < rows.length; index += 500) expect(rows.at(index)).toBeDefined();
  });

  it('forget everything for the next result', async () => {
    const store = memoryStore();
    const rows = new RowList({ budgetBytes: 10_000, store });
    rows.append(testEntities(0, 10 * blockRows));
    await settled();
    rows.want([5000]);
    rows.clear();
    rows.append(testEntities(100, 3));
    await settled();
    expect(rows.length).toBe(3);
    expect(rows.at(0)?.rowKey).toBe('row-00100');
    expect(store.blocks.size).toBe(0);
  });
});
