// Two keys of one account, with an emulator that has both and a proxy that rejects whatever a rotated key signed.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import type { ConnectionInput } from '@shared/model/connection';
import { defaultTransferOptions } from '@shared/model/transfer';
import { KiB, MiB } from '@shared/units';
import { type RunningAzurite, startAzurite } from '../../testing/azurite';
import { type FaultProxy, startFaultProxy } from '../../testing/fault-proxy';
import { type FaultyRequest, serviceHeaders } from '../../testing/faults';
import { connectionString } from '../../testing/local-servers';
import { createAuthorizer } from '../azure/credentials';
import { type Engine, createEngine } from '../engine';
import { systemClock } from '../system-clock';
import type { KeySwitch } from './connection-keys';

const accountName = 'ships';
const [first, second, mistyped] = ['first', 'second', 'mistyped'].map((text) =>
  Buffer.alloc(64, text).toString('base64'),
) as [string, string, string];
const context = { signal: new AbortController().signal };

let azurite: RunningAzurite;
let proxy: FaultProxy;
let engine: Engine;
let stateDir: string;
let vault: Map<string, string>;
let switches: KeySwitch[];

beforeAll(async () => {
  azurite = await startAzurite({ account: { name: accountName, key: first, secondary: second } });
  proxy = await startFaultProxy(azurite.blobOrigin);
});
afterAll(async () => {
  await proxy.dispose();
  await azurite.stop();
});
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-keys-'));
  vault = new Map();
  switches = [];
  engine = openEngine();
});
afterEach(async () => {
  proxy.clearFaults();
  await engine.dispose();
  await rm(stateDir, { recursive: true, force: true });
});

function openEngine(): Engine {
  const out = resolve(__dirname, '../../../out/main');
  return createEngine(
    {
      stateDir,
      emulator: null,
      secrets: {
        storage: async () => 'session',
        read: async (id) => vault.get(id) ?? null,
        write: async (id, secret) => {
          vault.set(id, secret);
          return 'session';
        },
        remove: async (id) => void vault.delete(id),
      },
      sources: { resolve: async (token) => token },
      clock: systemClock,
      random: Math.random,
      transferWorkerPath: join(out, 'transfer-worker.js'),
      importWorkerPath: join(out, 'import-worker.js'),
      previewWorkerPath: join(out, 'preview-worker.js'),
      log: () => undefined,
    },
    { loadSampleData: 'never', totalPace: 'ignored', onKeySwitch: (change) => switches.push(change) },
  );
}

function input(accountKey = first): ConnectionInput {
  const origins = { blobOrigin: proxy.origin, tableOrigin: azurite.tableOrigin };
  return {
    kind: 'connection-string',
    name: 'Ships',
    connectionString: connectionString({ accountName, accountKey, ...origins }),
    marking: { production: false, colour: 'none' },
  };
}

const added = async (accountKey?: string): Promise<string> =>
  (await engine.calls['connections.add'](input(accountKey), context)).id;
const setKey = (connectionId: string, which: 'primary' | 'secondary', key: string) =>
  engine.calls['connections.set-key']({ connectionId, which, key }, context);
const keysOf = async () => (await engine.rooms.connections.list()).find(({ name }) => name === 'Ships')?.keys;

function isSignedBy(accountKey: string): (request: FaultyRequest) => boolean {
  const credential = { kind: 'key', accountName, accountKey } as const;
  const { authorize } = createAuthorizer({ connectionId: '', credential });
  return ({ method, path, query, headers }) => {
    const own = Object.entries(headers).filter(([name]) => name !== 'authorization' && name !== 'host');
    const request = {
      service: 'blob' as const,
      method,
      path,
      query: query.toString(),
      headers: Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
    };
    const signed = authorize(request, 0);
    return !(signed instanceof Promise) && signed.headers.authorization === headers.authorization;
  };
}

/** From now on the service knows the key no more. */
function rotate(accountKey: string, skip: { readonly skip?: number; readonly when?: typeof isBlock } = {}): void {
  const isOld = isSignedBy(accountKey);
  const { when = () => true } = skip;
  proxy.inject({
    fault: { kind: 'answer', status: 403, headers: serviceHeaders({ 'x-ms-error-code': 'AuthenticationFailed' }) },
    when: (request) => when(request) && isOld(request),
    skip: skip.skip ?? 0,
    times: Infinity,
  });
}

const isBlock = ({ query }: FaultyRequest): boolean => query.get('comp') === 'block';
const denied = (): number => proxy.requests.filter(({ fault }) => fault === 'answer').length;

async function upload(connectionId: string, container: string) {
  const path = join(stateDir, 'cargo.bin');
  await writeFile(path, randomBytes(3 * MiB));
  const options = { ...defaultTransferOptions, blockBytes: 256 * KiB, concurrency: 2 };
  const job = await engine.rooms.transfers.uploadPaths({ connectionId, container, prefix: '', paths: [path], options });
  return { path, job };
}

it('a connection with two keys: uses the other one when the service rejects the first, and notifies once', async () => {
  const id = await added();
  expect(await setKey(id, 'secondary', second)).toMatchObject({ keys: { inUse: 'primary', hasSecondary: true } });
  const before = denied();
  rotate(first);
  const lists = Array.from({ length: 8 }, async () => engine.calls['containers.list']({ connectionId: id }, context));
  await Promise.all(lists);
  await vi.waitFor(() => expect(switches).toEqual([{ connection: 'Ships', now: 'secondary' }]));
  expect(await keysOf()).toEqual({ inUse: 'secondary', hasSecondary: true });
  const rejected = denied() - before;
  expect(rejected).toBeGreaterThan(0);
  // A new run begins with the key that works.
  await engine.dispose();
  engine = openEngine();
  await engine.calls['containers.list']({ connectionId: id }, context);
  expect(denied() - before).toBe(rejected);
  proxy.clearFaults();
  expect(await setKey(id, 'primary', first)).toMatchObject({ keys: { inUse: 'primary', hasSecondary: true } });
  expect(await readFile(join(stateDir, 'connections.json'), 'utf8')).not.toContain(second.slice(0, 12));
});

it('a connection with two keys: reports the rejection when the service accepts neither', async () => {
  const id = await added();
  await setKey(id, 'secondary', second);
  rotate(first);
  rotate(second);
  const list = engine.calls['containers.list']({ connectionId: id }, context);
  await expect(list).rejects.toMatchObject({ code: 'auth.key-rejected', context: { account: accountName } });
  expect([switches, await keysOf()]).toEqual([[], { inUse: 'primary', hasSecondary: true }]);
});

it.each(['with the secondary key', 'with the key that replaced it'] as const)(
  'an upload whose key is rotated: continues %s, without a pause or a failed file',
  async (way) => {
    const id = await added();
    const container = way === 'with the secondary key' ? 'both' : 'pasted';
    await engine.calls['containers.create']({ connectionId: id, container }, context);
    if (way === 'with the secondary key') await setKey(id, 'secondary', second);
    let isReplaced: () => void = () => undefined;
    const replaced = new Promise<void>((done) => (isReplaced = done));
    const wait = () => replaced;
    if (way === 'with the key that replaced it') {
      proxy.inject({ fault: { kind: 'meanwhile', act: wait }, when: isBlock, skip: 3, times: 1 });
    }
    rotate(first, { when: isBlock, skip: 4 });
    const { path, job } = await upload(id, container);
    if (way === 'with the key that replaced it') await setKey(id, 'primary', second);
    isReplaced();
    expect(await job.ended).toMatchObject({ state: 'done', failedCount: 0 });
    expect(denied()).toBeGreaterThan(0);
    const account = await engine.rooms.accounts.open(id);
    const stored = await (
      await account.blobService()
    )
      .getContainerClient(container)
      .getBlobClient('cargo.bin')
      .downloadToBuffer();
    expect(stored.equals(await readFile(path))).toBe(true);
  },
);

it('replacing a key: stores only what the account accepts, from a key or a connection string', async () => {
  const id = await added();
  const field = async (key: string, which: 'primary' | 'secondary' = 'secondary') => {
    try {
      await setKey(id, which, key);
      return null;
    } catch (thrown) {
      const { code, context: named } = StowageError.from(thrown);
      return [code, named];
    }
  };
  const ofOther = connectionString({
    accountName: 'boats',
    accountKey: second,
    blobOrigin: proxy.origin,
    tableOrigin: proxy.origin,
  });
  expect(await field(mistyped)).toMatchObject([
    'invalid.input',
    { field: 'Key', problem: 'is not accepted by ships.' },
  ]);
  expect(await field('not base64!')).toMatchObject(['invalid.input', { field: 'Key' }]);
  expect(await field('', 'primary')).toMatchObject(['invalid.input', { field: 'Key' }]);
  expect(await field(first)).toMatchObject(['invalid.input', { problem: 'is the primary key already.' }]);
  expect(await field(ofOther)).toMatchObject([
    'invalid.input',
    { problem: expect.stringContaining('boats') as string },
  ]);
  expect(vault).toEqual(new Map([[id, first]]));
  const whole = input(second);
  expect(await field(whole.kind === 'connection-string' ? whole.connectionString : '')).toBeNull();
  expect([...vault.values()]).toEqual([first, second]);
  expect(await setKey(id, 'secondary', '')).toMatchObject({ keys: { inUse: 'primary', hasSecondary: false } });
  await setKey(id, 'secondary', second);
  await engine.calls['connections.remove']({ connectionId: id }, context);
  expect([...vault]).toEqual([]);
});
