// What a query costs so far, and what reading on takes, never less than known and never guessed.
import { requestsTo } from '@shared/cost/billing';
import type { PageStats } from '@shared/model/query-page';
import type { TableQuery } from '@shared/model/table-query';
import { describe, expect, it } from 'vitest';
import { emptyState } from '../result/session-state';
import { type CostedRun, requestsSent, requestsToCome } from './query-cost';

const page: PageStats = {
  latencyMs: 1,
  firstByteMs: 1,
  rows: 10,
  bytes: 1,
  retries: 0,
  decodeMs: 1,
  ended: 'page-size',
};
const query: TableQuery = {
  table: 'quay',
  partitionKey: { kind: 'any' },
  rowKey: { kind: 'any' },
  select: [],
  pageSize: 100,
};
const state: CostedRun = { ...emptyState, query, status: 'waiting', run: 3, rowCount: 200, startTokens: [null, 't'] };
const progress = { rows: 1001, elapsedMs: 1, requests: 2, bytes: 1, ended: 'last' };
const count = { run: 3, status: 'done', progress } as unknown as NonNullable<Parameters<typeof requestsToCome>[2]>;

it('counts merged ranges and repeated tries', () => {
  expect(requestsSent('one', [])).toEqual([]);
  expect(requestsSent('one', [page, { ...page, requests: 4, retries: 2 }])).toEqual(
    requestsTo('one', 'table', [{ operation: 'QueryEntities', requests: 7 }]),
  );
});

describe('reading to the end', () => {
  it('takes nothing more once it is there', () => {
    expect(requestsToCome('one', { ...state, status: 'complete' }, count)).toEqual({ kind: 'none' });
  });

  it('takes at least the pages of the rows that were counted and are not here', () => {
    const counts = requestsTo('one', 'table', [{ operation: 'QueryEntities', requests: 9 }]);
    expect(requestsToCome('one', state, count)).toEqual({ kind: 'at-least', counts });
    expect(requestsToCome('one', { ...state, rowCount: 1001 }, count)).toEqual({
      kind: 'at-least',
      counts: requestsTo('one', 'table', [{ operation: 'QueryEntities', requests: 1 }]),
    });
  });

  it.each([
    ['nothing was counted', state, null],
    ['another run was counted', state, { ...count, run: 2 }],
    ['the count is not done', state, { ...count, status: 'reading' as const }],
    ['it began at a token', { ...state, startTokens: ['t'] }, count],
  ])('is not known where %s', (_why, run, counted) => {
    expect(requestsToCome('one', run, counted)).toEqual({ kind: 'unknown' });
  });
});
