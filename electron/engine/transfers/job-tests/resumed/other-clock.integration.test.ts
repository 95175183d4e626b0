// A machine whose clock is wrong, which a SAS lets in all the same: a later run knows what the job's earlier requests
// stored, although the service wrote another time beside it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import type { FaultyRequest, ProxiedRequest } from '../../../../testing/faults';
import { systemClock } from '../../../system-clock';
import type { JobHandle, Transfers } from '../../api';
import { answered, isBlock, isGet } from '../../fixtures/requests';
import { held, smallBlocks, startDownload, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

const hourMs = 3_600_000;
const roomOff = (byMs: number): Transfers =>
  bench.roomWith({ clock: { ...systemClock, now: () => systemClock.now() + byMs } });

const isWrite = ({ method }: FaultyRequest): boolean => method === 'PUT';

async function namesHeld(container = bench.container): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of container.listBlobsFlat()) names.push(name);
  return names;
}

/** Everything is stored, and the job stopped before it received the response. */
async function storedUnheard(start: () => Promise<JobHandle>, container = bench.container): Promise<JobHandle> {
  bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isWrite, times: 100 });
  const isUnheard = ({ fault, path }: ProxiedRequest): boolean =>
    fault === 'drop-reply' && path.includes(container.containerName);
  const isReadBack = ({ method }: FaultyRequest): boolean => method === 'HEAD' && bench.proxy.requests.some(isUnheard);
  bench.proxy.inject({ fault: { kind: 'hang' }, when: isReadBack, times: 100 });
  const job = await start();
  await expect.poll(() => namesHeld(container), { timeout: 20_000, interval: 20 }).toEqual(['a.bin']);
  await job.interrupt();
  bench.proxy.clearFaults();
  return job;
}

const ahead = ['ahead', hourMs] as const;
const behind = ['behind', -hourMs] as const;

describe.each([ahead, behind])('where the clock is an hour %s', (_which, byMs) => {
  it.each(['rename', 'never'] as const)('an upload stores each file once (%s)', async (overwrite) => {
    const room = roomOff(byMs);
    const path = await bench.file('a.bin', 5000);
    const job = await storedUnheard(() => startUpload(bench, [path], { ...smallBlocks, overwrite }, room));
    expect(await (await room.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1, skipped: 0 });
    expect(await namesHeld()).toEqual(['a.bin']);
  });

  it('a copy is made once', async () => {
    const room = roomOff(byMs);
    const target = bench.otherContainer(`${bench.container.containerName}-copies`);
    await target.create();
    await bench.container.getBlockBlobClient('a.bin').upload(Buffer.alloc(5000), 5000);
    const copy = (): Promise<JobHandle> =>
      room.copyBlobs({
        kind: 'copy',
        connectionId: 'test',
        container: target.containerName,
        prefix: '',
        from: { connectionId: 'test', container: bench.container.containerName },
        selection: [{ kind: 'blob', name: 'a.bin', as: 'a.bin' }],
        options: bench.options({ overwrite: 'rename' }),
      });
    const job = await storedUnheard(copy, target);
    expect(await (await room.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1, skipped: 0 });
    expect(await namesHeld(target)).toEqual(['a.bin']);
  });
});

it.each(['upload', 'download'] as const)(
  'a clock that steps back an hour during a job (%s) changes neither its bytes nor its times',
  async (kind) => {
    let stepMs = 0;
    const room = bench.roomWith({ clock: { ...systemClock, now: () => systemClock.now() + stepMs } });
    const path = await bench.file('a.bin', 2 * MiB);
    if (kind === 'download') await bench.container.getBlockBlobClient('a.bin').uploadFile(path);
    const wanted = kind === 'upload' ? isBlock : isGet;
    const act = (): Promise<void> => {
      stepMs = -hourMs;
      return Promise.resolve();
    };
    bench.proxy.inject({ fault: { kind: 'meanwhile', act }, when: wanted, skip: 2 });
    bench.proxy.inject({ fault: { kind: 'hang' }, when: wanted, skip: 4, times: Infinity });
    const job = await (kind === 'upload'
      ? startUpload(bench, [path], smallBlocks, room)
      : startDownload(bench, smallBlocks, room));
    await answered(bench, wanted, 4);
    await job.interrupt();
    bench.proxy.clearFaults();
    expect(stepMs).toBe(-hourMs);
    const end = await (await room.resume(job.jobId)).ended;
    expect(end).toMatchObject({ state: 'done', files: 1 });
    expect(end.elapsedMs).toBeGreaterThan(0);
    expect(end.elapsedMs).toBeLessThan(hourMs);
    expect(end.bytesPerSecond).toBeGreaterThan(0);
    const moved =
      kind === 'upload' ? await held(bench, 'a.bin') : await readFile(join(bench.folder, 'target', 'a.bin'));
    expect(moved.equals(await readFile(path))).toBe(true);
    expect(room.jobs()[0]?.ranMs).toBeLessThan(hourMs);
  },
);
