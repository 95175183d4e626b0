import { TableServiceClient } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { lstat, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../system-clock';
import type { EmulatorChild } from '../ports';
import {
  EmbeddedStore,
  type EmbeddedStoreOptions,
  developmentConnectionString,
  emulatorArguments,
  listeningService,
} from './embedded-store';
import { emulatorAccountKey } from '../../testing/azurite';
import { nodeEmulatorLauncher } from './node-launcher';
import { ensureStoreKey } from './store-key';
import { readStoreKey, storeKeyPath } from '../../disk/store-key-file';

const program = resolve('out/main/emulator.js');
const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0).reverse()) await step();
});

async function startStore(
  ports?: EmbeddedStoreOptions['ports'],
  beforeLaunch?: (earlier: number) => Promise<void>,
): Promise<{ store: EmbeddedStore; children: EmulatorChild[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'stowage-store-'));
  const inner = nodeEmulatorLauncher(program);
  const children: EmulatorChild[] = [];
  const keyFolder = await mkdtemp(join(tmpdir(), 'stowage-store-key-'));
  const store = new EmbeddedStore({
    dataDir,
    keyFolder,
    clock: systemClock,
    log: () => undefined,
    ...(ports === undefined ? {} : { ports }),
    launcher: {
      launch: async (args) => {
        await beforeLaunch?.(children.length);
        const child = await inner.launch(args);
        children.push(child);
        return child;
      },
    },
  });
  cleanUp.push(
    () => rm(dataDir, { recursive: true, force: true }),
    () => rm(keyFolder, { recursive: true, force: true }),
    async () => void (await store.dispose()),
  );
  store.start();
  return { store, children };
}

describe('EmbeddedStore', () => {
  it('finds free ports, so that two stores can run at the same time', async () => {
    const [one, two] = [await startStore(), await startStore()];
    const [first, second] = await Promise.all([one.store.whenRunning(), two.store.whenRunning()]);
    expect(new Set([first.blob, first.table, second.blob, second.table]).size).toBe(4);
    expect(one.store.state).toBe('running');
  });

  it('ignores environment variables that the user set for another Azurite', async () => {
    vi.stubEnv('AZURITE_ACCOUNTS', 'somebodyelse:bm90IGEga2V5');
    const { store } = await startStore();
    const endpoints = await store.whenRunning();
    vi.unstubAllEnvs();
    const service = BlobServiceClient.fromConnectionString(developmentConnectionString(endpoints, store.accountKey));
    expect((await service.getContainerClient('photos').createIfNotExists()).succeeded).toBe(true);
  });

  it('restarts at the same address when the program dies', async () => {
    const { store, children } = await startStore();
    const before = await store.whenRunning();
    const seen: string[] = [];
    store.onChange(() => seen.push(store.state));
    await children[0]?.stop();
    expect(await store.whenRunning()).toEqual(before);
    expect(seen).toEqual(['restarting', 'running']);
    expect(children).toHaveLength(2);
  });

  it('restarts at another address when another program has taken its port meanwhile', async () => {
    const taken = createServer();
    cleanUp.push(() => new Promise((resolve) => taken.close(() => resolve())));
    let port = 0;
    const { store, children } = await startStore(undefined, async (earlier) => {
      if (earlier === 1) await new Promise<void>((resolve) => taken.listen(port, '127.0.0.1', resolve));
    });
    const before = await store.whenRunning();
    port = Number(new URL(before.blob).port);
    await children[0]?.stop();
    const after = await store.whenRunning();
    expect(after.blob).not.toBe(before.blob);
    expect(children).toHaveLength(3);
  });

  it('stops the program when disposed', async () => {
    const { store, children } = await startStore();
    await store.whenRunning();
    const exited = new Promise((resolve) => children[0]?.onExit(resolve));
    await store.dispose();
    await exited;
    expect([store.state, store.endpoints]).toEqual(['stopped', null]);
  });

  it('reports the cause when its folder cannot be created', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stowage-store-'));
    cleanUp.push(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'file');
    await writeFile(file, '');
    const store = new EmbeddedStore({
      dataDir: join(file, 'store'),
      keyFolder: null,
      clock: { ...systemClock, sleep: () => Promise.resolve() },
      log: () => undefined,
      launcher: { launch: () => expect.unreachable() },
    });
    store.start();
    await expect(store.whenRunning()).rejects.toMatchObject({
      code: 'local.denied',
      context: { path: join(file, 'store') },
    });
    await store.dispose();
  });

  it('reports a failure immediately when another program uses the requested port', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    cleanUp.push(() => new Promise((resolve) => taken.close(() => resolve())));
    const { port } = taken.address() as AddressInfo;
    const { store, children } = await startStore([port, 0]);
    await expect(store.whenRunning()).rejects.toMatchObject({
      code: 'network.emulator-down',
      message: expect.stringContaining('EADDRINUSE') as string,
    });
    expect(children).toHaveLength(1);
  });

  it('reports the data that the program could not save when it ended', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'stowage-store-'));
    cleanUp.push(() => rm(dataDir, { recursive: true, force: true }));
    const lineListeners: ((line: string) => void)[] = [];
    const gone: ((code: number) => void)[] = [];
    const logged: string[] = [];
    const lost = 'What changed last in a.json is lost: ENOSPC';
    let begun = (): void => undefined;
    const launched = new Promise<void>((resolve) => (begun = resolve));
    const store = new EmbeddedStore({
      dataDir,
      keyFolder: null,
      clock: systemClock,
      log: (line) => logged.push(line),
      launcher: {
        launch: () =>
          Promise.resolve({
            onLine: (listen) => void lineListeners.push(listen),
            onExit: (listen) => {
              gone.push(listen);
              begun();
            },
            stop: () => {
              for (const listener of lineListeners)
                for (const line of ['Azurite Blob service is closing...', lost]) listener(line);
              for (const go of gone) go(1);
              return Promise.resolve();
            },
          }),
      },
    });
    store.start();
    await launched;
    expect(await store.dispose()).toBe('lost');
    expect(logged).toEqual([lost]);
  });
});

describe('the key of the embedded store', () => {
  /** A store on folders that outlive it; `published`: as versions before had it. */
  async function startOn(folder: string, key: 'own' | 'published'): Promise<EmbeddedStore> {
    const store = new EmbeddedStore({
      dataDir: join(folder, 'data'),
      keyFolder: key === 'own' ? folder : null,
      clock: systemClock,
      log: () => undefined,
      launcher: nodeEmulatorLauncher(program),
    });
    cleanUp.push(async () => void (await store.dispose()));
    store.start();
    await store.whenRunning();
    return store;
  }
  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'stowage-store-'));
    cleanUp.push(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }
  const blobsOf = (store: EmbeddedStore, key?: string): BlobServiceClient =>
    BlobServiceClient.fromConnectionString(
      developmentConnectionString(store.endpoints ?? { blob: '', table: '' }, key),
    );
  const tablesOf = (store: EmbeddedStore, key?: string): TableServiceClient =>
    TableServiceClient.fromConnectionString(
      developmentConnectionString(store.endpoints ?? { blob: '', table: '' }, key),
      { allowInsecureConnection: true },
    );

  it('store key: differs between state folders, survives a restart, and is readable by its owner only', async () => {
    const [folder, other] = [await newFolder(), await newFolder()];
    const before = process.umask(0);
    cleanUp.push(() => Promise.resolve(void process.umask(before)));
    const [first, second] = await Promise.all([startOn(folder, 'own'), startOn(other, 'own')]);
    process.umask(before);
    expect(first.accountKey).not.toBe(second.accountKey);
    expect(Buffer.from(first.accountKey, 'base64')).toHaveLength(64);
    await blobsOf(first, first.accountKey).createContainer('made-first');
    await first.dispose();
    const again = await startOn(folder, 'own');
    expect(again.accountKey).toBe(first.accountKey);
    for await (const container of blobsOf(again, first.accountKey).listContainers()) {
      expect(container.name).toBe('made-first');
    }
    if (process.platform === 'win32') return;
    expect((await stat(storeKeyPath(folder))).mode & 0o777).toBe(0o600);
    // Also the files that the program writes, under a umask that allows everything.
    for (const name of await readdir(join(folder, 'data'))) {
      const { mode } = await lstat(join(folder, 'data', name));
      expect([name, mode & 0o077]).toEqual([name, 0]);
    }
  });

  it('store key: is the only accepted key of both services', async () => {
    const store = await startOn(await newFolder(), 'own');
    const { accountKey } = store;
    await blobsOf(store, accountKey).createContainer('mine');
    await tablesOf(store, accountKey).createTable('Mine');
    await expect(blobsOf(store).createContainer('others')).rejects.toMatchObject({ statusCode: 403 });
    await expect(tablesOf(store).createTable('Others')).rejects.toMatchObject({ statusCode: 403 });
  });

  it('store key: opens data that an earlier version stored under the published key', async () => {
    const folder = await newFolder();
    const earlier = await startOn(folder, 'published');
    await blobsOf(earlier).createContainer('earlier');
    await blobsOf(earlier).getContainerClient('earlier').getBlockBlobClient('note.txt').upload('kept', 4);
    await tablesOf(earlier).createTable('Earlier');
    await earlier.dispose();
    const store = await startOn(folder, 'own');
    const blob = blobsOf(store, store.accountKey).getContainerClient('earlier').getBlobClient('note.txt');
    expect(String(await blob.downloadToBuffer())).toBe('kept');
    for await (const table of tablesOf(store, store.accountKey).listTables()) expect(table.name).toBe('Earlier');
  });

  it('store key: is replaced when its file contains none, and is created once by concurrent processes', async () => {
    const folder = await newFolder();
    await writeFile(storeKeyPath(folder), 'cut of');
    const made = await Promise.all(Array.from({ length: 5 }, () => ensureStoreKey(folder)));
    expect(new Set(made).size).toBe(1);
    expect(readStoreKey(folder)).toBe(made[0]);
  });

  it('store key: is accepted when the user wrote it into the file, and the file is made private', async () => {
    const folder = await newFolder();
    await writeFile(storeKeyPath(folder), `${emulatorAccountKey}\n`, { mode: 0o644 });
    const store = await startOn(folder, 'own');
    await blobsOf(store).createContainer('published');
    if (process.platform !== 'win32') expect((await stat(storeKeyPath(folder))).mode & 0o777).toBe(0o600);
  });

  it.runIf(process.platform === 'linux')('store key: is in no argument and no variable of the process', async () => {
    const folder = await newFolder();
    const store = await startOn(folder, 'own');
    const seen: string[] = [];
    for (const pid of await readdir('/proc')) {
      const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
      const cmdline = await read('cmdline');
      if (cmdline.includes(folder)) seen.push(cmdline, await read('environ'));
    }
    expect(seen.join('')).toContain('--accountKeyFile');
    expect(seen.join('')).not.toContain(store.accountKey);
  });
});

describe('emulator arguments', () => {
  it('disables telemetry and listens on loopback only', () => {
    const args = emulatorArguments({ dataDir: '/data' });
    expect(args).toContain('--disableTelemetry');
    expect(args.filter((_, at) => args[at - 1]?.endsWith('Host'))).toEqual(['127.0.0.1', '127.0.0.1']);
  });
  it('reads the address of a service and ignores other output', () => {
    expect(listeningService('Azurite Table service is successfully listening at http://127.0.0.1:33473')).toEqual({
      service: 'table',
      endpoint: 'http://127.0.0.1:33473/devstoreaccount1',
    });
    expect(listeningService('Azurite Table service is starting at http://127.0.0.1:0')).toBeNull();
  });
});
