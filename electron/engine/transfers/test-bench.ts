// What the integration tests of this room share: a real store behind a fault proxy, the room itself with real workers,
// folders that go away, and a look at what the store then holds.
import { BlobServiceClient, type ContainerClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type TransferOptions, defaultTransferOptions } from '@shared/model/transfer';
import { type RunningAzurite, emulatorAccountKey, emulatorAccountName, startAzurite } from '../../testing/azurite';
import { type FaultProxy, type ProxiedRequest, startFaultProxy } from '../../testing/fault-proxy';
import type { AccountDescriptor, AccountSource } from '../azure/account';
import { createAccountDeps } from '../azure/account-deps';
import { createAccount } from '../azure/create-account';
import { systemClock } from '../azure/system-clock';
import { MetricsRecorder } from '../metrics/recorder';
import type { Transfers } from './api';
import { createTransfers } from './create-transfers';

export const workerPath = resolve(__dirname, '../../../out/main/transfer-worker.js');

/** An AccountSource for one store. */
export function accountsFor(descriptor: AccountDescriptor, metrics = new MetricsRecorder()): AccountSource {
  const account = createAccount(descriptor, createAccountDeps({ metrics, clock: systemClock, random: Math.random }));
  return { open: () => Promise.resolve(account), openForWriting: () => Promise.resolve(account) };
}

export interface Bench {
  readonly azurite: RunningAzurite;
  readonly proxy: FaultProxy;
  readonly metrics: MetricsRecorder;
  readonly folder: string;
  readonly stateDir: string;
  readonly transfers: Transfers;
  /** Talks to the store past the proxy. */
  readonly container: ContainerClient;
  /** What the store was asked about this bench's container. */
  requests(): readonly ProxiedRequest[];
  /** A room on the same state folder, as after a restart. */
  anotherRoom(): Transfers;
  /** Random bytes at a path below the folder; returns the absolute path. */
  file(path: string, content: number | Buffer): Promise<string>;
  options(some?: Partial<TransferOptions>): TransferOptions;
  dispose(): Promise<void>;
}

let containers = 0;

export async function startStore(): Promise<{ readonly azurite: RunningAzurite; readonly proxy: FaultProxy }> {
  const azurite = await startAzurite();
  return { azurite, proxy: await startFaultProxy(azurite.blobOrigin) };
}

export async function openBench(store: Awaited<ReturnType<typeof startStore>>): Promise<Bench> {
  const { azurite, proxy } = store;
  proxy.clearFaults();
  const folder = await mkdtemp(join(tmpdir(), 'stowage-transfers-'));
  const stateDir = join(folder, 'state');
  const metrics = new MetricsRecorder();
  const accounts = accountsFor(azurite.descriptor({ blob: proxy.origin }));
  const rooms: Transfers[] = [];
  const room = (): Transfers => {
    const transfers = createTransfers({
      accounts,
      sources: { resolve: (token) => Promise.resolve(token.startsWith(folder) ? token : null) },
      stateDir,
      clock: systemClock,
      random: Math.random,
      metrics,
      workerPath,
      workerThreads: 2,
    });
    rooms.push(transfers);
    return transfers;
  };
  containers += 1;
  const container = new BlobServiceClient(
    azurite.blobEndpoint,
    new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
  ).getContainerClient(`box${containers}`);
  await container.create();
  return {
    azurite,
    proxy,
    metrics,
    folder,
    stateDir,
    transfers: room(),
    container,
    requests: () => proxy.requests.filter(({ path }) => path.split('/').includes(container.containerName)),
    anotherRoom: room,
    file: async (path, content) => {
      const absolute = join(folder, path);
      await mkdir(dirname(absolute), { recursive: true });
      await writeFile(absolute, typeof content === 'number' ? randomBytes(content) : content);
      return absolute;
    },
    options: (some = {}) => ({ ...defaultTransferOptions, ...some }),
    dispose: async () => {
      await Promise.all(rooms.map((one) => one.dispose()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64');
}
