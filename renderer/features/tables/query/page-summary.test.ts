// The footer's sentences: accurate about empty pages and remaining rows.
import type { PageStats } from '@shared/model/query-page';
import { describe, expect, it } from 'vitest';
import { type CostedRun, pageBars, pageFacts, pagesText, requestsSent, requestsToCome, rowsText } from './page-summary';
import { requestsTo } from '@shared/cost/billing';
import type { TableQuery } from '@shared/model/table-query';
import { emptyState } from '../result/run-state';

const page = (latencyMs: number, rows = 1000): PageStats => ({
  latencyMs,
  firstByteMs: 5,
  rows,
  bytes: 1000,
  retries: 0,
  decodeMs: 2,
  ended: 'page-size',
});

describe('texts', () => {
  it('count pages, empty ones and the mean latency', () => {
    expect(pagesText([page(20), page(28)], 0)).toBe('2 pages · 24 ms/page');
    expect(pagesText([page(20, 0)], 1)).toBe('1 page · 1 empty · 20 ms/page');
    expect(pagesText([], 0)).toBe('');
  });

  it('never call a running query complete', () => {
    const state = { rowCount: 46000, bytes: 12373197, pages: [page(20)], startTokens: [null] };
    expect(rowsText({ ...state, status: 'stopped' })).toBe('rows so far · 11.8 MiB · more available');
    expect(rowsText({ ...state, status: 'complete' })).toBe('rows · 11.8 MiB · complete');
    expect(rowsText({ rowCount: 0, bytes: 0, pages: [], startTokens: [], status: 'failed' })).toBe('');
  });

  it('never call the rows from a token on the whole result', () => {
    const state = { rowCount: 5, bytes: 500, pages: [page(20)], startTokens: ['s1.a'], status: 'complete' as const };
    expect(rowsText(state)).toBe('rows · 500 B · from a continuation token to the end');
  });

  it('never call rows up to a limit the whole result', () => {
    const any = { kind: 'any' as const };
    const query = { table: 'Movies', partitionKey: any, rowKey: any, select: [], pageSize: 10, limit: 25 };
    const state = { bytes: 500, pages: [page(20)], startTokens: [null], status: 'complete' as const, query };
    expect(rowsText({ ...state, rowCount: 25 })).toBe('rows · 500 B · row limit reached');
    expect(rowsText({ ...state, rowCount: 24 })).toBe('rows · 500 B · complete');
  });

  it('report that a page was empty', () => {
    expect(pageFacts(page(3, 0))).toContainEqual(['Rows', '0 (empty page)']);
  });
});

describe('pageBars', () => {
  it('is a bar a page, as high as its latency', () => {
    expect(pageBars([page(10), page(20, 0)], 10)).toEqual([
      { first: 0, count: 1, height: 0.5, kind: 'rows' },
      { first: 1, count: 1, height: 1, kind: 'empty' },
    ]);
  });

  it('shares bars when there are more pages than positions, and still shows every slow page', () => {
    const pages = Array.from({ length: 1000 }, (_, index) => page(index === 777 ? 500 : 10));
    const bars = pageBars(pages, 60);
    expect(bars.length).toBeLessThanOrEqual(60);
    expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(1000);
    expect(Math.max(...bars.map(({ height }) => height))).toBe(1);
  });
});

const sentPage: PageStats = {
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

it('counts merged ranges and retries', () => {
  expect(requestsSent('one', [])).toEqual([]);
  expect(requestsSent('one', [sentPage, { ...sentPage, requests: 4, retries: 2 }])).toEqual(
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
