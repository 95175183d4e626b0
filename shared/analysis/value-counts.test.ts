import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DistinctSketch } from './distinct-sketch';
import { ValueCounts } from './value-counts';

/** Of an estimate by 4,096 registers, as a fraction. */
const standardError = 1.04 / Math.sqrt(4096);

const same = (key: string): string => key;
const keys = fc.array(
  fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 5000 })).map((number) => `v${number}`),
  { maxLength: 3000, size: 'max' },
);

function counted(of: readonly string[]): ValueCounts {
  const counts = new ValueCounts();
  for (const key of of) counts.add(key, same);
  return counts;
}
function trueCounts(of: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of of) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

describe('counts of values', () => {
  it('are never more than the truth, and short of it by at most their stated error', () => {
    fc.assert(
      fc.property(keys, keys, (left, right) => {
        const all = [...left, ...right];
        const counts = counted(all);
        const truth = trueCounts(all);
        const found = new Map(counts.top(Infinity).map(({ key, rows }) => [key, rows]));
        for (const [key, rows] of truth) {
          const shown = found.get(key) ?? 0;
          expect(shown).toBeLessThanOrEqual(rows);
          expect(shown + counts.shortBy).toBeGreaterThanOrEqual(rows);
        }
        if (counts.distinct().exactness === 'exact') expect(counts.distinct().count).toBe(truth.size);
      }),
      { numRuns: 40 },
    );
  });

  it('keep the frequent one among very many that come once', () => {
    const counts = new ValueCounts();
    for (let index = 0; index < 40_000; index += 1) counts.add(index % 10 === 0 ? 'often' : `once ${index}`, same);
    const [first] = counts.top(1);
    expect(first?.key).toBe('often');
    expect((first?.rows ?? 0) + counts.shortBy).toBeGreaterThanOrEqual(4000);
    const distinct = counts.distinct();
    expect(distinct.exactness).toBe('estimate');
    expect(Math.abs(distinct.count / 36_001 - 1)).toBeLessThan(4 * standardError);
  });
});

describe('the most frequent values', () => {
  it('come first, equally frequent ones by their text, and only as many as requested', () => {
    const counts = counted(['c', 'a', 'd', 'b', 'a', 'd', 'd']);
    const all = [
      { key: 'd', rows: 3 },
      { key: 'a', rows: 2 },
      { key: 'b', rows: 1 },
      { key: 'c', rows: 1 },
    ];
    expect(counts.top(4)).toEqual(all);
    expect(counts.top(5)).toEqual(all);
    expect(counts.top(3)).toEqual(all.slice(0, 3));
    expect([counts.top(0), counted([]).top(1)]).toEqual([[], []]);
  });

  it('are exact up to 2,048 different ones, and not beyond', () => {
    const values = Array.from({ length: 2048 }, (_, index) => `v${index}`);
    const exact = counted([...values, ...values]);
    expect([exact.shortBy, exact.distinct(), exact.top(Infinity).length]).toEqual([
      0,
      { count: 2048, exactness: 'exact' },
      2048,
    ]);
    const more = counted([...values, ...values.slice(0, 600), ...values.slice(0, 100), 'one more']);
    expect([more.shortBy, more.distinct().exactness]).toEqual([2, 'estimate']);
    expect(more.top(Infinity)).toHaveLength(100);
  });

  it('of those beyond lose as much as the 513th has, by number and not by text', () => {
    const values = Array.from({ length: 2048 }, (_, index) => `v${index}`);
    const often = values.slice(0, 513).flatMap((key) => Array.from({ length: 9 }, () => key));
    const max = values.slice(0, 3).flatMap((key) => Array.from({ length: 90 }, () => key));
    const counts = counted([...values, ...often, ...max, 'one more']);
    expect(counts.shortBy).toBe(10);
    expect(counts.top(9)).toEqual(['v0', 'v1', 'v2'].map((key) => ({ key, rows: 90 })));
  });
});

describe('the estimate of how many', () => {
  it.each([600, 3_000, 12_000, 200_000])('is near %d', (size) => {
    const sketch = new DistinctSketch();
    for (let index = 0; index < size; index += 1) sketch.add(`key-${index.toString(36)}`);
    expect(Math.abs(sketch.estimate() / size - 1)).toBeLessThan(4 * standardError);
  });

  it('is the same in any order and however often', () => {
    const estimateOf = (all: readonly string[]): number => {
      const sketch = new DistinctSketch();
      for (const key of all) sketch.add(key);
      return sketch.estimate();
    };
    fc.assert(
      fc.property(keys, keys, (left, right) => {
        expect(estimateOf([...left, ...right])).toBe(estimateOf([...right, ...left, ...left]));
      }),
      { numRuns: 40 },
    );
  });
});
