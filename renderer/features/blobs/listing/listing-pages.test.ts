// Which pages are retried, which are reported as failed, and which are no longer awaited.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { type ListPage, type ListedPage, type PageInput, createListingPages } from './listing-pages';

const input: PageInput = { connectionId: 'local', container: 'photos', prefix: '', depth: 'folders', pageSize: 1000 };
const page: ListedPage = { folders: ['a/'], blobs: [], marker: null };
const starting = (): StowageError =>
  new StowageError('network.emulator-down', 'Starting.', { retry: { afterMs: 500 } });

function pagesOver(listPage: ListPage) {
  const observed = { requested: 0, pausesMs: [] as number[], failures: [] as string[] };
  const pages = createListingPages({
    listPage,
    wait: (ms) => Promise.resolve(void observed.pausesMs.push(ms)),
    onRequested: () => void (observed.requested += 1),
    onFailed: ({ code }) => void observed.failures.push(code),
  });
  return { pages, report: observed };
}

it('waits for a store that is still starting', async () => {
  const answers = [starting(), new StowageError('network.engine-restarted', 'Soon.', { retry: { afterMs: 10 } })];
  const { pages, report: observed } = pagesOver(() => {
    const error = answers.shift();
    return error === undefined ? Promise.resolve(page) : Promise.reject(error);
  });
  expect(await pages.request(input)).toBe(page);
  // Not urgent, whatever the failure is.
  expect(observed).toEqual({ requested: 3, pausesMs: [500, 250], failures: [] });
});

it('fails at once on permanent errors, and eventually on temporary ones', async () => {
  const dead = pagesOver(() => Promise.reject(new StowageError('network.emulator-down', 'Cannot start.')));
  expect(await dead.pages.request(input)).toBeNull();
  expect(dead.report).toEqual({ requested: 1, pausesMs: [], failures: ['network.emulator-down'] });

  const busy = new StowageError('throttled.server-busy', 'Busy.', { retry: { afterMs: 500 } });
  const other = pagesOver(() => Promise.reject(busy));
  expect(await other.pages.request(input)).toBeNull();
  expect(other.report).toEqual({ requested: 1, pausesMs: [], failures: [busy.code] });

  const late = pagesOver(() => Promise.reject(starting()));
  expect(await late.pages.request(input)).toBeNull();
  expect([late.report.requested, late.report.pausesMs.length, late.report.failures.length]).toEqual([40, 39, 1]);
});

it('ends a page for a newer one, whatever comes of it then', async () => {
  const ends: ((outcome: ListedPage | StowageError) => void)[] = [];
  const signals: AbortSignal[] = [];
  const { pages, report: observed } = pagesOver((_, signal) => {
    signals.push(signal);
    return new Promise((resolve, reject) => {
      ends.push((outcome) => (outcome instanceof StowageError ? reject(outcome) : resolve(outcome)));
    });
  });
  const [first, second, third] = [pages.request(input), pages.request(input), pages.request(input)];
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  ends[0]?.(page);
  ends[1]?.(new StowageError('network.reset', 'Reset.'));
  expect([await first, await second]).toEqual([null, null]);
  ends[2]?.(page);
  expect(await third).toBe(page);
  expect(observed).toEqual({ requested: 3, pausesMs: [], failures: [] });
});

it('sends no more requests once it is stopped, before or during a wait', async () => {
  const { pages, report: observed } = pagesOver(() => {
    pages.stop();
    return Promise.reject(starting());
  });
  expect(await pages.request(input)).toBeNull();
  expect(observed).toEqual({ requested: 1, pausesMs: [], failures: [] });

  let timesRequested = 0;
  const waiting = createListingPages({
    listPage: () => Promise.reject(starting()),
    wait: () => {
      waiting.stop();
      return Promise.resolve();
    },
    onRequested: () => void (timesRequested += 1),
    onFailed: () => expect.unreachable(),
  });
  expect(await waiting.request(input)).toBeNull();
  expect(timesRequested).toBe(1);
});

it('ends a list whose pages form a cycle, and starts over when it is listed again', async () => {
  const { pages, report: observed } = pagesOver(({ marker }) =>
    Promise.resolve({ ...page, marker: marker === 'one' ? 'two' : 'one' }),
  );
  let marker: string | null = null;
  for (let timesRequested = 0; timesRequested < 10 && observed.failures.length === 0; timesRequested += 1) {
    const answer: ListedPage | null = await pages.request({ ...input, ...(marker === null ? {} : { marker }) });
    marker = answer?.marker ?? null;
  }
  expect(observed.failures).toEqual(['network.repeated-page']);
  expect(await pages.request(input)).toMatchObject({ marker: 'one' });
});
