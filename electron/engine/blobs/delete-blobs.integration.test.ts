import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BlobSelection, BlobSum, DeletionProgress } from '@shared/model/blob-selection';
import type { FaultProxy } from '../../testing/fault-proxy';
import { serviceHeaders, rightIsMissing } from '../../testing/faults';
import type { Account } from '../azure/account';
import { systemClock } from '../system-clock';
import { blobPath } from './blob-path';
import { createContainer } from './container-admin';
import { type Blobs, createBlobs } from './create-blobs';
import { createRememberedDeletions } from './remembered-deletions';
import { type AccountBench, startAccountBench } from './fixtures/account-bench';
import { walkBlobs } from './listing';

let bench: AccountBench;
let proxy: FaultProxy;
let account: Account;
let blobs: Blobs;
let container: string;
let made = 0;
beforeAll(async () => {
  bench = await startAccountBench();
  ({ proxy, account } = bench);
  blobs = createBlobs({ clock: systemClock, accounts: bench.accounts, deletions: createRememberedDeletions() });
});
afterAll(() => bench.dispose());
beforeEach(async () => {
  proxy.clearFaults();
  made += 1;
  container = `doomed-${made}`;
  await createContainer(account, container);
});

const { signal } = new AbortController();
const put = async (name: string, bytes = 10, headers: Record<string, string> = {}): Promise<void> => {
  await account.send({
    service: 'blob',
    operation: 'PutBlob',
    method: 'PUT',
    path: blobPath(container, name),
    resource: container,
    headers: { 'x-ms-blob-type': 'BlockBlob', ...headers },
    body: Buffer.alloc(bytes),
    replay: 'safe',
  });
};
const snapshot = (name: string): Promise<unknown> =>
  account.send({
    service: 'blob',
    operation: 'SnapshotBlob',
    method: 'PUT',
    path: blobPath(container, name),
    resource: container,
    query: { comp: 'snapshot' },
    replay: 'safe',
  });
const setTier = (name: string, tier: string): Promise<unknown> =>
  account.send({
    service: 'blob',
    operation: 'SetBlobTier',
    method: 'PUT',
    path: blobPath(container, name),
    resource: container,
    query: { comp: 'tier' },
    headers: { 'x-ms-access-tier': tier },
    replay: 'safe',
  });
const held = async (): Promise<string[]> => {
  const names: string[] = [];
  for await (const page of walkBlobs(account, { container, prefix: '' })) names.push(...page.map(({ name }) => name));
  return names;
};
const measure = async (selection: BlobSelection): Promise<BlobSum[]> => {
  const sums: BlobSum[] = [];
  const push = (sum: BlobSum): void => void sums.push(sum);
  await blobs.streams['blobs.measure']({ connectionId: 'test', container, selection }, { push, signal });
  return sums;
};
const remove = async (
  selection: BlobSelection,
  stop = signal,
  seen: DeletionProgress[] = [],
): Promise<DeletionProgress[]> => {
  const push = (progress: DeletionProgress): void => void seen.push(progress);
  await blobs.streams['blobs.delete']({ connectionId: 'test', container, selection }, { push, signal: stop });
  return seen;
};

describe('a selection of blobs', () => {
  it('is counted once, whatever overlaps, without names that do not exist', async () => {
    for (const name of ['a/1', 'a/b/2', 'c', 'cc', 'd%20']) await put(name);
    const sums = await measure({ names: ['c', 'a/1', 'gone', 'c'], prefixes: ['a/', 'a/b/'] });
    expect(sums.at(-1)).toMatchObject({ blobs: 3, bytes: 30, state: 'complete' });
    expect((await measure({ names: [], prefixes: [''] })).at(-1)).toMatchObject({ blobs: 5 });
  });

  it('is counted and deleted with the markers of its folders, which lie beside their names', async () => {
    const mark = (name: string, value: string): Promise<void> => put(name, 0, { 'x-ms-meta-hdi_isfolder': value });
    for (const name of ['m/dir/1', 'm/full/2', 'm/plain/3', 'm/text/4']) await put(name);
    await mark('m/dir', 'true');
    await mark('m/full', 'true');
    await mark('m/text', 'false');
    await put('m/plain', 5);
    const chosen = { names: ['m/full'], prefixes: ['m/dir/', 'm/full/', 'm/plain/', 'm/text/', 'm/gone/'] };
    expect((await measure(chosen)).at(-1)).toMatchObject({ blobs: 6, bytes: 40 });
    expect((await remove(chosen)).at(-1)).toMatchObject({ deleted: 6, missing: 0, failedCount: 0 });
    expect(await held()).toEqual(['m/plain', 'm/text']);
  });

  it('is counted with the blobs that leave their tier early, and the days charged for that', async () => {
    for (const name of ['t/hot', 't/cool', 't/archive']) await put(name);
    await setTier('t/cool', 'Cool');
    await setTier('t/archive', 'Archive');
    const sum = (await measure({ names: [], prefixes: ['t/'] })).at(-1);
    expect(sum?.early).toEqual([
      { tier: 'Archive', blobs: 1, bytes: 10, maxDays: 180 },
      { tier: 'Cool', blobs: 1, bytes: 10, maxDays: 30 },
    ]);
  });

  it('is counted and deleted with its snapshots', async () => {
    // One name begins like another.
    for (const name of ['a/1', 'a/10', 'b']) await put(name);
    for (const [name, count] of [
      ['a/1', 3],
      ['a/10', 1],
      ['b', 2],
    ] as const) {
      for (let made = 0; made < count; made += 1) await snapshot(name);
    }
    for (const [selection, blobCount, snapshots] of [
      [{ names: ['a/1'], prefixes: [] }, 1, 3],
      [{ names: ['a/10', 'b'], prefixes: [] }, 2, 3],
      [{ names: [], prefixes: ['a/'] }, 2, 4],
    ] as const) {
      const chosen = { names: [...selection.names], prefixes: [...selection.prefixes] };
      expect((await measure(chosen)).at(-1)).toMatchObject({ blobs: blobCount, snapshots });
    }
    expect((await remove({ names: ['b'], prefixes: ['a/'] })).at(-1)).toMatchObject({ deleted: 3, failedCount: 0 });
    expect(await held()).toEqual([]);
  });

  it('is deleted with unusual names, and nothing else is', async () => {
    const doomed = ['a/1', 'a/b/2', 'a/ü 😀', 'a//x', 'c'];
    const remaining = ['A/1', 'ab', 'c2', 'cc'];
    for (const name of [...doomed, ...remaining]) await put(name);
    const seen = await remove({ names: ['c'], prefixes: ['a/'] });
    expect(seen.at(-1)).toEqual({
      deleted: 5,
      bytes: 50,
      missing: 0,
      failedCount: 0,
      failed: [],
      state: 'complete',
    });
    expect(await held()).toEqual(remaining);
  });

  it('reports blobs that could not be deleted by name, and deletes the others', async () => {
    for (const name of ['a/1', 'a/leased', 'a/3']) await put(name);
    proxy.inject({
      fault: { kind: 'answer', status: 412, headers: serviceHeaders({ 'x-ms-error-code': 'LeaseIdMissing' }) },
      when: ({ method, path }) => method === 'DELETE' && path.endsWith('leased'),
      times: Infinity,
    });
    const last = (await remove({ names: [], prefixes: ['a/'] })).at(-1);
    expect(last).toMatchObject({ deleted: 2, failedCount: 1 });
    expect(last?.failed).toEqual([expect.objectContaining({ name: 'a/leased', code: 'conflict.leased' })]);
    expect(await held()).toEqual(['a/leased']);
  });

  it('counts a lost reply as done, and a blob that another client deleted as missing', async () => {
    for (const name of ['a/1', 'a/2']) await put(name);
    const isDelete = ({ method, path }: { method: string; path: string }, name: string): boolean =>
      method === 'DELETE' && path.endsWith(name);
    proxy.inject({ fault: { kind: 'drop-reply' }, when: (request) => isDelete(request, '/1') });
    proxy.inject({
      fault: { kind: 'answer', status: 404, headers: serviceHeaders({ 'x-ms-error-code': 'BlobNotFound' }) },
      when: (request) => isDelete(request, '/2'),
    });
    expect((await remove({ names: [], prefixes: ['a/'] })).at(-1)).toMatchObject({ deleted: 1, missing: 1 });
  });

  it('fails a denied blob alone when others are accepted', async () => {
    for (let index = 0; index < 5; index += 1) await put(`a/${index}`);
    proxy.inject({
      fault: rightIsMissing,
      when: ({ method, path }) => method === 'DELETE' && path.endsWith('/3'),
    });
    expect((await remove({ names: [], prefixes: ['a/'] })).at(-1)).toMatchObject({
      state: 'complete',
      deleted: 4,
      failedCount: 1,
      failed: [{ name: 'a/3', code: 'auth.denied' }],
    });
    expect(await held()).toEqual(['a/3']);
  });

  it('names the denied blobs when all are denied, and sends nothing more when the user cancels', async () => {
    for (let index = 0; index < 100; index += 1) await put(`a/${index}`);
    const rejected = proxy.inject({
      fault: { kind: 'answer', status: 403, headers: serviceHeaders({ 'x-ms-error-code': 'AuthorizationFailure' }) },
      when: ({ method }) => method === 'DELETE',
      times: Infinity,
    });
    const reports: DeletionProgress[] = [];
    await expect(remove({ names: [], prefixes: ['a/'] }, signal, reports)).rejects.toMatchObject({ kind: 'auth' });
    expect(reports.at(-1)).toMatchObject({ state: 'stopped', deleted: 0, failedCount: 100 });
    rejected.remove();

    const stop = new AbortController();
    const hang = proxy.inject({ fault: { kind: 'hang' }, when: ({ method }) => method === 'DELETE', times: Infinity });
    const removing = remove({ names: [], prefixes: ['a/'] }, stop.signal, reports);
    removing.catch(() => undefined);
    await expect.poll(() => hang.hits(), { timeout: 20_000 }).toBe(64);
    stop.abort();
    await expect(removing).rejects.toMatchObject({ kind: 'cancelled' });
    expect(hang.hits()).toBe(64);
    expect(reports.at(-1)).toMatchObject({ state: 'stopped', deleted: 0, unanswered: 64 });
    expect(await held()).toHaveLength(100);
  });
});
