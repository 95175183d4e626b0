// A count that was stopped or failed continues at its position, and counts no blob twice.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { BlobSizes } from '@shared/model/blob-sizes';
import { createFakeClock } from '../../../testing/clock';
import type { Account, ServiceRequest } from '../../azure/account';
import { type CountedPrefix, type FolderCount, CachedCounts } from './cached-counts';
import { sizeFolders } from './size-folders';

const location: CountedPrefix = { connectionId: 'quay', container: 'hold', prefix: 'a/' };

/** A folder of three pages with one blob of a byte each. `meanwhile` runs before each answer. */
function pagesOf(meanwhile: (page: number) => void) {
  const requested: number[] = [];
  const send = async ({ query = {} }: ServiceRequest) => {
    const page = Number(query.marker ?? 0);
    requested.push(page);
    await Promise.resolve();
    meanwhile(page);
    const blob = `<Blob><Name>a/${page}</Name><Properties><Content-Length>1</Content-Length></Properties></Blob>`;
    const next = page < 2 ? String(page + 1) : '';
    const body = `<EnumerationResults><Blobs>${blob}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`;
    return { status: 200, headers: {}, metadataNames: {}, body: Buffer.from(body) };
  };
  const descriptor = { name: 'quay', endpoints: { blob: 'https://quay.blob.core.windows.net' } };
  return { requested, account: { descriptor, send } as unknown as Account };
}

function counting(account: Account) {
  const counts = new CachedCounts();
  return async (from: 'start' | 'where it stopped', { signal } = new AbortController()): Promise<unknown> => {
    const reports: BlobSizes[] = [];
    const ports = { clock: createFakeClock(), signal, push: (sizes: BlobSizes) => reports.push(sizes) };
    await counts.run(location, { from, nowMs: 0, signal }, (count) => sizeFolders(account, location, count, ports));
    return reports.at(-1);
  };
}
const whole = { state: 'complete', folders: [{ name: 'a/', blobs: 3, bytes: 3 }], requests: 3 };

it('after it broke off', async () => {
  let breaks = true;
  const { account, requested } = pagesOf((page) => {
    if (page === 2 && breaks) throw new StowageError('network.reset', 'No.');
  });
  const count = counting(account);
  await expect(count('start')).rejects.toMatchObject({ code: 'network.reset' });
  breaks = false;
  expect(await count('where it stopped')).toMatchObject(whole);
  expect(requested).toEqual([0, 1, 2, 2]);
  expect(await count('start')).toMatchObject(whole);
});

it('count: continues after it was stopped while a page was in flight, which is requested again', async () => {
  const stop = new AbortController();
  const { account, requested } = pagesOf((page) => {
    if (page === 1) stop.abort();
  });
  const count = counting(account);
  await expect(count('start', stop)).rejects.toBeDefined();
  expect(await count('where it stopped')).toMatchObject(whole);
  expect(requested).toEqual([0, 1, 1, 2]);
});

it('count: does not join the count that another window runs there', async () => {
  const stop = new AbortController();
  const { account } = pagesOf((page) => {
    if (page === 1) stop.abort();
  });
  const count = counting(account);
  await expect(count('start', stop)).rejects.toBeDefined();
  const ofOther = count('start');
  expect(await Promise.all([count('where it stopped'), ofOther])).toMatchObject([whole, whole]);
});

it('count: continues immediately when the previous run has not ended yet', async () => {
  const stop = new AbortController();
  const { account, requested } = pagesOf(() => undefined);
  const count = counting(account);
  const stopped = count('start', stop);
  while (requested.length < 2) await Promise.resolve();
  stop.abort();
  expect(await count('where it stopped')).toMatchObject(whole);
  await expect(stopped).rejects.toBeDefined();
  expect(requested).toEqual([0, 1, 1, 2]);
});

it('count: starts again when it is no longer held, or was complete', async () => {
  const counts = new CachedCounts();
  const { signal } = new AbortController();
  const countOf = async (wanted: CountedPrefix, from: 'start' | 'where it stopped', end: 'breaks' | 'completes') => {
    const used: FolderCount[] = [];
    const run = counts.run(wanted, { from, nowMs: 0, signal }, (count) => {
      used.push(count);
      return end === 'breaks' ? Promise.reject(new StowageError('network.reset', 'No.')) : Promise.resolve();
    });
    await run.catch(() => undefined);
    return used[0];
  };
  const first = await countOf(location, 'start', 'breaks');
  expect(await countOf(location, 'where it stopped', 'breaks')).toBe(first);
  for (let other = 0; other < 4; other += 1) await countOf({ ...location, prefix: `${other}/` }, 'start', 'breaks');
  const second = await countOf(location, 'where it stopped', 'breaks');
  expect(second).not.toBe(first);
  expect(await countOf(location, 'where it stopped', 'completes')).toBe(second);
  expect(await countOf(location, 'where it stopped', 'breaks')).not.toBe(second);
});
