import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import type { QueryPage } from '@shared/model/query-page';
import type { TableQuery } from '@shared/model/table-query';
import { compareKeys, matches } from '@shared/query/evaluate';
import { keyText as filterKey, keyedFilter } from '@shared/query/fixtures/arbitraries';
import { renderFilter } from '@shared/query/odata';
import type { FakeTableFault, FakeTableService } from '../../../testing/fake-table-service';
import type { Account } from '../../azure/account';
import { type FakeTables, startFakeTables } from '../fixtures/fake-tables';
import { mark } from '../fixtures/mark-rows';
import { keysOf, open, pagesOf, query, row, rowsOf } from '../fixtures/table-bench';
import { systemClock } from '../../../testing/clock';
import { openQuery } from '../query';
import { type ScanOptions, scanEntities } from '../scan-entities';

let tables: FakeTables;
let service: FakeTableService;
let account: Account;

beforeAll(async () => {
  tables = await startFakeTables('hastened');
  ({ service, account } = tables);
});
beforeEach(() => service.suffer(() => null));
afterAll(() => tables.dispose());

async function scanned(request: TableQuery, options: Partial<ScanOptions> = {}): Promise<Entity[]> {
  const rows: Entity[] = [];
  for await (const { entities } of scanEntities(account, request, { concurrency: 8, order: 'key', ...options })) {
    rows.push(...entities);
  }
  return rows;
}

const keyText = fc.oneof(
  fc.constantFrom('', 'A', 'B', "o'n", 'a;1', '\u{1f6a2}', '\uffff', '\ue000x'),
  fc.integer({ min: 0, max: 999 }).map((number) => `row-${String(number).padStart(5, '0')}`),
  fc.integer({ min: 0, max: 40 }).map(String),
  fc.stringMatching(/^[0-9a-f]{6}$/),
);
const table = fc.uniqueArray(fc.tuple(keyText, keyText), {
  selector: ([p, r]) => JSON.stringify([p, r]),
  maxLength: 60,
});
const fault: fc.Arbitrary<FakeTableFault | null> = fc.oneof(
  fc.constant(null),
  fc.constant<FakeTableFault>({ kind: 'empty-page' }),
  fc.integer({ min: 1, max: 9 }).map((rowsRead): FakeTableFault => ({ kind: 'time-over', rowsRead })),
  fc.constant<FakeTableFault>({ kind: 'partition-boundary' }),
  fc.integer({ min: 0, max: 300 }).map((bytes): FakeTableFault => ({ kind: 'truncated-body', bytes })),
  fc.constant<FakeTableFault>({ kind: 'busy', retryAfterSeconds: 0 }),
);
/** Faults in the order of the requests; then none, so that every reading ends. */
const faults = fc.array(fault, { maxLength: 60 });

function sufferInTurn(list: readonly (FakeTableFault | null)[]): void {
  const first = service.requests.length + 1;
  // Of each request separately: others run between its attempts.
  const failedInARow = new Map<string, number>();
  service.suffer(({ number, query: sent }) => {
    const due = list[number - first] ?? null;
    const fails = due?.kind === 'truncated-body' || due?.kind === 'busy';
    const request = sent.toString();
    const failed = fails ? (failedInARow.get(request) ?? 0) + 1 : 0;
    // The third attempt is the last.
    const isSpared = failed > 2;
    failedInARow.set(request, isSpared ? 0 : failed);
    return isSpared ? null : due;
  });
}

describe('a parallel scan', () => {
  it('gives the rows of the serial scan, each once and in order, whatever the service does', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.option(keyedFilter, { nil: undefined }),
        faults,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 6 }),
        async (keys, filter, list, pageSize, concurrency) => {
          service.fill(
            'Laws',
            keys.map(([partitionKey, rowKey]) => row(partitionKey, rowKey)),
          );
          const request = query('Laws', {
            pageSize,
            ...(filter === undefined ? {} : { filterText: renderFilter(filter) }),
          });
          service.suffer(() => null);
          const serial = rowsOf(await pagesOf(open(account, request)));
          sufferInTurn(list);
          expect(mark(await scanned(request, { concurrency }))).toBe(mark(serial));
          sufferInTurn(list);
          const anyOrder = await scanned(request, { concurrency, order: 'any' });
          expect(keysOf(anyOrder).sort()).toEqual(keysOf(serial).sort());
        },
      ),
      { numRuns: 120 },
    );
  });

  it('can be taken up again from any page’s token', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        faults,
        fc.integer({ min: 1, max: 5 }),
        fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
        async (keys, list, pageSize, limit) => {
          service.fill(
            'Laws',
            keys.map(([partitionKey, rowKey]) => row(partitionKey, rowKey)),
          );
          service.suffer(() => null);
          const whole = query('Laws', { pageSize });
          const serial = rowsOf(await pagesOf(open(account, whole)));
          sufferInTurn(list);
          const request = { ...whole, parallel: 4, ...(limit === undefined ? {} : { limit }) };
          const rows: Entity[] = [];
          let token: string | null | undefined;
          do {
            const session = open(account, request, token ?? undefined);
            // A page or two of each session, so that ranges stand everywhere.
            let page: QueryPage = await session.nextPage();
            rows.push(...page.rows);
            if (page.more) {
              page = await session.nextPage();
              rows.push(...page.rows);
            }
            session.close();
            ({ token } = page);
          } while (typeof token === 'string');
          expect(mark(rows)).toBe(mark(serial));
        },
      ),
      { numRuns: 80 },
    );
  });
});

describe('an "or" that is read as ranges', () => {
  it('gives the rows that match, each once and in order, whatever the service does and wherever it is taken up again', async () => {
    let split = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(filterKey, filterKey), { selector: (keys) => JSON.stringify(keys), maxLength: 40 }),
        keyedFilter,
        faults,
        fc.integer({ min: 1, max: 5 }),
        fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
        async (keys, filter, list, pageSize, limit) => {
          const rows = keys.map(([partitionKey, rowKey]) => row(partitionKey, rowKey));
          service.fill('Laws', rows);
          sufferInTurn(list);
          const request = {
            ...query('Laws', { pageSize, filterText: renderFilter(filter), splitOr: true }),
            ...(limit === undefined ? {} : { limit }),
          };
          const found: Entity[] = [];
          let token: string | null | undefined;
          do {
            const session = open(account, request, token ?? undefined);
            if (session.ranges > 1) split += 1;
            const before = found.length;
            let page: QueryPage = await session.nextPage();
            found.push(...page.rows);
            if (page.more) {
              page = await session.nextPage();
              found.push(...page.rows);
            }
            session.close();
            expect(found.length - before).toBeLessThanOrEqual(limit ?? Infinity);
            ({ token } = page);
          } while (typeof token === 'string');
          expect(keysOf(found)).toEqual(keysOf(rows.filter((one) => matches(filter, one)).sort(compareKeys)));
        },
      ),
      { numRuns: 80 },
    );
    expect(split).toBeGreaterThan(50);
  });
});

/** Tables as users have them, each with 12,000 rows. */
const shapes: Readonly<Record<string, (index: number) => readonly [string, string]>> = {
  'one long partition': (index) => ['only', String(index).padStart(8, '0')],
  'many partitions': (index) => [`customer-${String(index % 300).padStart(5, '0')}`, String(index).padStart(8, '0')],
  'a partition a row': (index) => [((index * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0'), ''],
  'one partition that holds most': (index) => [
    index < 9_000 ? 'P05' : `P${String(index % 10).padStart(2, '0')}`,
    String(index).padStart(8, '0'),
  ],
};

describe.each(Object.entries(shapes))('over %s', (_, keyOf) => {
  const rows = Array.from({ length: 12_000 }, (__, index) => row(...keyOf(index)));
  const request = query('Shapes', { pageSize: 100 });

  beforeEach(() => service.fill('Shapes', rows));

  it('reads eight ranges at once, in key order and as they come', async () => {
    const serial = rowsOf(await pagesOf(open(account, request)));
    for (const order of ['key', 'any'] as const) {
      service.fill('Shapes', rows);
      const before = service.requests.length;
      const found = await scanned(request, { order });
      expect(order === 'key' ? mark(found) : keysOf(found).sort()).toEqual(
        order === 'key' ? mark(serial) : keysOf(serial).sort(),
      );
      expect(service.maxAtOnce()).toBeGreaterThanOrEqual(6);
      expect(service.maxAtOnce()).toBeLessThanOrEqual(8);
      // The serial scan sends 120. Small parts end with small pages, and searching for split keys also costs requests.
      expect(service.requests.length - before).toBeLessThan(300);
    }
  });

  it('reads ahead no more than a few pages per lane', async () => {
    const session = open(account, { ...request, parallel: 4 });
    const before = service.requests.length;
    await session.nextPage();
    await session.nextPage();
    // Time enough for more: another client reads a hundred pages meanwhile.
    service.fill('Others', rows.slice(0, 100));
    expect(await pagesOf(open(account, query('Others', { pageSize: 1 })))).toHaveLength(100);
    const full = service.requests.filter(({ number, query: sent }) => number > before && sent.get('$top') === '100');
    expect(full.length).toBeLessThanOrEqual(2 + 4 * 4 + 8);
    session.close();
  });
});

describe('a parallel scan of a service that does not do what it is asked for', () => {
  const rows = Array.from({ length: 6_000 }, (_, index) =>
    row(`part-${String(Math.floor(index / 100)).padStart(3, '0')}`, String(index % 100).padStart(3, '0')),
  );
  const counted = async (order: 'key' | 'any'): Promise<{ readonly code: string; readonly requests: number }> => {
    const before = service.requests.length;
    const code = await scanned(query('Ignored', { pageSize: 100 }), { order }).then(
      () => 'none',
      (thrown: unknown) => (thrown as { readonly code: string }).code,
    );
    return { code, requests: service.requests.length - before };
  };
  beforeEach(() => service.fill('Ignored', rows));

  it.each([
    ['key', 'every request'],
    ['any', 'every request'],
    // Where the table can be split is looked for one row at a time.
    ['key', 'requests for pages'],
    ['any', 'requests for pages'],
  ] as const)('ends with an error in order %s when key ranges are ignored in %s', async (order, ignoredIn) => {
    service.suffer(({ query: sent }) =>
      ignoredIn === 'requests for pages' && sent.get('$top') === '1' ? null : { kind: 'no-filter' },
    );
    const { code, requests } = await counted(order);
    expect(code).toBe('network.range-ignored');
    expect(requests).toBeLessThan(200);
  });

  it.each(['key', 'any'] as const)(
    'ends with an error when the first page comes again, in order: %s',
    async (order) => {
      service.suffer(() => ({ kind: 'first-page' }));
      const { code, requests } = await counted(order);
      expect(['network.repeated-page', 'network.range-ignored']).toContain(code);
      expect(requests).toBeLessThan(300);
    },
  );

  it.each([
    { partitionKey: { kind: 'is', value: 'part-040' } },
    { partitionKey: { kind: 'is', value: 'part-000' }, rowKey: { kind: 'starts-with', prefix: '09' } },
    { filterText: "PartitionKey eq 'part-007' and RowKey eq '001' or PartitionKey ge 'part-050'", splitOr: true },
  ] as const)('ends a serial reading with an error when the service drops the filter: %j', async (request) => {
    service.suffer(() => ({ kind: 'no-filter' }));
    for (const form of ['entities', 'packed'] as const) {
      const session = openQuery({ account, clock: systemClock, query: query('Ignored', request), form });
      await expect(session.nextPackedPage()).rejects.toMatchObject({ code: 'network.range-ignored' });
    }
    await expect(scanned(query('Ignored', request), { concurrency: 1 })).rejects.toMatchObject({
      context: { table: 'Ignored' },
    });
  });

  it('ends a serial reading with an error when the first page comes again', async () => {
    service.suffer(() => ({ kind: 'first-page' }));
    const session = open(account, query('Ignored', { pageSize: 100 }));
    const reading = (async () => {
      for (let more = true; more;) ({ more } = await session.nextPage());
    })();
    await expect(reading).rejects.toMatchObject({ code: 'network.repeated-page', context: { table: 'Ignored' } });
  });
});
