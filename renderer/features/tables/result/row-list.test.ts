// The list of loaded rows: every row at its position, whether in memory or on disk, and never more in memory than the
// limit.
import { describe, expect, it } from 'vitest';
import { memoryStore, written } from '../fixtures/memory-store';
import { testEntities } from '../fixtures/test-port';
import type { RowStore } from './disk-rows';
import { blockRows, packBlocks, rowId } from '@shared/rows/packed-rows';
import { RowList } from './row-list';
import { RowMemory } from './row-memory';
import { entitiesOf, walkRows } from './row-walk';

describe('loaded rows', () => {
  it('have their positions regardless of how the pages arrived', () => {
    const rows = new RowList();
    for (const count of [0, 1, 999, 1, 2500, 37]) rows.append(packBlocks(testEntities(rows.length, count)));
    expect(rows.length).toBe(3538);
    for (let index = 0; index < rows.length; index += 1) {
      expect(rows.at(index)?.rowKey).toBe(`row-${String(index).padStart(5, '0')}`);
    }
    expect(rows.at(3538)).toBeUndefined();
  });

  it('stay the same object while they are in view', () => {
    const rows = new RowList();
    rows.append(packBlocks(testEntities(0, 2000)));
    expect(rows.at(5)).toBe(rows.at(5));
  });

  it('wait on disk beyond the budget and are read back when needed', async () => {
    const store = memoryStore();
    const rows = new RowList({ memory: new RowMemory(45_000), store });
    rows.want([0]);
    rows.append(packBlocks(testEntities(0, 20 * blockRows)));
    await written();
    expect(rows.residentBytes).toBeLessThanOrEqual(45_000);
    expect(rows.at(0)).toBeDefined();
    expect(rows.at(15_500)).toBeUndefined();

    let notifications = 0;
    rows.subscribe(() => (notifications += 1));
    rows.want([15_500]);
    await written();
    expect(notifications).toBe(1);
    expect(rows.at(15_500)?.rowKey).toBe('row-15500');
    expect(rows.residentBytes).toBeLessThanOrEqual(45_000);
    expect((await rows.read(9_001))?.rowKey).toBe('row-09001');
    expect((await rows.block(19))?.count).toBe(blockRows);
  });

  it('stay in memory when the disk takes none', async () => {
    const rows = new RowList({
      memory: new RowMemory(10_000),
      store: { ...memoryStore(), write: () => Promise.reject(new Error('no room')) },
    });
    rows.append(packBlocks(testEntities(0, 10 * blockRows)));
    await written();
    for (let index = 0; index < rows.length; index += 500) expect(rows.at(index)).toBeDefined();
  });

  it('retry the disk with the next result, regardless of late events of the previous one', async () => {
    const store = memoryStore();
    const rejections: (() => void)[] = [];
    const rejectWrite = (): Promise<void> =>
      new Promise((_, reject) => rejections.push(() => reject(new Error('no room'))));
    const disk: RowStore = { ...store, write: rejectWrite };
    const rows = new RowList({ memory: new RowMemory(10_000), store: disk });
    const blocks = packBlocks(testEntities(0, 4 * blockRows));
    rows.append(blocks);
    rejections.shift()?.();
    await written();
    rows.clear();
    for (const reject of rejections) reject();
    await written();
    disk.write = store.write;
    rows.append(blocks);
    await written();
    expect(store.blocks.size).toBeGreaterThan(0);
  });

  it('forget everything for the next result', async () => {
    const store = memoryStore();
    const rows = new RowList({ memory: new RowMemory(10_000), store });
    rows.append(packBlocks(testEntities(0, 10 * blockRows)));
    await written();
    rows.want([5000]);
    rows.clear();
    rows.append(packBlocks(testEntities(100, 3)));
    await written();
    expect(rows.length).toBe(3);
    expect(rows.at(0)?.rowKey).toBe('row-00100');
    expect(store.blocks.size).toBe(0);
  });

  it('that were set aside are restored, from memory and disk, while no other row is here', async () => {
    const store = memoryStore();
    const rows = new RowList({ memory: new RowMemory(10_000), store });
    rows.append(packBlocks(testEntities(0, 4 * blockRows + 10)));
    await written();
    expect(rows.at(1500)).toBeUndefined();
    const { generation, residentBytes } = rows;
    rows.setAside();
    expect([rows.length, rows.at(0), rows.residentBytes]).toEqual([0, undefined, residentBytes]);
    rows.takeBack();
    expect([rows.length, rows.generation]).toEqual([4 * blockRows + 10, generation]);
    expect((await rows.read(1500))?.rowKey).toBe('row-01500');
    expect(rows.at(4 * blockRows + 9)?.rowKey).toBe('row-04009');
    rows.setAside();
    rows.append(packBlocks(testEntities(100, 3)));
    await written();
    rows.takeBack();
    expect([rows.length, store.blocks.size]).toEqual([3, 0]);
  });

  it('are replaced by their keys, also those that wait on disk', async () => {
    const store = memoryStore();
    const rows = new RowList({ store, memory: new RowMemory(1) });
    rows.append(packBlocks(testEntities(0, 4 * blockRows + 10)));
    await written();
    const wanted = [0, 1500, 3999, 4005];
    expect(rows.at(1500)).toBeUndefined();
    const before = await Promise.all(wanted.map((index) => rows.read(index)));
    const changed = before.flatMap((row) => (row === undefined ? [] : [{ ...row, etag: 'W/"new"', properties: [] }]));
    const version = rows.version();
    await rows.replace(new Map(changed.map((row) => [rowId(row), row])));
    await written();
    for (const [position, index] of wanted.entries()) expect(await rows.read(index)).toEqual(changed[position]);
    expect((await rows.read(1501))?.rowKey).toBe('row-01501');
    expect((await rows.read(1501))?.etag).not.toBe('W/"new"');
    expect(rows.length).toBe(4 * blockRows + 10);
    expect(rows.version()).toBeGreaterThan(version);
  });

  it('are not replaced by data that was written to disk earlier', async () => {
    const store = memoryStore();
    const writes: (() => void)[] = [];
    const slow: RowStore = {
      ...store,
      write: async (block, packed) => {
        await new Promise<void>((resolve) => writes.push(resolve));
        await store.write(block, packed);
      },
    };
    const rows = new RowList({ store: slow, memory: new RowMemory(1) });
    rows.append(packBlocks(testEntities(0, 3 * blockRows)));
    const [row] = testEntities(1500, 1);
    if (row === undefined) throw new Error('there is a row');
    await rows.replace(new Map([[rowId(row), { ...row, etag: 'W/"new"' }]]));
    for (const write of writes.splice(0)) write();
    await written();
    for (const write of writes.splice(0)) write();
    await written();
    expect((await rows.read(1500))?.etag).toBe('W/"new"');
  });

  it('of several results share one budget: the least recently viewed one is released first', async () => {
    const memory = new RowMemory(100_000);
    const [first, second] = [memoryStore(), memoryStore()].map((store) => new RowList({ memory, store }));
    if (first === undefined || second === undefined) throw new RangeError('Two lists were made.');
    first.want([0]);
    first.append(packBlocks(testEntities(0, 20 * blockRows)));
    await written();
    expect(first.at(5_500)).toBeDefined();
    second.want([0]);
    second.append(packBlocks(testEntities(0, 30 * blockRows)));
    await written();
    expect(memory.residentBytes).toBe(first.residentBytes + second.residentBytes);
    expect(memory.residentBytes).toBeLessThanOrEqual(100_000);
    expect(second.residentBytes).toBeGreaterThan(first.residentBytes);
    expect(first.at(6_500)).toBeUndefined();
    expect(first.at(0)).toBeDefined();
    first.clear();
    expect(memory.residentBytes).toBe(second.residentBytes);
  });
});

describe('a walk over loaded rows', () => {
  const yielder = { rest: () => undefined };
  async function spilled() {
    const store = memoryStore();
    const rows = new RowList({ memory: new RowMemory(1), store });
    rows.append(packBlocks(testEntities(0, 4_321)));
    await written();
    expect(rows.at(2_500)).toBeUndefined();
    return { rows, store };
  }

  it('meets every row once and in order, on disk and in the part that grows', async () => {
    const { rows } = await spilled();
    const { signal } = new AbortController();
    for (const [from, to] of [
      [0, 4_321],
      [999, 1_001],
      [4_300, 4_310],
      [7, 7],
    ] as const) {
      const met: string[] = [];
      for await (const chunk of walkRows(rows, { from, to }, { turns: yielder, signal })) {
        for (const [row, index] of entitiesOf(chunk)) {
          expect(row.rowKey).toBe(`row-${String(index).padStart(5, '0')}`);
          met.push(row.rowKey);
        }
      }
      expect(met).toEqual(testEntities(from, to - from).map(({ rowKey }) => rowKey));
    }
    expect(rows.at(2_500)).toBeUndefined();
  });

  it('ends when stopped, when other rows replace these, and when they cannot be read back', async () => {
    const { rows, store } = await spilled();
    const controller = new AbortController();
    const walked = async (onChunk: () => void, signal = new AbortController().signal): Promise<number> => {
      let chunks = 0;
      for await (const _ of walkRows(rows, { from: 0, to: rows.length }, { turns: yielder, signal })) {
        chunks += 1;
        if (chunks === 2) onChunk();
        expect(chunks).toBeLessThanOrEqual(2);
      }
      return chunks;
    };
    await expect(walked(() => controller.abort(), controller.signal)).rejects.toMatchObject({
      code: 'cancelled.by-user',
    });
    store.blocks.delete(2);
    await expect(walked(() => undefined)).rejects.toThrow('not present');
    await expect(
      walked(() => {
        rows.clear();
        rows.append(packBlocks(testEntities(0, 5_000)));
      }),
    ).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });
});
