// A session that reads in parallel: what it reports, how it backs off, and how it stops, resumes and fails.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QueryPage } from '@shared/model/query-page';
import type { TableQuery } from '@shared/model/table-query';
import type { FakeTableRequest, FakeTableService } from '../../../testing/fake-table-service';
import type { Account } from '../../azure/account';
import { type FakeTables, startFakeTables } from '../fixtures/fake-tables';
import { mark } from '../fixtures/mark-rows';
import { open, pagesOf, query, row, rowsOf } from '../fixtures/table-bench';

let tables: FakeTables;
let service: FakeTableService;
let account: Account;

beforeAll(async () => {
  tables = await startFakeTables('hastened');
  ({ service, account } = tables);
});
beforeEach(() => service.suffer(() => null));
afterAll(() => tables.dispose());

const arrived = (table: string): readonly FakeTableRequest[] => service.requests.filter((one) => one.table === table);
const requestsOf = (pages: readonly QueryPage[]): number =>
  pages.reduce((sum, { stats }) => sum + (stats.requests ?? 1), 0);

describe('a session that reads in parallel', () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => row(`P${index % 7}`, String(index).padStart(6, '0')));
  const sessionQuery = query('Sessions', { pageSize: 100, parallel: 8 });

  beforeEach(() => service.fill('Sessions', rows));

  it('reports how many ranges there are and how many are read', async () => {
    const pages = await pagesOf(open(account, sessionQuery));
    const last = pages.at(-1)?.scan;
    expect(last).toMatchObject({ concurrency: 8, allowed: 8, throttles: 0 });
    expect(last?.ranges).toBeGreaterThan(1);
    expect(last?.rangesDone).toBe(last?.ranges);
    expect(rowsOf(pages)).toHaveLength(rows.length);
  });

  it('reports every request once, including those that search for split keys', async () => {
    service.fill('Told', rows);
    const filterText = "not (RowKey eq 'x')";
    const pages = await pagesOf(open(account, { ...sessionQuery, table: 'Told', filterText }));
    const sent = pages.flatMap(({ stats }) => stats.sent ?? []);
    const sentTops = sent.map(({ parameters }) => parameters.find(({ name }) => name === '$top')?.value);
    const tops = arrived('Told').map((request) => request.query.get('$top'));
    const count = (all: readonly (string | null | undefined)[], top: string): number =>
      all.filter((each) => each === top).length;
    expect(count(sentTops, '100')).toBe(count(tops, '100'));
    // Those still under way when the last row comes are ended, and counted alone.
    expect(count(sentTops, '1')).toBeGreaterThan(0);
    expect(count(sentTops, '1')).toBeLessThanOrEqual(count(tops, '1'));
    expect(requestsOf(pages)).toBeGreaterThanOrEqual(tops.length);
  });

  it('also counts wasted requests: read ahead of a limit, and failed', async () => {
    service.fill('Vain', rows);
    const session = open(account, { ...sessionQuery, table: 'Vain', limit: 150 });
    service.suffer(() => ({ kind: 'refused' }));
    await expect(session.nextPage()).rejects.toMatchObject({ code: 'invalid.refused' });
    service.suffer(() => null);
    const pages = await pagesOf(session);
    expect(rowsOf(pages)).toHaveLength(150);
    expect(requestsOf(pages)).toBeGreaterThanOrEqual(arrived('Vain').length);
    expect(requestsOf(pages)).toBeGreaterThan(pages.flatMap(({ stats }) => stats.sent ?? []).length);
    expect(await session.nextPage()).toMatchObject({ more: false, stats: { requests: 0 } });
  });

  it('halves its concurrency each time the service throttles it, and grows back', async () => {
    const first = service.requests.length + 1;
    service.suffer(({ number }) => (number - first === 12 ? { kind: 'busy', retryAfterSeconds: 0 } : null));
    const pages = await pagesOf(open(account, sessionQuery));
    expect(rowsOf(pages)).toHaveLength(rows.length);
    expect(pages.map(({ scan }) => scan?.allowed)).toContain(4);
    expect(pages.at(-1)?.scan).toMatchObject({ throttles: 1 });
    expect(pages.at(-1)?.scan?.allowed).toBeGreaterThan(4);
    expect(pages.reduce((sum, { stats }) => sum + stats.retries, 0)).toBe(1);
  });

  it('applies a changed concurrency from the next request on', async () => {
    // A separate service, which receives no late request of another scan.
    const own = await startFakeTables();
    own.service.fill('Sessions', rows);
    const session = open(own.account, { ...sessionQuery, parallel: 1 });
    await session.nextPage();
    await session.nextPage();
    expect(own.service.maxAtOnce()).toBe(1);
    session.setConcurrency(6);
    const rest = await pagesOf(session);
    expect(rest.at(-1)?.scan?.concurrency).toBe(6);
    expect(own.service.maxAtOnce()).toBe(6);
    await own.dispose();
  });

  it('aborts every request when it is stopped, and can resume', async () => {
    const session = open(account, sessionQuery);
    const first = await session.nextPage();
    const stop = new AbortController();
    const page = session.nextPage(stop.signal);
    stop.abort();
    await expect(page).rejects.toMatchObject({ code: 'cancelled.by-user' });
    const rest = await pagesOf(session);
    expect(mark(rowsOf([first, ...rest]))).toBe(mark(rowsOf(await pagesOf(open(account, query('Sessions'))))));
  });

  it('answers who waits for a page when it is closed', async () => {
    service.fill('Closed', rows);
    service.suffer(() => ({ kind: 'busy', retryAfterSeconds: 60 }));
    const session = open(account, { ...sessionQuery, table: 'Closed' });
    const page = session.nextPage();
    const rejected = expect(page).rejects.toMatchObject({ code: 'cancelled.by-user' });
    await expect.poll(() => arrived('Closed').length).toBeGreaterThan(0);
    session.close();
    await rejected;
  });

  it('rejects tokens that are damaged, or from another query or kind of scan', async () => {
    const session = open(account, sessionQuery);
    await session.nextPage();
    const { token } = await session.nextPage();
    session.close();
    const good = token ?? '';
    const serial = await open(account, query('Sessions')).nextPage();
    expect(good.length).toBeLessThan(3_000);
    const attempts: readonly (readonly [TableQuery, string, RegExp])[] = [
      [sessionQuery, `${good.slice(0, 12)}x${good.slice(13)}`, /damaged/],
      [sessionQuery, good.slice(0, -1), /damaged/],
      [{ ...sessionQuery, table: 'Others' }, good, /another query/],
      [sessionQuery, serial.token ?? '', /not parallel/],
      [query('Sessions'), good, /parallel/],
    ];
    for (const [other, text, message] of attempts) {
      expect(() => open(account, other, text)).toThrow(message);
    }
  });

  it('reports that the service rejected the position in a token', async () => {
    const first = open(account, sessionQuery);
    const { token } = await first.nextPage();
    first.close();
    service.suffer(() => ({ kind: 'refused' }));
    await expect(open(account, sessionQuery, token ?? '').nextPage()).rejects.toMatchObject({ code: 'invalid.token' });
  });

  it('fails as the serial scan fails, and can resume', async () => {
    service.suffer(() => ({ kind: 'truncated-body', bytes: 40 }));
    const session = open(account, sessionQuery);
    await expect(session.nextPage()).rejects.toMatchObject({ code: 'network.truncated' });
    service.suffer(() => null);
    expect(rowsOf(await pagesOf(session))).toHaveLength(rows.length);
  });
});
