// The footer's sentences: honest about what is empty and what is left.
import type { PageStats } from '@shared/model/query-page';
import { describe, expect, it } from 'vitest';
import { pageBars, pageFacts, pagesText, rowsText } from './page-summary';

const page = (latencyMs: number, rows = 1000): PageStats => ({
  latencyMs,
  firstByteMs: 5,
  rows,
  bytes: 1000,
  retries: 0,
  decodeMs: 2,
  ended: 'page-size',
});

describe('words', () => {
  it('count pages, empty ones and the mean latency', () => {
    expect(pagesText([page(20), page(28)], 0)).toBe('2 pages · 24 ms/page');
    expect(pagesText([page(20, 0)], 1)).toBe('1 page · 1 empty · 20 ms/page');
    expect(pagesText([], 0)).toBe('');
  });

  it('never call a running query complete', () => {
    const state = { rowCount: 46000, bytes: 12373197, pages: [page(20)], startTokens: [null] };
    expect(rowsText({ ...state, status: 'stopped' })).toBe('rows so far · 11.8 MiB · more to come');
    expect(rowsText({ ...state, status: 'complete' })).toBe('rows · 11.8 MiB · complete');
    expect(rowsText({ rowCount: 0, bytes: 0, pages: [], startTokens: [], status: 'failed' })).toBe(
      'rows · no page yet',
    );
  });

  it('never call the rows from a token on the whole result', () => {
    const state = { rowCount: 5, bytes: 500, pages: [page(20)], startTokens: ['s1.a'], status: 'complete' as const };
    expect(rowsText(state)).toBe('rows · 500 B · from a token to the end');
  });

  it('never call rows up to a limit the whole result', () => {
    const any = { kind: 'any' as const };
    const query = { table: 'Movies', partitionKey: any, rowKey: any, select: [], pageSize: 10, limit: 25 };
    const state = { bytes: 500, pages: [page(20)], startTokens: [null], status: 'complete' as const, query };
    expect(rowsText({ ...state, rowCount: 25 })).toBe('rows · 500 B · row limit reached');
    expect(rowsText({ ...state, rowCount: 24 })).toBe('rows · 500 B · complete');
  });

  it('say that a page was empty', () => {
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

  it('shares bars when there are more pages than places, and loses no slow page', () => {
    const pages = Array.from({ length: 1000 }, (_, index) => page(index === 777 ? 500 : 10));
    const bars = pageBars(pages, 60);
    expect(bars.length).toBeLessThanOrEqual(60);
    expect(bars.reduce((sum, bar) => sum + bar.count, 0)).toBe(1000);
    expect(Math.max(...bars.map(({ height }) => height))).toBe(1);
  });
});
