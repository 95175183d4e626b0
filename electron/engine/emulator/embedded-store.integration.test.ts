import { BlobServiceClient } from '@azure/storage-blob';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { nodeEmulatorLauncher } from './node-launcher';

const program = createRequire(import.meta.url).resolve('azurite/dist/src/azurite.js');
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
  const store = new EmbeddedStore({
    dataDir,
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
    async () => void (await store.dispose()),
  );
  store.start();
  return { store, children };
}

describe('EmbeddedStore', () => {
  it('finds free ports, so that two stores run side by side', async () => {
    const [one, two] = [await startStore(), await startStore()];
    const [first, second] = await Promise.all([one.store.whenRunning(), two.store.whenRunning()]);
    expect(new Set([first.blob, first.queue, first.table, second.blob, second.queue, second.table]).size).toBe(6);
    expect(one.store.state).toBe('running');
  });

  it('is not made another one by what a person set for an Azurite of their own', async () => {
    vi.stubEnv('AZURITE_ACCOUNTS', 'somebodyelse:bm90IGEga2V5');
    const { store } = await startStore();
    const { blob, queue, table } = await store.whenRunning();
    vi.unstubAllEnvs();
    const service = BlobServiceClient.fromConnectionString(developmentConnectionString({ blob, queue, table }));
    expect((await service.getContainerClient('photos').createIfNotExists()).succeeded).toBe(true);
  });

  it('comes back by itself where it was when the program dies', async () => {
    const { store, children } = await startStore();
    const before = await store.whenRunning();
    const seen: string[] = [];
    store.onChange(() => seen.push(store.state));
    await children[0]?.stop();
    expect(await store.whenRunning()).toEqual(before);
    expect(seen).toEqual(['restarting', 'running']);
    expect(children).toHaveLength(2);
  });

  it('comes back elsewhere when another program has taken its port meanwhile', async () => {
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

  it('says why when its folder cannot be made', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stowage-store-'));
    cleanUp.push(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'file');
    await writeFile(file, '');
    const store = new EmbeddedStore({
      dataDir: join(file, 'store'),
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

  it('is told to have failed at once where another program has a port that it was to take', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    cleanUp.push(() => new Promise((resolve) => taken.close(() => resolve())));
    const { port } = taken.address() as AddressInfo;
    const { store, children } = await startStore([port, 0, 0]);
    await expect(store.whenRunning()).rejects.toMatchObject({
      code: 'network.emulator-down',
      message: expect.stringContaining('EADDRINUSE') as string,
    });
    expect(children).toHaveLength(1);
  });

  it('passes on what the program could not save as it ended', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'stowage-store-'));
    cleanUp.push(() => rm(dataDir, { recursive: true, force: true }));
    const said: ((line: string) => void)[] = [];
    const gone: ((code: number) => void)[] = [];
    const logged: string[] = [];
    const lost = 'What changed last in a.json is lost: ENOSPC';
    let begun = (): void => undefined;
    const launched = new Promise<void>((resolve) => (begun = resolve));
    const store = new EmbeddedStore({
      dataDir,
      clock: systemClock,
      log: (line) => logged.push(line),
      launcher: {
        launch: () =>
          Promise.resolve({
            onLine: (listen) => void said.push(listen),
            onExit: (listen) => {
              gone.push(listen);
              begun();
            },
            stop: () => {
              for (const say of said) for (const line of ['Azurite Blob service is closing...', lost]) say(line);
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

describe('emulator arguments', () => {
  it('keeps telemetry off and listens on loopback only', () => {
    const args = emulatorArguments({ dataDir: '/data' });
    expect(args).toContain('--disableTelemetry');
    expect(args.filter((_, at) => args[at - 1]?.endsWith('Host'))).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
  });
  it('reads where a service listens and ignores other output', () => {
    expect(listeningService('Azurite Table service is successfully listening at http://127.0.0.1:33473')).toEqual({
      service: 'table',
      endpoint: 'http://127.0.0.1:33473/devstoreaccount1',
    });
    expect(listeningService('Azurite Table service is starting at http://127.0.0.1:0')).toBeNull();
  });
});
