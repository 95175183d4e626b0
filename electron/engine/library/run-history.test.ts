import type { HistoryEntry, QueryTerms, RunFigures } from '@shared/model/saved-query';
import { describe, expect, it } from 'vitest';
import { maxRuns, runsOfTable, withRun, withoutRuns } from './run-history';

const lastRun: RunFigures = {
  ending: 'complete',
  rows: 3,
  requests: 1,
  bytes: 300,
  elapsedMs: 20,
  costClass: 'table-scan',
  token: null,
  from: 'start',
};
const termsIn = (partition: string): QueryTerms => ({
  partitionKey: { kind: 'is', value: partition },
  rowKey: { kind: 'any' },
  select: [],
});

/** Runs recorded one after the other, a millisecond apart. */
function recorded(partitions: readonly string[], table = 'Movies'): readonly HistoryEntry[] {
  return partitions.reduce<readonly HistoryEntry[]>(
    (runs, partition, index) =>
      withRun(runs, { table, terms: termsIn(partition), lastRun }, { atMs: index, newId: () => `run-${index}` }),
    [],
  );
}

const partitionsOf = (runs: readonly HistoryEntry[]): readonly unknown[] =>
  runs.map(({ terms }) => (terms.partitionKey.kind === 'is' ? terms.partitionKey.value : terms.partitionKey.kind));

describe('the history of runs', () => {
  it('holds one entry for each query, the newest run first', () => {
    const runs = recorded(['a', 'b', 'a']);
    expect(partitionsOf(runs)).toEqual(['a', 'b']);
    expect(runs.map(({ id, ranAtMs }) => [id, ranAtMs])).toEqual([
      ['run-0', 2],
      ['run-1', 1],
    ]);
  });

  it('takes the figures of the last run', () => {
    const [entry] = withRun(
      recorded(['a']),
      { table: 'movies', terms: { ...termsIn('a'), pageSize: 10 }, lastRun: { ...lastRun, rows: 9 } },
      { atMs: 5, newId: () => 'other' },
    );
    expect(entry?.lastRun.rows).toBe(9);
    expect(entry?.id).toBe('run-0');
  });

  it('drops the oldest beyond its bound', () => {
    const runs = recorded(Array.from({ length: maxRuns + 20 }, (_, index) => String(index)));
    expect(runs).toHaveLength(maxRuns);
    expect(partitionsOf(runs)[0]).toBe(String(maxRuns + 19));
    expect(partitionsOf(runs).at(-1)).toBe('20');
  });

  it('forgets one run or those of one table', () => {
    const runs = [...recorded(['a', 'b']), ...recorded(['a'], 'Actors')];
    expect(partitionsOf(withoutRuns(runs, { table: 'Movies', id: 'run-1' }))).toEqual(['a', 'a']);
    expect(withoutRuns(runs, { table: 'Movies' }).map(({ table }) => table)).toEqual(['Actors']);
    expect(runsOfTable(runs, 'ACTORS')).toHaveLength(1);
    expect(withoutRuns(runs, { table: 'Movies', id: 'none' })).toBe(runs);
  });
});
