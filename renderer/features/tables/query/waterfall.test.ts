// The waterfall's arithmetic: order, one axis, idle times cut and labelled, totals that add up.
import type { PageStats, SentRequest } from '@shared/model/query-page';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testRequest } from '../fixtures/test-port';
import { elapsedMs, requestText, shortToken, timeAxis, totalsText, waterfallRows, waterfallTotals } from './waterfall';

const page = (...sent: readonly SentRequest[]): PageStats => ({
  latencyMs: 17,
  firstByteMs: 10,
  rows: 0,
  bytes: 0,
  retries: 0,
  decodeMs: 1,
  ended: 'page-size',
  sent: [...sent],
});

describe('rows', () => {
  it('are the requests in the order sent, each with its page and token', () => {
    const pages = [page(testRequest(0), testRequest(2)), page(testRequest(1)), page()];
    expect(
      waterfallRows(pages, [null, 's1.b']).map(({ atMs, page: of, startToken }) => [atMs, of, startToken]),
    ).toEqual([
      [0, 0, null],
      [40, 1, 's1.b'],
      [80, 0, null],
    ]);
  });
});

describe('totals', () => {
  it('count what came, over the time in which something was under way', () => {
    const rows = waterfallRows([page(testRequest(0)), page(testRequest(1, { rows: 0, retries: 1 }))], []);
    const totals = waterfallTotals(rows);
    expect(totals).toEqual({
      requests: 2,
      retries: 1,
      rows: 1000,
      bytes: 100_000,
      rowsPerSecond: 25_000,
      decodeMsPerThousand: 2,
    });
    expect(totalsText(totals)).toBe(
      '2 requests · 1 retry · 1,000 rows · 97.7 KiB · 25,000 rows/s · 2.0 ms of decoding per 1,000 entities',
    );
  });

  it('divide by nothing', () => {
    expect(totalsText(waterfallTotals([]))).toBe('0 requests · 0 rows · 0 B · 0 rows/s');
  });
});

describe('axis', () => {
  const requests = fc.array(
    fc.record({ startedAtMs: fc.integer({ min: 0, max: 10_000_000 }), queueMs: fc.nat(50), downloadMs: fc.nat(900) }),
    { minLength: 1, maxLength: 30 },
  );

  it('keeps the order of time and stays within its ends, whatever was idle', () => {
    fc.assert(
      fc.property(requests, (changes) => {
        const rows = waterfallRows([page(...changes.map((change) => testRequest(0, change)))], []);
        const { position, cuts, ticks } = timeAxis(rows);
        const times = rows
          .flatMap(({ atMs, request }) => [atMs, atMs + elapsedMs(request)])
          .sort((left, right) => left - right);
        const indexes = times.map(position);
        for (const [index, each] of indexes.entries()) {
          expect(each).toBeGreaterThanOrEqual(indexes[index - 1] ?? 0);
          expect(each).toBeLessThanOrEqual(1);
        }
        for (const { at } of [...cuts, ...ticks]) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(at).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('cuts a long idle time and shows how long it was', () => {
    const rows = waterfallRows([page(testRequest(0)), page(testRequest(0, { startedAtMs: 1_790_000_060_000 }))], []);
    const { cuts, position } = timeAxis(rows);
    expect(cuts.map(({ idleMs }) => idleMs)).toEqual([59_980]);
    expect(position(20)).toBeGreaterThan(0.4);
  });

  it('has ticks at round times, spaced widely enough to be read', () => {
    const rows = waterfallRows([page(...Array.from({ length: 5 }, (_, index) => testRequest(index)))], []);
    expect(timeAxis(rows).ticks.map(({ text }) => text)).toContain('0 ms');
    const indexes = timeAxis(rows).ticks.map(({ at }) => at);
    for (const [index, at] of indexes.entries())
      if (index > 0) expect(at - (indexes[index - 1] ?? 0)).toBeGreaterThan(0.23);
  });
});

it('shows the request decoded', () => {
  expect(requestText(testRequest(1))).toBe(
    "GET https://harbour.table.core.windows.net/Movies()\n$filter=PartitionKey eq 'Action & more'\n$top=1000\nNextPartitionKey=1!8!1",
  );
});

it('shortens a token to its end', () => {
  expect(shortToken('s1.abcdefghijklmnop.0123456789abcdef')).toBe('…89abcdef');
});
