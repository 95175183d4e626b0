import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ShardItem, ShardWork } from './messages';
import { EndedItems, ShardCutter, type ShardBounds, packWork, shardOf, unpackWork, walkOf } from './shards';

const bounds: ShardBounds = { maxItems: 64, maxBytes: 10_000, maxNameLength: 2000 };
const items = fc
  .uniqueArray(fc.tuple(fc.string({ maxLength: 30 }), fc.string({ maxLength: 30 }), fc.nat(5000)), {
    selector: ([source]) => source,
    maxLength: 300,
  })
  .map((all): readonly ShardItem[] => all);

function cut(all: readonly ShardItem[]): readonly ShardWork[] {
  const cutter = new ShardCutter('job', bounds);
  const shards = all.flatMap((item) => cutter.add(item) ?? []);
  return [...shards, ...[cutter.rest()].flatMap((rest) => rest ?? [])];
}

it('shards: cover every file once, in order', () => {
  fc.assert(
    fc.property(items, (all) => {
      expect(cut(all).flatMap((shard) => shard.items)).toEqual(all);
    }),
  );
});

it('shards: stay within their bounds, unless a single file is larger', () => {
  fc.assert(
    fc.property(items, (all) => {
      for (const shard of cut(all)) {
        expect(shard.items.length).toBeLessThanOrEqual(bounds.maxItems);
        const bytes = shard.items.reduce((sum, [, , each]) => sum + each, 0);
        expect(bytes <= bounds.maxBytes || shard.items.length === 1).toBe(true);
      }
    }),
  );
});

it('shards: get the same ids when the same files are planned again, and others for other files', () => {
  fc.assert(
    fc.property(items, (all) => {
      const ids = cut(all).map(({ id }) => id);
      expect(cut(all).map(({ id }) => id)).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
    }),
  );
  const one = shardOf('job', [['/a', 'a', 1]]);
  expect(shardOf('job', [['/a', 'a', 2]]).id).not.toBe(one.id);
  expect(shardOf('other', [['/a', 'a', 1]]).id).not.toBe(one.id);
});

it('shards: the first ones are small, so that every worker soon has one', () => {
  const all = Array.from({ length: 200 }, (_, index): ShardItem => [`/${index}`, String(index), 1]);
  expect(cut(all).map((shard) => shard.items.length)).toEqual([2, 4, 8, 16, 32, 64, 64, 10]);
});

it('shards: arrive as they were sent; what another version sent is named as such', async () => {
  const shard = shardOf('job', [['/ä', 'ä', 1]]);
  expect(await unpackWork(await packWork(shard))).toEqual(shard);
  const walk = walkOf('job', { at: 'page', chosen: 0, marker: 'next' }, 2);
  expect(await unpackWork(await packWork(walk))).toEqual(walk);
  await expect(unpackWork(Buffer.from('other'))).rejects.toMatchObject({ code: 'invalid.input' });
});

it('shards: files that have ended are remembered one by one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.array(fc.nat(99)), (count, indices) => {
      const ended = new EndedItems(count);
      const wanted = indices.filter((index) => index < count);
      for (const index of wanted) ended.add(index);
      const again = new EndedItems(count, ended.toString());
      for (let index = 0; index < count; index += 1) expect(again.has(index)).toBe(wanted.includes(index));
    }),
  );
});
