import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import { compareKeys, matches } from '@shared/query/evaluate';
import { classify } from '@shared/query/cost-class';
import { keyedFilter, keyText } from '@shared/query/fixtures/arbitraries';
import { parseFilter } from '@shared/query/odata';
import type { Position } from './page';
import { type RangeStart, lowerBound, RangeMerge } from './query-ranges';
import type { ResumePoint } from './resume-token';

const row = (partitionKey: string, rowKey: string): Entity => ({
  partitionKey,
  rowKey,
  timestamp: '',
  etag: '',
  properties: [],
});
const table = fc
  .uniqueArray(fc.tuple(keyText, keyText), { selector: (key) => key.join('\u0000'), maxLength: 40 })
  .map((keys) => keys.map(([partitionKey, rowKey]) => row(partitionKey, rowKey)).sort(compareKeys));

/** A service that sends pages of any size, empty ones with a token too. */
function serve(rows: readonly Entity[], filter: string, from: Position, size: number): [readonly Entity[], Position] {
  const found = filter === '' ? rows : rows.filter((candidate) => matches(parseFilter(filter), candidate));
  const start = from.kind === 'at' ? Number(from.partitionKey) : 0;
  const end = start + size;
  const next: Position =
    end >= found.length && size > 0 ? { kind: 'end' } : { kind: 'at', partitionKey: String(end), rowKey: null };
  return [found.slice(start, end), next];
}

const startsOf = (filters: readonly string[]): RangeStart[] =>
  filters
    .map((filter) => ({ filter, lower: lowerBound(parseFilter(filter)) }))
    .sort((left, right) => compareKeys(left.lower, right.lower));

describe('ranges read in parallel', () => {
  it('that lie in one another come out in order, each row once', () => {
    const rows = Array.from({ length: 20 }, (_, index) => row('p', String(index).padStart(2, '0')));
    const filters = ["PartitionKey eq 'p' and RowKey lt '15'", "PartitionKey eq 'p' and RowKey ge '05'"];
    const merge = new RangeMerge(startsOf(filters));
    const seen: Entity[] = [];
    while (!merge.isDone) {
      for (const { index, filter, from } of merge.toFetch(2)) {
        const [page, next] = serve(rows, filter, from, 3);
        // Within a page the service may order otherwise.
        merge.received(index, [...page].reverse(), next);
      }
      seen.push(...merge.take(4));
    }
    expect(seen).toEqual(rows);
  });

  it('come out as one stream: every row once, in order, whatever the pages and wherever it is interrupted', () => {
    let merged = 0;
    const sizes = fc.array(fc.nat(4), { minLength: 50, maxLength: 50 });
    const takes = fc.array(fc.nat(6), { minLength: 50, maxLength: 50 });
    fc.assert(
      fc.property(keyedFilter, table, sizes, takes, fc.integer({ min: 1, max: 5 }), (node, rows, pages, steps, max) => {
        const { splits } = classify(node);
        fc.pre(splits.length > 1);
        merged += 1;
        const starts = startsOf(splits);
        const seen: Entity[] = [];
        let merge = new RangeMerge(starts);
        for (let step = 0; !merge.isDone; step += 1) {
          for (const { index, filter, from } of merge.toFetch(max)) {
            // Random sizes first, full pages in the end, so that every run ends.
            const size = step < 30 ? (pages[(step + index) % pages.length] ?? 1) : 100;
            merge.received(index, ...serve(rows, filter, from, size));
          }
          seen.push(...merge.take(step < 30 ? (steps[step] ?? 1) : 1000));
          if (step % 3 === 2 && step < 30) {
            const point: ResumePoint | null = merge.resumePoint();
            if (point !== null) merge = new RangeMerge(starts, { from: point });
          }
        }
        expect(seen).toEqual(rows.filter((candidate) => matches(node, candidate)));
        expect(merge.resumePoint()).toBeNull();
      }),
      { numRuns: 2_000 },
    );
    expect(merged).toBeGreaterThan(500);
  });

  it('fill no more ranges than requested, and start with the first in order', () => {
    const starts = startsOf(['A', 'B', 'Sh', 'AA', 'AB'].map((key) => `PartitionKey eq '${key}'`));
    const merge = new RangeMerge(starts);
    expect(merge.toFetch(2).map(({ filter }) => filter)).toEqual(["PartitionKey eq 'A'", "PartitionKey eq 'AA'"]);
    merge.received(0, [row('A', '1')], { kind: 'at', partitionKey: 'x', rowKey: null });
    merge.received(1, [row('AA', '1')], { kind: 'end' });
    expect(merge.toFetch(2)).toEqual([]);
    expect(merge.take(10)).toEqual([row('A', '1')]);
    expect(merge.toFetch(2).map(({ index }) => index)).toEqual([0]);
  });
});

describe('one range', () => {
  it('is handed out as the service orders it', () => {
    const merge = new RangeMerge([{ filter: '', lower: lowerBound(null) }]);
    const odd = [row('b', '1'), row('a', '1'), row('c', '1')];
    merge.received(0, odd, { kind: 'end' });
    expect([...merge.take(2), ...merge.take(2)]).toEqual(odd);
    expect(merge.isDone).toBe(true);
  });

  it('drops what a filter cannot express', () => {
    const accept = ({ rowKey }: Entity): boolean => rowKey.startsWith('x');
    const merge = new RangeMerge([{ filter: '', lower: lowerBound(null) }], { accept });
    merge.received(0, [row('a', 'x1'), row('a', 'y1')], { kind: 'end' });
    expect(merge.take(10)).toEqual([row('a', 'x1')]);
    expect(merge.isDone).toBe(true);
  });
});
