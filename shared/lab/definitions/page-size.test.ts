// The cost of a page: exact where the times are known by arithmetic, and not claimed where they determine none.
import { expect, it } from 'vitest';
import { inSimulatedTime } from '../../../electron/engine/lab/fixtures/simulated-bench';
import type { Sample } from '../run';
import { pageCostOf, pageSize } from './page-size';

/** Two pages of each size, at 30 ms a request and 0.1 ms an entity. */
const pagesOf = (...sizes: readonly number[]): readonly Sample[] =>
  sizes.flatMap((pageEntities) =>
    [0, 1].map((page) => ({
      node: 'n1',
      repetition: 1,
      startMs: page * 1000,
      durationMs: 30 + 0.1 * pageEntities,
      ok: 1,
      pageEntities,
      page: page + 1,
      entities: pageEntities,
    })),
  );

it('divides the time of a page between its request and its entities', () => {
  const { findings, tables } = pageSize.analyse(pagesOf(100, 1000));
  expect(findings).toEqual([
    'A page takes 30.0 ms, plus 0.10 ms for each entity in it.',
    'From 300 entities per page, the entities take more time than the request.',
    '1,000 entities take 130 ms in pages of 1,000, the fastest size, and 400 ms in pages of 100, the slowest.',
  ]);
  expect(tables[0]?.rows.map((row) => row.slice(0, 6))).toEqual([
    [100, 2, 40, 40, 0.4, expect.closeTo(75, 6)],
    [1000, 2, 130, 130, 0.13, expect.closeTo(23.08, 2)],
  ]);
});

it('says so where the request dominates every page that was measured', () => {
  expect(pageSize.analyse(pagesOf(10, 200)).findings[1]).toBe(
    'Up to the largest page measured, 200 entities, the request takes more time than the entities.',
  );
});

it('finds the delay of a simulated line as the cost of the request, and none of the entities', async () => {
  const samples = await inSimulatedTime(pageSize, { pageSizes: [10, 100], lineChanges: 'delayMs=40' });
  const { findings, tables } = pageSize.analyse(samples);
  expect(findings.at(-1)).toBe(
    '1,000 entities take 400 ms in pages of 100, the fastest size, and 4,000 ms in pages of 10, the slowest.',
  );
  expect(tables[0]?.rows.map(([size, pages, median, , each, share]) => [size, pages, median, each, share])).toEqual([
    [10, 3, 40, 4, 100],
    [100, 3, 40, 0.4, 100],
  ]);
});

it.each([
  ['of one size', [{ entities: 100, ms: 40 }]],
  [
    'of equal sizes',
    [
      { entities: 100, ms: 40 },
      { entities: 100, ms: 50 },
    ],
  ],
  [
    'that get faster as they get larger',
    [
      { entities: 100, ms: 50 },
      { entities: 200, ms: 40 },
    ],
  ],
])('claims no cost of pages %s', (_what, pages) => {
  expect(pageCostOf(pages)).toBeNull();
});
