// The list of loaded rows: every row at its place, whatever waits on disk, and never more in memory than agreed.
import { describe, expect, it } from 'vitest';
import { testEntities } from '../fixtures/test-port';
import type { RowStore } from './disk-rows';
import { type PackedRows, rowId } from './packed-rows';
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

  it('are replaced by their keys, also those that wait on disk', async () => {
    const store = memoryStore();
    const rows = new RowList({ store, budgetBytes: 1 });
    rows.append(testEntities(0, 4 * blockRows + 10));
    await settled();
    const wanted = [0, 1500, 3999, 4005];
    expect(rows.at(1500)).toBeUndefined();
    const before = await Promise.all(wanted.map((index) => rows.read(index)));
    const changed = before.flatMap((row) => (row === undefined ? [] : [{ ...row, etag: 'W/"new"', properties: [] }]));
    const version = rows.version();
    await rows.replace(new Map(changed.map((row) => [rowId(row), row])));
    await settled();
    for (const [place, index] of wanted.entries()) expect(await rows.read(index)).toEqual(changed[place]);
    expect((await rows.read(1501))?.rowKey).toBe('row-01501');
    expect((await rows.read(1501))?.etag).not.toBe('W/"new"');
    expect(rows.length).toBe(4 * blockRows + 10);
    expect(rows.version()).toBeGreaterThan(version);
  });

  it('are not replaced by what was written to disk before', async () => {
    const store = memoryStore();
    const writes: (() => void)[] = [];
    const slow: RowStore = {
      ...store,
      write: async (block, packed) => {
        await new Promise<void>((resolve) => writes.push(resolve));
        await store.write(block, packed);
      },
    };
    const rows = new RowList({ store: slow, budgetBytes: 1 });
    rows.append(testEntities(0, 3 * blockRows));
    const [row] = testEntities(1500, 1);
    if (row === undefined) throw new Error('there is a row');
    await rows.replace(new Map([[rowId(row), { ...row, etag: 'W/"new"' }]]));
    for (const write of writes.splice(0)) write();
    await settled();
    for (const write of writes.splice(0)) write();
    await settled();
    expect((await rows.read(1500))?.etag).toBe('W/"new"');
  });
});
