import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { sampleAt } from '@renderer/live/fixtures/samples';
import { processRows, threadSeries, withEveryThread } from './process-rows';

const used = (atMs: number) => ({
  atMs,
  uses: [{ kind: 'engine' as const, cpuPercent: 150, memoryBytes: 90 * MiB }],
  mainDelayMs: 2,
});

describe('processes as chart points', () => {
  const rows = processRows(
    [used(2_000), used(4_000), used(6_000)],
    [
      sampleAt(1_000, { loopDelayMs: 4, threadUse: [0.5, 0.1] }),
      sampleAt(2_000, { loopDelayMs: 9, threadUse: [0.7] }),
      sampleAt(2_250, { loopDelayMs: 1 }),
    ],
    [{ atMs: 3_900, delayMs: 40 }],
    0,
  );

  it('take what ended in a step at its worst, threads on average', () => {
    expect(rows[0]).toMatchObject({ 'delay:engine': 9, 'delay:window': null, 'delay:main': 2 });
    expect(rows[0]?.['thread:0']).toBeCloseTo(60);
    expect(rows[1]).toMatchObject({ 'delay:engine': 1, 'delay:window': 40 });
    expect(rows[2]).toMatchObject({ 'delay:engine': null, 'cpu:engine': 150, 'memory:engine': 90 * MiB });
  });

  it('leave a gap when a process did not run, and name the threads that ran', () => {
    expect(rows[0]).toMatchObject({ 'cpu:store': null, 'memory:store': null });
    expect(withEveryThread(rows)[2]).toMatchObject({ 'thread:0': null, 'thread:1': null });
    expect(withEveryThread(rows)[0]?.['thread:0']).toBeCloseTo(60);
    expect(threadSeries(rows).map(({ key }) => key)).toEqual(['thread:0', 'thread:1']);
  });
});
