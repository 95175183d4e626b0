// The history's record of a run: never complete while a token is left, and consistent after a restart.
import type { RunFigures } from '@shared/model/saved-query';
import type { PageStats } from '@shared/model/query-page';
import type { TableQuery } from '@shared/model/table-query';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SessionState } from '../result/run-state';
import { createRunRecorder, figuresText, outcomeText, queryAfter, runRecord } from './run-record';

const query: TableQuery = {
  table: 'Movies',
  partitionKey: { kind: 'is', value: 'Action' },
  rowKey: { kind: 'any' },
  select: [],
  pageSize: 1000,
};
const page: PageStats = {
  latencyMs: 20,
  firstByteMs: 10,
  rows: 1000,
  bytes: 5000,
  retries: 0,
  decodeMs: 1,
  ended: 'page-size',
};
type Parts = Pick<SessionState, 'status' | 'goal' | 'query' | 'rowCount' | 'pages' | 'startTokens' | 'bytes'>;
const stopped: Parts = {
  status: 'stopped',
  goal: 'on-demand',
  query,
  rowCount: 2000,
  pages: [page, { ...page, requests: 3 }],
  startTokens: [null, 't1'],
  bytes: 10_000,
};
const before: RunFigures = {
  ending: 'stopped',
  rows: 2000,
  requests: 4,
  bytes: 10_000,
  elapsedMs: 40,
  costClass: 'partition-scan',
  token: 't2',
  from: 'start',
};

describe('the record of a run', () => {
  it('holds rows, requests, bytes, time, cost and the continuation token', () => {
    expect(runRecord(stopped, 't2', undefined, 1000)?.lastRun).toEqual(before);
  });

  it('adds the figures of a run before a restart', () => {
    const rest: Parts = { ...stopped, status: 'complete', startTokens: ['t2', 't3'] };
    const continued = { terms: { ...query, limit: 9000 }, before };
    const record = runRecord(rest, null, continued, 1000);
    expect(record?.lastRun).toMatchObject({ ending: 'complete', rows: 4000, requests: 8, from: 'start', token: null });
    expect(record?.terms.limit).toBe(9000);
  });

  it('records nothing while a continued run has read nothing, so that its position stays known', () => {
    const failed: Parts = { ...stopped, status: 'failed', rowCount: 0, pages: [], startTokens: [], bytes: 0 };
    expect(runRecord(failed, 't2', { terms: query, before }, 1000)).toBeNull();
    expect(runRecord(failed, null, undefined, 1000)?.lastRun.ending).toBe('failed');
  });

  it('marks a run that began at a token of another position', () => {
    const figures = runRecord({ ...stopped, startTokens: ['t1', 't2'] }, null, undefined, 1000)?.lastRun;
    expect(figures?.from).toBe('token');
    expect(figures && figuresText(figures)).toContain('2,000 rows from a continuation token');
    expect(figures && outcomeText({ ...figures, ending: 'complete' })).toBe('read to the end');
  });

  it('is never called complete while a token is left', () => {
    const endings = fc.constantFrom<RunFigures['ending']>(
      'complete',
      'limit',
      'waiting',
      'stopped',
      'failed',
      'running',
    );
    fc.assert(
      fc.property(endings, fc.constantFrom<RunFigures['from']>('start', 'token'), (outcome, from) => {
        expect(outcomeText({ ...before, ending: outcome, from, token: 't' })).not.toContain('complete');
      }),
    );
  });

  it('continues with the rest of a row limit', () => {
    expect(queryAfter({ ...query, limit: 2500 }, before).limit).toBe(500);
    expect(queryAfter({ ...query, limit: 2000 }, before).limit).toBe(1);
    expect(queryAfter(query, before)).toBe(query);
  });
});

describe('handing runs to the history', () => {
  const recordOf = (partition: string, urgency: 'at-once' | 'soon', rows: number) => ({
    table: 'Movies',
    terms: { partitionKey: { kind: 'is' as const, value: partition }, rowKey: { kind: 'any' as const }, select: [] },
    lastRun: { ...before, rows },
    urgency,
  });
  function recorder() {
    const recorded: number[] = [];
    const timers: (() => void)[] = [];
    const made = createRunRecorder(
      ({ lastRun }) => recorded.push(lastRun.rows),
      (run) => {
        timers.push(run);
        return () => timers.splice(timers.indexOf(run), 1);
      },
    );
    return { ...made, saved: recorded, timers };
  }

  it('takes the newest of many pages once, and an end at once', () => {
    const { note, saved: recorded, timers } = recorder();
    note(recordOf('a', 'soon', 1));
    note(recordOf('a', 'soon', 2));
    expect(recorded).toEqual([]);
    timers[0]?.();
    expect(recorded).toEqual([2]);
    note(recordOf('a', 'soon', 3));
    note(recordOf('a', 'at-once', 4));
    expect(recorded).toEqual([2, 4]);
    note(recordOf('a', 'at-once', 4));
    expect(recorded).toEqual([2, 4]);
  });

  it('loses no query when another begins, nor the last when the tab closes', () => {
    const { note, flush, saved: recorded } = recorder();
    note(recordOf('a', 'soon', 1));
    note(null);
    note(recordOf('b', 'soon', 5));
    flush();
    expect(recorded).toEqual([1, 5]);
  });
});
