import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseAccessList } from '@shared/blob-details/access-list';
import type { AccessProgress } from '@shared/model/access-control';
import type { DeletionProgress } from '@shared/model/blob-selection';
import type { RunningAzurite } from '../../../testing/azurite';
import { type FakeLake, startFakeLake } from '../../../testing/fake-dfs';
import { acquireAzurite } from '../../../testing/shared-azurite';
import type { AccountSource } from '../../azure/account';
import { type AccountDeps, createAccountDeps } from '../../azure/account-deps';
import { createAccount } from '../../azure/create-account';
import { MetricsRecorder } from '../../metrics/recorder';
import { systemClock } from '../../system-clock';
import { blobPath } from '../blob-path';
import { createContainer } from '../container-admin';
import { type Blobs, createBlobs } from '../create-blobs';
import { accountFacts } from '../details/account-facts';
import { createRememberedDeletions } from '../remembered-deletions';
import { type Hierarchy, createHierarchy } from './create-hierarchy';

let azurite: RunningAzurite;
let lake: FakeLake;
let deps: AccountDeps;
let hierarchy: Hierarchy;
let blobs: Blobs;
let accounts: AccountSource;
let container = '';
let made = 0;

beforeAll(async () => {
  azurite = await acquireAzurite();
  deps = createAccountDeps({ metrics: new MetricsRecorder(), clock: systemClock, random: Math.random });
});
afterAll(async () => {
  deps.dispose();
  await azurite.stop();
});
beforeEach(async () => {
  lake = await startFakeLake(azurite.blobOrigin);
  const plain = azurite.descriptor({ blob: lake.blobOrigin });
  const dfs = `${lake.dfsOrigin}/${plain.accountName}`;
  const account = createAccount({ ...plain, endpoints: { ...plain.endpoints, dfs } }, deps);
  accounts = { open: () => Promise.resolve(account), openForWriting: () => Promise.resolve(account) };
  hierarchy = createHierarchy({ accounts });
  blobs = createBlobs({ accounts, clock: systemClock, deletions: createRememberedDeletions() });
  made += 1;
  container = `lake-${made}`;
  await createContainer(account, container);
  return () => lake.close();
});

const { signal } = new AbortController();
const at = (path: string) => ({ connectionId: 'test', container, path });
const put = async (name: string): Promise<void> => {
  await (
    await accounts.open('')
  ).send({
    service: 'blob',
    operation: 'PutBlob',
    method: 'PUT',
    path: blobPath(container, name),
    resource: container,
    headers: { 'x-ms-blob-type': 'BlockBlob' },
    body: Buffer.from('ten bytes!'),
    replay: 'safe',
  });
};
const rename = (path: string, to: string) =>
  hierarchy.calls['folders.rename']({ ...at(path), to: { path: to } }, { signal });
const remove = async (prefixes: string[], names: string[] = []): Promise<DeletionProgress | undefined> => {
  let last: DeletionProgress | undefined;
  const push = (progress: DeletionProgress): void => void (last = progress);
  await blobs.streams['blobs.delete'](
    { connectionId: 'test', container, selection: { names, prefixes } },
    { push, signal },
  );
  return last;
};

describe('folders of a hierarchical namespace', () => {
  it('are detected, also by a credential that may read the container alone', async () => {
    const account = await accounts.open('');
    expect(await accountFacts(account)).toMatchObject({ isHierarchical: true, kind: 'StorageV2' });
    lake.switches.accountKind = 'denied';
    const narrow = createAccount(account.descriptor, deps);
    expect(await accountFacts(narrow)).toMatchObject({ isHierarchical: false });
    expect(await accountFacts(narrow, container)).toMatchObject({ isHierarchical: true });
  });

  it('are created once, and renamed and moved with everything in them without replacing anything', async () => {
    const created = hierarchy.calls['folders.create'](at('a/new é'), { signal });
    expect(await created).toEqual({ through: 'dfs' });
    await expect(hierarchy.calls['folders.create'](at('a/new é'), { signal })).rejects.toMatchObject({
      code: 'conflict.exists',
    });
    await put('a/new é/x/1');
    await put('b/2');
    await expect(rename('a', 'b')).rejects.toMatchObject({ code: 'conflict.exists' });
    await expect(rename('a', 'a/new é/a')).rejects.toMatchObject({ code: 'invalid.name' });
    await expect(rename('a', 'c//d')).rejects.toMatchObject({ code: 'invalid.name' });
    await expect(rename('gone', 'c')).rejects.toMatchObject({ code: 'not-found.blob' });
    const entries = parseAccessList('user::rwx,group::---,other::--x', 'complete');
    await hierarchy.calls['access.write']({ ...at('a/new é'), entries: [...entries] }, { signal });
    await rename('a/new é', 'c/deep/moved');
    expect(await lake.paths(container)).toEqual([
      ...['a/', 'b/', 'b/2', 'c/', 'c/deep/', 'c/deep/moved/', 'c/deep/moved/x/', 'c/deep/moved/x/1'],
    ]);
    expect(lake.aclOf(container, 'c/deep/moved')).toBe('user::rwx,group::---,other::--x');
  });

  it.each([
    ['a token', { kind: 'token', identityId: 'me', tenant: 'home', resource: 'https://storage.azure.com' }],
    [
      'a SAS',
      {
        kind: 'sas',
        token: `sv=2026-04-06&sr=c&sp=racwdlmeop&se=2099-01-01&sig=${encodeURIComponent(Buffer.alloc(32).toString('base64'))}`,
      },
    ],
  ] as const)('are created and moved with %s', async (_, credential) => {
    const { descriptor } = await accounts.open('');
    const token = 'a token that the fake endpoint takes';
    const held = { current: () => token, valid: async () => ({ token }), replace: async () => ({ token }) };
    const account = createAccount({ ...descriptor, credential }, { ...deps, tokens: held });
    const own = { open: () => Promise.resolve(account), openForWriting: () => Promise.resolve(account) };
    const { calls } = createHierarchy({ accounts: own });
    expect(await calls['folders.create'](at('a/b'), { signal })).toEqual({ through: 'dfs' });
    await calls['folders.rename']({ ...at('a/b'), to: { path: 'c/d' } }, { signal });
    expect(await lake.paths(container)).toEqual(['a/', 'c/', 'c/d/']);
  });

  it('are listed as folders, and not among all blobs', async () => {
    for (const name of ['a/1', 'b']) await put(name);
    await hierarchy.calls['folders.create'](at('a/empty'), { signal });
    const list = (prefix: string, depth: 'folders' | 'flat') =>
      blobs.calls['blobs.list']({ connectionId: 'test', container, prefix, depth, pageSize: 100 }, { signal });
    const namesIn = async (prefix: string, depth: 'folders' | 'flat'): Promise<readonly string[]> => {
      const page = await list(prefix, depth);
      return [...page.folders, ...page.blobs.map(({ name }) => name)];
    };
    expect(await namesIn('', 'folders')).toEqual(['a/', 'b']);
    expect(await namesIn('a/', 'folders')).toEqual(['a/empty/', 'a/1']);
    expect(await namesIn('', 'flat')).toEqual(['a/1', 'b']);
  });

  it('are deleted whole over several requests, and nothing else is', async () => {
    lake.switches.pageSize = 3;
    for (const name of ['a/1', 'a/b/2', 'a/b/c/3', 'ab', 'd/4', 'e']) await put(name);
    expect(await remove(['a/', 'a/b/', 'gone/'], ['a', 'd/4'])).toMatchObject({
      folders: 1,
      deleted: 1,
      missing: 1,
      failedCount: 0,
      state: 'complete',
    });
    expect(await lake.paths(container)).toEqual(['ab', 'd/', 'e']);
    expect(lake.requests.filter((request) => request.startsWith('DELETE dfs')).length).toBeGreaterThan(2);
    expect(lake.requests.filter((request) => request.startsWith('DELETE blob'))).toHaveLength(1);
  });

  it('are reported by name when their deletion is denied', async () => {
    for (const name of ['a/1', 'b/2']) await put(name);
    lake.switches.denied.add(`${container}/a`);
    expect(await remove(['a/', 'b/'])).toMatchObject({ folders: 1, failed: [{ name: 'a/', code: 'auth.denied' }] });
    expect(await lake.paths(container)).toEqual(['a/', 'a/1']);
  });

  it.each(['cut', 'firewalled'] as const)(
    'are created and deleted by blob requests while the dfs endpoint is %s, which is reported',
    async (state) => {
      if (state === 'cut') await lake.cutDfs();
      else lake.switches.dfs = 'firewalled';
      expect(await hierarchy.calls['folders.create'](at('a/empty'), { signal })).toEqual({ through: 'blob' });
      await put('a/b/1');
      expect(await remove(['a/'])).toMatchObject({ dfs: 'unreachable', deleted: 4, failedCount: 0, state: 'complete' });
      expect(await lake.paths(container)).toEqual([]);
      await put('c/2');
      await expect(rename('c', 'd')).rejects.toMatchObject({ kind: state === 'cut' ? 'network' : 'auth' });
      expect(await lake.paths(container)).toEqual(['c/', 'c/2']);
    },
  );
});

describe('access control lists', () => {
  const acl = [
    { scope: 'access', type: 'user', id: '', permissions: 'rwx' },
    { scope: 'access', type: 'user', id: '11111111-1111-4111-8111-111111111111', permissions: 'r-x' },
    { scope: 'access', type: 'group', id: '', permissions: 'r-x' },
    { scope: 'access', type: 'mask', id: '', permissions: 'r-x' },
    { scope: 'access', type: 'other', id: '', permissions: '---' },
  ] as const;

  it('are read and replaced unless somebody else has changed them', async () => {
    await put('a/1');
    const read = await hierarchy.calls['access.read'](at('a'), { signal });
    expect(read).toMatchObject({ isFolder: true, owner: '$superuser', permissions: 'rwxr-x---' });
    const write = hierarchy.calls['access.write'];
    await write({ ...at('a'), ifMatch: read.etag, entries: [...acl], owner: 'somebody' }, { signal });
    const now = await hierarchy.calls['access.read'](at('a'), { signal });
    expect(now).toMatchObject({ owner: 'somebody', permissions: 'rwxr-x---+', entries: acl });
    await expect(write({ ...at('a'), ifMatch: read.etag, owner: 'x' }, { signal })).rejects.toMatchObject({
      code: 'conflict.etag-changed',
    });
    await expect(write({ ...at('a'), entries: [acl[0]] }, { signal })).rejects.toMatchObject({ code: 'invalid.input' });
    expect(await hierarchy.calls['access.read'](at(''), { signal })).toMatchObject({ isFolder: true });
    expect(await hierarchy.calls['access.read'](at('a/1'), { signal })).toMatchObject({ isFolder: false });
  });

  it('are applied to everything in a folder, with failures by path, and go on where they stopped', async () => {
    for (const name of ['a/1', 'a/2', 'a/b/3', 'c/4']) await put(name);
    lake.switches.pageSize = 2;
    lake.switches.denied.add(`${container}/a/2`);
    const seen: AccessProgress[] = [];
    const stop = new AbortController();
    const push = (progress: AccessProgress): void => {
      seen.push(progress);
      if (progress.state === 'running' && seen.length === 1) stop.abort();
    };
    const change = { ...at('a'), mode: 'modify' as const, entries: [{ ...acl[1] }] };
    await expect(hierarchy.streams['access.apply'](change, { push, signal: stop.signal })).rejects.toMatchObject({
      kind: 'cancelled',
    });
    const { continuation = '' } = seen[0] ?? {};
    expect(lake.aclOf(container, 'a/1')).toContain('user:1111');
    expect(lake.aclOf(container, 'a/b/3')).not.toContain('user:1111');
    await hierarchy.streams['access.apply']({ ...change, continuation }, { push, signal });
    expect(seen.at(-1)).toMatchObject({ folders: 1, files: 1, failedCount: 1, state: 'complete', continuation: '' });
    expect(seen.at(-1)?.failed).toEqual([expect.objectContaining({ name: 'a/2', kind: 'file' })]);
    expect(lake.aclOf(container, 'a/b/3')).toContain('user:1111');
    expect(lake.aclOf(container, 'c/4')).not.toContain('user:1111');
  });
});
