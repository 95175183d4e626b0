// A query of the real service that is throttled reports so meanwhile, read in one range or in several.
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type TableBench, open, query, row, startTableBench } from './fixtures/table-bench';

let bench: TableBench;
beforeAll(async () => {
  bench = await startTableBench();
  await bench.fill('Patient', [row('A', '1'), row('B', '1')]);
  await bench.fill('Other', [row('A', '1')]);
});
afterEach(() => bench.proxy.clearFaults());
afterAll(() => bench.dispose());

it.each([
  ['in one range', {}],
  ['in parallel', { parallel: 4 }],
])('query: reports what a page waits for while the service throttles, read %s', async (_how, more) => {
  bench.proxy.inject({
    fault: { kind: 'answer', status: 503, headers: { 'x-ms-request-id': 'busy', 'retry-after': '1' } },
    when: ({ path }) => path.includes('/Patient()'),
  });
  const session = open(bench.proxied, query('Patient', more));
  expect(session.pageWait).toBeNull();
  const page = session.nextPage();
  await vi.waitFor(() => expect(session.pageWait).toMatchObject({ why: 'throttled', attempt: 2 }));
  expect((await page).rows.length).toBeGreaterThan(0);
  expect(session.pageWait).toBeNull();
});

it.each([
  ['in one range', {}],
  ['in parallel', { parallel: 4 }],
])('query: reports that another request’s throttling holds the whole account, read %s', async (_how, more) => {
  bench.proxy.inject({
    fault: { kind: 'answer', status: 503, headers: { 'x-ms-request-id': 'busy', 'retry-after': '1' } },
    when: ({ path }) => path.includes('/Other()'),
  });
  const other = open(bench.proxied, query('Other'));
  const elsewhere = other.nextPage();
  await vi.waitFor(() => expect(other.pageWait).toMatchObject({ why: 'throttled' }));
  const session = open(bench.proxied, query('Patient', more));
  const page = session.nextPage();
  await vi.waitFor(() => expect(session.pageWait).toMatchObject({ why: 'held', attempt: 1 }));
  expect((await page).rows.length).toBeGreaterThan(0);
  expect(session.pageWait).toBeNull();
  await elsewhere;
});
