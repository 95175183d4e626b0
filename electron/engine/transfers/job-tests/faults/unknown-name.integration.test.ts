// The host name is not resolved, as without any network: the job waits for it, however long, and resumes automatically
// once it is resolved.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { type HostName, unknownHostName } from '../../../../testing/host-name';
import { systemClock } from '../../../system-clock';
import type { AccountSource } from '../../../azure/account';
import type { Transfers } from '../../api';
import { isBlock, isCommit, isGet } from '../../fixtures/requests';
import { held, smallBlocks, startDownload, startUpload } from '../../fixtures/start-jobs';
import { storeBlob } from '../../fixtures/store-blob';
import { accountsFor, workerPath } from '../../fixtures/test-bench';
import { useBench } from '../../fixtures/use-bench';
import { probeEveryMs } from '../../pace/network-gate';
import { maxTries } from '../../../azure/retry-policy';

const { bench, store } = useBench();
let host: HostName;
let blob: string;
let accounts: AccountSource;
let roomOver: (accounts: AccountSource) => Transfers;
let room: Transfers;
/** How often the service was looked for in vain. */
let probes: number;

beforeEach(async () => {
  host = await unknownHostName(bench.folder, workerPath);
  probes = 0;
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (ms !== probeEveryMs) return systemClock.sleep(ms, signal);
    probes += 1;
    return systemClock.sleep(20, signal);
  };
  blob = `http://${host.name}:${new URL(store.proxy.origin).port}`;
  accounts = accountsFor(store.azurite.descriptor({ blob }));
  const ports = { workerPath: host.workerPath, clock: { ...systemClock, sleep } };
  roomOver = (ofRoom) => bench.roomWith({ ...ports, accounts: ofRoom });
  room = roomOver(accounts);
});
afterEach(() => host.dispose());

it.each([
  ['upload', 'running'],
  ['download', 'planning'],
] as const)('the %s waits past its last attempt, and then does everything once', async (kind, state) => {
  const content = kind === 'download' ? await storeBlob(bench, 'some.bin', 2 * MiB) : Buffer.alloc(0);
  const before = bench.requests().length;
  const job =
    kind === 'upload'
      ? await startUpload(bench, [await bench.file('some.bin', 2 * MiB)], smallBlocks, room)
      : await startDownload(bench, smallBlocks, room);
  await expect.poll(() => probes, { timeout: 30_000, interval: 5 }).toBeGreaterThan(2 * maxTries.network);
  expect(room.jobs()[0]).toMatchObject({ state, failedCount: 0, waitsFor: 'network' });
  expect(room.jobs()[0]?.note).toBe('waiting for the network: Host not found');
  expect(bench.requests()).toHaveLength(before);

  await host.becomeKnown();
  expect(await job.ended).toMatchObject({ state: 'done', files: 1, bytes: 2 * MiB, failedCount: 0 });
  const requests = bench.requests().slice(before);
  expect(requests.filter(kind === 'upload' ? isBlock : isGet)).toHaveLength(8);
  expect(requests.filter(isCommit)).toHaveLength(kind === 'upload' ? 1 : 0);
  const now =
    kind === 'upload' ? await held(bench, 'some.bin') : await readFile(join(bench.folder, 'target', 'some.bin'));
  expect(now.equals(kind === 'upload' ? await readFile(join(bench.folder, 'some.bin')) : content)).toBe(true);
});

it('unresolved host: the copy also waits for its source, and names the host it waits for', async () => {
  const content = await storeBlob(bench, 'from/some.bin', 2 * MiB);
  const near = accountsFor(store.azurite.descriptor({ blob: store.proxy.origin }));
  const far = await accounts.open('far');
  const source = { ...far, descriptor: { ...far.descriptor, connectionId: 'far' } };
  const both = { ...near, open: (id: string) => (id === 'far' ? Promise.resolve(source) : near.open(id)) };
  const copying = roomOver(both);
  const { containerName: container } = bench.container;
  const job = await copying.copyBlobs({
    kind: 'copy',
    connectionId: 'test',
    container,
    prefix: '',
    from: { connectionId: 'far', container },
    selection: [{ kind: 'prefix', prefix: 'from/', as: 'to/' }],
    options: bench.options(smallBlocks),
  });
  await expect.poll(() => probes, { timeout: 30_000, interval: 5 }).toBeGreaterThan(2 * maxTries.network);
  expect(copying.jobs()[0]).toMatchObject({ state: 'planning', failedCount: 0, waitsFor: 'network' });
  expect(copying.jobs()[0]?.note).toBe(`waiting for the network: Host not found (${new URL(blob).host})`);

  await host.becomeKnown();
  expect(await job.ended).toMatchObject({ state: 'done', files: 1, bytes: 2 * MiB, failedCount: 0 });
  expect((await held(bench, 'to/some.bin')).equals(content)).toBe(true);
});
