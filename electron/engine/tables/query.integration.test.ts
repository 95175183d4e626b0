import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { TableQuery } from '@shared/model/table-query';
import { type TableBench, keysOf, open, pagesOf, query, row, rowsOf, startTableBench } from './fixtures/table-bench';

let bench: TableBench;
beforeAll(async () => {
  bench = await startTableBench();
});
afterEach(() => bench.proxy.clearFaults());
afterAll(() => bench.dispose());

const isQuery = (table: string) => (request: { readonly method: string; readonly path: string }) =>
  request.method === 'GET' && request.path.includes(`/${table}()`);

describe('pages', () => {
  const rows = Array.from({ length: 3_200 }, (_, index) =>
    row(`P${Math.floor(index / 1500)}`, String(index).padStart(5, '0')),
  );
  const keys = keysOf(rows);

  beforeAll(() => bench.fill('Pages', rows));

  it('come one after the other until the last, with what each cost', async () => {
    const pages = await pagesOf(open(bench.direct, query('Pages')));
    expect(keysOf(rowsOf(pages))).toEqual(keys);
    expect(
      pages.map(({ rows: { length }, more, token, stats: { ended } }) => [length, more, token !== null, ended]),
    ).toEqual([
      [1000, true, true, 'page-size'],
      [1000, true, true, 'page-size'],
      [1000, true, true, 'page-size'],
      [200, false, false, 'last'],
    ]);
    for (const {
      stats,
      rows: { length },
    } of pages) {
      expect(stats.rows).toBe(length);
      expect(stats.bytes).toBeGreaterThan(length * 50);
      expect(stats.latencyMs).toBeGreaterThanOrEqual(stats.firstByteMs);
      expect(stats.firstByteMs).toBeGreaterThan(0);
      expect(stats.retries).toBe(0);
    }
  });

  it('remain empty and can be requested after the last one', async () => {
    const session = open(bench.direct, query('Pages', { rowKey: { kind: 'is', value: 'nobody' } }));
    const expected = { rows: [], more: false, token: null };
    expect(await session.nextPage()).toMatchObject(expected);
    expect(await session.nextPage()).toMatchObject(expected);
  });

  it('are shown as empty when the service sends only a token', async () => {
    bench.proxy.inject({ fault: { kind: 'empty-page' }, when: isQuery('Pages'), skip: 1 });
    const pages = await pagesOf(open(bench.proxied, query('Pages')));
    expect(keysOf(rowsOf(pages))).toEqual(keys);
    expect(pages.map((page) => [page.rows.length, page.stats.ended])).toEqual([
      [1000, 'page-size'],
      [0, 'boundary'],
      [1000, 'page-size'],
      [1000, 'page-size'],
      [200, 'last'],
    ]);
  });

  it('may be empty a hundred times in a row, and the search can be stopped and taken up again', async () => {
    const before = 40;
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isQuery('Pages'), skip: before });
    bench.proxy.inject({ fault: { kind: 'empty-page' }, when: isQuery('Pages'), times: 100 });
    const session = open(bench.proxied, query('Pages'));
    for (let count = 0; count < before; count += 1) {
      expect(await session.nextPage()).toMatchObject({ rows: [], more: true });
    }
    const stop = new AbortController();
    const page = session.nextPage(stop.signal);
    await expect.poll(() => hang.hits(), { interval: 5 }).toBe(1);
    stop.abort();
    await expect(page).rejects.toMatchObject({ code: 'cancelled.by-user' });
    const rest = await pagesOf(session);
    expect(rest.filter(({ rows: { length } }) => length === 0)).toHaveLength(100 - before);
    expect(keysOf(rowsOf(rest))).toEqual(keys);
  });

  it('that arrive truncated are requested again, and never shown in part', async () => {
    for (const bytes of [0, 1, 20, 5_000]) {
      bench.proxy.clearFaults();
      bench.proxy.inject({ fault: { kind: 'cut-body', bytes }, when: isQuery('Pages') });
      const page = await open(bench.proxied, query('Pages')).nextPage();
      expect(page.rows).toHaveLength(1000);
      expect(page.stats.retries).toBe(1);
    }
    bench.proxy.inject({ fault: { kind: 'short-body', bytes: 3_000 }, when: isQuery('Pages') });
    expect((await open(bench.proxied, query('Pages')).nextPage()).rows).toHaveLength(1000);
  });

  it('that always arrive truncated end in an error that says so; the session can continue', async () => {
    const fault = bench.proxy.inject({ fault: { kind: 'cut-body', bytes: 5_000 }, when: isQuery('Pages'), times: 100 });
    const session = open(bench.proxied, query('Pages'));
    await expect(session.nextPage()).rejects.toMatchObject({ code: 'network.truncated', context: { table: 'Pages' } });
    fault.remove();
    expect((await session.nextPage()).rows).toHaveLength(1000);
  });

  it('come through resets and a busy server', async () => {
    bench.proxy.inject({ fault: { kind: 'reset-download', afterBytes: 2_000 }, when: isQuery('Pages') });
    bench.proxy.inject({
      fault: { kind: 'answer', status: 503, headers: { 'x-ms-request-id': 'busy', 'retry-after': '0' } },
      when: isQuery('Pages'),
    });
    const page = await open(bench.proxied, query('Pages')).nextPage();
    expect(page.rows).toHaveLength(1000);
    expect(page.stats.retries).toBe(2);
  });

  it('are read ahead from the second request on, and each is requested once', async () => {
    const before = bench.proxy.requests.length;
    const session = open(bench.proxied, query('Pages', { pageSize: 500 }));
    await session.nextPage();
    await session.nextPage();
    const rest = await pagesOf(session);
    expect(rowsOf(rest)).toHaveLength(2_200);
    expect(bench.proxy.requests.length - before).toBe(7);
  });

  it('can be requested concurrently and still come in order', async () => {
    const session = open(bench.direct, query('Pages'));
    const pages = await Promise.all([1, 2, 3, 4].map(() => session.nextPage()));
    expect(keysOf(rowsOf(pages))).toEqual(keys);
  });

  it('stop at the limit, and the token resumes after the last row shown', async () => {
    for (const [limit, pageSize] of [
      [10, 1000],
      [1000, 1000],
      [1234, 500],
      [3200, 1000],
      [5000, 1000],
    ] as const) {
      const request = query('Pages', { limit, pageSize });
      const pages = await pagesOf(open(bench.direct, request));
      expect(keysOf(rowsOf(pages))).toEqual(keys.slice(0, limit));
      expect(pages.at(-1)?.more).toBe(false);
      const token = pages.at(-1)?.token;
      if (limit >= 3200) expect(token).toBeNull();
      else {
        const rest = await pagesOf(open(bench.direct, query('Pages'), token ?? ''));
        expect(keysOf(rowsOf(rest))).toEqual(keys.slice(limit));
      }
    }
  });

  it('can be resumed after each of them in a new session', async () => {
    const first = open(bench.direct, query('Pages', { pageSize: 700 }));
    for (let shown = 700; shown < 3_200; shown += 700) {
      const { token } = await first.nextPage();
      const rest = await pagesOf(open(bench.direct, query('Pages', { pageSize: 1000 }), token ?? ''));
      expect(keysOf(rowsOf(rest))).toEqual(keys.slice(shown));
    }
  });

  it('continue also where a row key is empty', async () => {
    await bench.fill(
      'EmptyKeys',
      ['', 'a', 'b', 'c'].flatMap((key) => [row(key, ''), row(key, 'x')]),
    );
    const pages = await pagesOf(open(bench.direct, query('EmptyKeys', { pageSize: 1 })));
    expect(rowsOf(pages)).toHaveLength(8);
  });

  it('belong to a session that ends when it is closed', async () => {
    const session = open(bench.direct, query('Pages'));
    const page = session.nextPage();
    session.close();
    await expect(page).rejects.toMatchObject({ code: 'cancelled.by-user' });
    await expect(session.nextPage()).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });

  it('need a table', async () => {
    await expect(open(bench.direct, query('Nowhere')).nextPage()).rejects.toMatchObject({
      code: 'not-found.table',
      context: { table: 'Nowhere' },
    });
  });

  it('reject a token that is damaged, foreign or of another query', async () => {
    const { token } = await open(bench.direct, query('Pages')).nextPage();
    const good = token ?? '';
    const attempts: [TableQuery, string][] = [
      [query('Pages'), ''],
      [query('Pages'), 'P2;abc'],
      [query('Pages'), good.slice(0, -1)],
      [query('Pages'), good.replace('s1.', 's2.')],
      [query('Pages'), `${good.slice(0, 10)}x${good.slice(11)}`],
      [query('Prefixes'), good],
      [query('Pages', { rowKey: { kind: 'is', value: 'a' } }), good],
    ];
    for (const [request, text] of attempts) {
      expect(() => open(bench.direct, request, text)).toThrow(StowageError);
    }
    expect(good).not.toContain('P0');
  });

  it('report that the service rejected a token', async () => {
    const { token } = await open(bench.proxied, query('Pages')).nextPage();
    const body =
      '{"odata.error":{"code":"InvalidInput","message":{"lang":"en-US","value":"One of the inputs is not valid."}}}';
    bench.proxy.inject({
      fault: {
        kind: 'answer',
        status: 400,
        headers: { 'x-ms-request-id': 'x', 'content-type': 'application/json' },
        body,
      },
    });
    await expect(open(bench.proxied, query('Pages'), token ?? '').nextPage()).rejects.toMatchObject({
      code: 'invalid.token',
    });
  });
});

describe('columns', () => {
  it('are fetched as requested, the keys always', async () => {
    const value = { type: 'Edm.Int32', value: '1' } as const;
    await bench.fill('Columns', [
      row('P', 'R', [
        { name: 'A', value },
        { name: 'B', value },
      ]),
    ]);
    const [page] = await pagesOf(open(bench.direct, query('Columns', { select: ['B', 'Missing'] })));
    expect(page?.rows[0]).toMatchObject({ partitionKey: 'P', rowKey: 'R', properties: [{ name: 'B', value }] });
  });
});
