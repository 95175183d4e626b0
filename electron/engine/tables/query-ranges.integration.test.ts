import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { compareKeys, matches } from '@shared/query/evaluate';
import { keyedFilter } from '@shared/query/fixtures/arbitraries';
import { parseFilter, renderFilter } from '@shared/query/odata';
import { type TableBench, keysOf, open, pagesOf, query, row, rowsOf, startTableBench } from './fixtures/table-bench';

let bench: TableBench;
beforeAll(async () => {
  bench = await startTableBench();
});
afterEach(() => bench.proxy.clearFaults());
afterAll(() => bench.dispose());

const isQuery = (table: string) => (request: { readonly method: string; readonly path: string }) =>
  request.method === 'GET' && request.path.includes(`/${table}()`);

describe('an "or" run as parallel ranges', () => {
  const rows = Array.from({ length: 1_500 }, (_, index) =>
    row(`P${index % 15}`, String(index).padStart(4, '0'), [
      { name: 'N', value: { type: 'Edm.Int32', value: String(index % 10) } },
    ]),
  );
  const filters = [
    "PartitionKey eq 'P1' or PartitionKey eq 'P10' or PartitionKey eq 'P3'",
    "(PartitionKey eq 'P1' or PartitionKey eq 'P2') and N gt 4",
    "PartitionKey eq 'P1' and (RowKey ge '0100' and RowKey lt '0800' or RowKey ge '0500')",
    "PartitionKey ge 'P1' and PartitionKey lt 'P3' or PartitionKey eq 'P2' or PartitionKey eq 'P14'",
    Array.from({ length: 14 }, (_, index) => `PartitionKey eq 'P${index}'`).join(' or '),
    "PartitionKey eq 'P1' and RowKey eq '0001' or PartitionKey eq 'P2' and RowKey eq '0002' or PartitionKey eq 'X'",
  ];

  beforeAll(() => bench.fill('Ranges', rows));

  it.each(filters)('gives what the whole gives, in key order: %s', async (filterText) => {
    const node = parseFilter(filterText);
    const expected = keysOf(rows.filter((candidate) => matches(node, candidate)).sort(compareKeys));
    for (const pageSize of [7, 100, 1000]) {
      const session = open(bench.direct, query('Ranges', { filterText, pageSize, splitOr: true }));
      expect(session.ranges).toBeGreaterThan(1);
      const pages = await pagesOf(session);
      expect(keysOf(rowsOf(pages))).toEqual(expected);
      expect(pages.at(-1)).toMatchObject({ more: false, token: null });
      for (const { stats } of pages) expect(stats.requests).toBeGreaterThan(0);
    }
    const whole = await pagesOf(open(bench.direct, query('Ranges', { filterText })));
    expect(keysOf(rowsOf(whole))).toEqual(expected);
  });

  it.each(filters)('can be stopped by a limit and resumed: %s', async (filterText) => {
    const node = parseFilter(filterText);
    const expected = keysOf(rows.filter((candidate) => matches(node, candidate)).sort(compareKeys));
    const seen: string[] = [];
    let token: string | null | undefined;
    do {
      const request = query('Ranges', { filterText, pageSize: 20, splitOr: true, limit: 33 });
      const pages = await pagesOf(open(bench.direct, request, token ?? undefined));
      seen.push(...keysOf(rowsOf(pages)));
      token = pages.at(-1)?.token;
    } while (typeof token === 'string');
    expect(seen).toEqual(expected);
  });

  it('returns the locally matching rows, for odd keys and any condition', async () => {
    const keys = ['', 'A', 'AA', 'AB', 'B', 'Sh', "o'n", 'a;1', '\u{1f6a2}', '\uffff'];
    const odd = keys.flatMap((partition) => keys.map((key) => row(partition, key)));
    await bench.fill('OddRanges', odd);
    // Of properties that a row lacks the emulator thinks otherwise than the service.
    const ofKeys = keyedFilter.filter((filter) => !/"property":"(?!PartitionKey|RowKey)/.test(JSON.stringify(filter)));
    await fc.assert(
      fc.asyncProperty(ofKeys, fc.integer({ min: 1, max: 60 }), async (filter, pageSize) => {
        const filterText = renderFilter(filter);
        const expected = keysOf(odd.filter((one) => matches(filter, one)).sort(compareKeys));
        const pages = await pagesOf(open(bench.direct, query('OddRanges', { filterText, pageSize, splitOr: true })));
        expect(keysOf(rowsOf(pages))).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('goes through empty pages and failures without losing or repeating a row', async () => {
    const filterText = filters[0] ?? '';
    bench.proxy.inject({ fault: { kind: 'empty-page' }, when: isQuery('Ranges'), times: 5 });
    bench.proxy.inject({ fault: { kind: 'cut-body', bytes: 100 }, when: isQuery('Ranges'), times: 7 });
    const session = open(bench.proxied, query('Ranges', { filterText, pageSize: 25, splitOr: true }));
    const found: string[] = [];
    let failures = 0;
    for (let more = true; more;) {
      try {
        const page = await session.nextPage();
        found.push(...keysOf(page.rows));
        ({ more } = page);
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'network.truncated' });
        failures += 1;
      }
    }
    const node = parseFilter(filterText);
    expect(found).toEqual(keysOf(rows.filter((candidate) => matches(node, candidate)).sort(compareKeys)));
    expect(failures).toBeGreaterThan(0);
  });

  it('retain the rows of a page that broke off between two rounds', async () => {
    const filterText = filters[4] ?? '';
    bench.proxy.inject({
      fault: { kind: 'answer', status: 403 },
      when: isQuery('Ranges'),
      skip: 4,
    });
    const request = query('Ranges', { filterText, splitOr: true, parallel: 2 });
    const session = open(bench.proxied, request);
    await expect(session.nextPage()).rejects.toMatchObject({ kind: 'auth' });
    const node = parseFilter(filterText);
    const expected = keysOf(rows.filter((candidate) => matches(node, candidate)).sort(compareKeys));
    expect(keysOf(rowsOf(await pagesOf(session)))).toEqual(expected);
  });

  it('send as many queries as there are ranges', async () => {
    const before = bench.proxy.requests.length;
    const session = open(bench.proxied, query('Ranges', { filterText: filters[4] ?? '', splitOr: true }));
    const pages = await pagesOf(session);
    expect(bench.proxy.requests.length - before).toBe(14);
    expect(pages.reduce((sum, { stats }) => sum + (stats.requests ?? 1), 0)).toBe(14);
  });

  it('is one query where no range would be cheaper', () => {
    const session = open(bench.direct, query('Ranges', { filterText: 'N eq 1 or N eq 2', splitOr: true }));
    expect(session.ranges).toBe(1);
  });
});
