import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullDisk } from '../../../testing/full-disk';
import { DoneRows, rowsText, settledFacts } from './done-rows';
import { KeySet } from './check/key-set';
import { PartitionCounts, isPartition } from './check/partition-counts';
import { ObjectSplitter } from './rows/object-splitter';
import { adjustPace, startPace } from '../jobs/pace';

describe('settled rows', () => {
  it('are the same after the journal, in whatever order they were settled', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(200)), (rows) => {
        const done = new DoneRows();
        for (const row of rows) done.add(row);
        const read = new DoneRows();
        read.addText(done.text());
        const split = new DoneRows();
        for (const row of rows) split.addText(rowsText([row]));
        for (let row = 0; row <= 201; row += 1) {
          expect([done.has(row), read.has(row), split.has(row)]).toEqual(Array(3).fill(rows.includes(row)));
        }
        expect([read.mark, read.last]).toEqual([done.mark, Math.max(-1, ...rows)]);
      }),
    );
  });

  it.each([
    [[], 9, []],
    [[0, 1, 2], 3, []],
    [[4], 9, ['input row 5']],
    [[0, 1, 2], 9, ['input rows 1–3']],
    [[0, 1, 4, 6, 7], 9, ['input rows 1–2, 5, 7–8']],
    [[1, 3, 5, 7, 9, 11, 12], 2000, ['input rows 2, 4, 6, 8, 10, and some of the others up to 13']],
  ])('%j of a paused import are reported as %j', (rows, of, expected) => {
    const done = new DoneRows();
    for (const row of rows) done.add(row);
    expect(settledFacts(done, rows.length, of).map(({ value }) => value)).toEqual(expected);
  });

  it('are known even if widely spread over many rows', () => {
    const done = new DoneRows();
    const rows = Array.from({ length: 20_000 }, (_, step) => step * 37);
    for (const row of rows) done.add(row);
    expect(done.text() === `0-${rows.join(',')}`).toBe(true);
    for (let row = 0; row < 700_000; row += 1) done.add(row);
    expect([done.mark, done.last]).toEqual([700_000, 19_999 * 37]);
    expect([done.has(700_003), done.has(700_000 - 1), done.has(18_999 * 37), done.has(19_999 * 37 + 1)]).toEqual([
      700_003 % 37 === 0,
      true,
      true,
      false,
    ]);
  });
});

describe('repeated keys', () => {
  it('are found in memory and in files alike, and the files are removed', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'stowage-keys-'));
    try {
      const folder = join(dir, 'keys');
      for (const inMemory of [1_000_000, 10]) {
        const keys = new KeySet(folder, { inMemory, named: 5 });
        for (let index = 0; index < 100_000; index += 1) await keys.add('p', String(index % 99_990), index);
        const { count, named } = await keys.result();
        expect([count, named[0]]).toEqual([10, { index: 99_990, firstIndex: 0 }]);
        await keys.dispose();
      }
      expect(await readdir(dir)).toEqual([]);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('are named from the first on, whichever file they are in', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'stowage-keys-'));
    try {
      const keys = new KeySet(join(dir, 'keys'), { inMemory: 50, named: 3 });
      for (let index = 0; index < 9000; index += 1) await keys.add('p', String(index % 3000), index);
      const { count, named } = await keys.result();
      await keys.dispose();
      expect([count, named]).toEqual([6000, [3000, 3001, 3002].map((index) => ({ index, firstIndex: index - 3000 }))]);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });

  it('report when there is no room for them', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'stowage-keys-'));
    const folder = join(dir, 'keys');
    const keys = new KeySet(folder, { inMemory: 2, named: 1 });
    await keys.add('p', '1', 0);
    await keys.add('p', '2', 1);
    const disk = await fullDisk();
    await expect(keys.result()).rejects.toMatchObject({ code: 'local.disk-full', context: { path: folder } });
    disk.mockRestore();
    await keys.dispose();
    await rm(dir, { recursive: true });
  });

  it('distinguish a PartitionKey from a RowKey', async () => {
    const keys = new KeySet('unused');
    for (const [index, [partition, row]] of [
      ['a', 'bc'],
      ['ab', 'c'],
      ['', 'abc'],
      ['abc', ''],
    ].entries()) {
      await keys.add(partition ?? '', row ?? '', index);
    }
    expect((await keys.result()).count).toBe(0);
  });
});

describe('partitions', () => {
  it('are counted exactly in memory and in files alike, and the files are removed', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'stowage-partitions-'));
    try {
      for (const inMemory of [100_000, 60]) {
        const partitions = new PartitionCounts(join(dir, 'partitions'), inMemory);
        for (let index = 0; index < 30_000; index += 1) {
          await partitions.add(`p${index % 12_000}`);
          if (index % 100 === 99) await partitions.add('large');
        }
        const { count, largest } = await partitions.result();
        await partitions.dispose();
        expect([count, largest?.rows, largest?.key]).toEqual([12_001, 300, 'large']);
        expect(['large', 'p1'].map(isPartition(largest?.hash ?? { high: 0, low: 0 }))).toEqual([true, false]);
      }
      expect(await readdir(dir)).toEqual([]);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});

describe('objects of an array', () => {
  it('come out whole wherever the text is cut', () => {
    const values = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 });
    fc.assert(
      fc.property(values, fc.array(fc.nat(300)), (list, cuts) => {
        const text = JSON.stringify(list, null, 1);
        const splitter = new ObjectSplitter();
        const positions = [...new Set([0, ...cuts.map((cut) => Math.min(cut, text.length)), text.length])].sort(
          (a, b) => a - b,
        );
        const found = positions.slice(1).flatMap((end, index) => splitter.add(text.slice(positions[index], end)));
        splitter.end();
        expect(found.map((one) => JSON.parse(one.text) as unknown)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('rejects a value that is no array, and one that ends early', () => {
    expect(() => new ObjectSplitter().add('hello')).toThrow(/array/);
    const cut = new ObjectSplitter();
    cut.add('[{"a":1},{"b"');
    expect(() => cut.end()).toThrow(/ends/);
  });
});

describe('the pace', () => {
  const auto = { batchSize: 'auto', concurrency: 'auto' } as const;
  const seen = { saturated: true, throttled: 0, timeouts: 0 };

  it('climbs while the rate grows, goes back when it does not, and never passes the knee', () => {
    let state = startPace('auto', 'auto');
    for (let step = 1; step <= 12; step += 1) {
      state = adjustPace(state, { ...seen, atMs: step * 500, rowsPerSecond: state.pace.concurrency * 100 }, auto);
      expect(state.pace.concurrency).toBeLessThanOrEqual(20);
    }
    expect(state.pace).toMatchObject({ concurrency: 20, batchSize: 100 });
    let flat = startPace('auto', 'auto');
    for (let step = 1; step <= 4; step += 1)
      flat = adjustPace(flat, { ...seen, atMs: step * 500, rowsPerSecond: 1000 }, auto);
    expect(flat.pace.concurrency).toBe(4);
  });

  it('gives way to a busy service with fewer batches, to time-outs with smaller ones', () => {
    const start = startPace('auto', 'auto');
    const busy = adjustPace(start, { ...seen, throttled: 3, atMs: 500, rowsPerSecond: 10 }, auto);
    expect(busy.pace).toMatchObject({ concurrency: 2, batchSize: 100 });
    const slow = adjustPace(start, { ...seen, timeouts: 1, atMs: 500, rowsPerSecond: 10 }, auto);
    expect(slow.pace).toMatchObject({ batchSize: 50 });
    const fixed = startPace(20, 8);
    expect(
      adjustPace(fixed, { ...seen, throttled: 3, atMs: 500, rowsPerSecond: 10 }, { batchSize: 20, concurrency: 8 }),
    ).toBe(fixed);
  });
});
