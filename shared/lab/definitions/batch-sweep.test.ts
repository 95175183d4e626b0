// What a batch sweep concludes claims nothing of batches that were not measured.
import { describe, expect, it } from 'vitest';
import { checkParameters } from '../parameters';
import type { RunResult } from '../results';
import type { Sample } from '../run';
import { batchSweep, perEntityText } from './batch-sweep';

it('reports where the latency of an entity flattens, and nothing beyond the largest batch', () => {
  expect(perEntityText(50, 100)).toBe('Latency per entity hardly falls beyond 50 entities per batch.');
  expect(perEntityText(100, 100)).toBe(
    'Latency per entity falls up to the largest batch that was measured, 100 entities.',
  );
});

describe('a sweep of two machines', () => {
  /** Each writes ten batches of 100, one after the other, `fromMs` after the start of the run. */
  const samplesOf = (fromMs: readonly number[]): readonly Sample[] =>
    fromMs.flatMap((start, node) =>
      Array.from({ length: 10 }, (_, index) => ({
        node: `n${node}`,
        repetition: 1,
        partitions: 1,
        batchSize: 100,
        concurrency: 12,
        entities: 100,
        connections: 12,
        ok: 1,
        throttled: 0,
        startMs: start + index * 200,
        durationMs: 200,
      })),
    );
  const resultOf = (fromMs: readonly number[], line = 'none', partition = 'shared') =>
    batchSweep.analyse(samplesOf(fromMs), checkParameters(batchSweep.parameters, { line, partition, table: 'Both' }));
  const rowOf = (result: RunResult) => result.tables.find(({ id }) => id === 'entities')?.rows[0] ?? [];

  it('adds up what both had in flight, and counts the time in which both were at work', () => {
    const row = rowOf(resultOf([0, 1000]));
    expect([row[0], row[2], row.at(-1)]).toEqual(['one partition, batch 100 × 24', 1000, 24]);
    expect(rowOf(resultOf([0, 0], 'none', 'own'))[0]).toBe('one partition per machine, batch 100 × 24');
    expect(rowOf(resultOf([0]))[0]).toBe('one partition, batch 100 × 12');
  });

  it('has no rate where they were never at work together', () => {
    const result = resultOf([0, 5000]);
    expect(rowOf(result)[2]).toBeNull();
    expect(result.charts.find(({ id }) => id === 'rate')?.series[0]?.points).toEqual([{ x: 100, y: null }]);
    expect(result.findings).toEqual([
      'The nodes did not run together: in “one partition, batch 100 × 24” all of them were at work for 0 % of the time. Give them the same seed and start them at the same time.',
    ]);
  });

  it('warns that a simulated partition is not shared', () => {
    const own = /^Each machine simulated a network of its own/;
    expect(resultOf([0, 0], 'gen-2').findings).toContainEqual(expect.stringMatching(own));
    expect(resultOf([0, 0]).findings).not.toContainEqual(expect.stringMatching(own));
    expect(resultOf([0], 'gen-2').findings).not.toContainEqual(expect.stringMatching(own));
  });
});
