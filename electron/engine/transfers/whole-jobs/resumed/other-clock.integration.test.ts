// A machine whose clock is wrong, which a SAS lets in all the same: a later run knows what the job's earlier requests
// stored, although the service wrote another time beside it.
import { describe, expect, it } from 'vitest';
import type { FaultyRequest, ProxiedRequest } from '../../../../testing/faults';
import { systemClock } from '../../../system-clock';
import type { JobHandle, Transfers } from '../../api';
import { smallBlocks, startUpload } from '../../fixtures/start-jobs';
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

/** Everything is stored, and the job stopped before it heard so. */
async function storedUnheard(start: () => Promise<JobHandle>, container = bench.container): Promise<JobHandle> {
  bench.proxy.inject({ fault: { kind: 'drop-reply' }, when: isWrite, times: 100 });
  const isUnheard = ({ fault, path }: ProxiedRequest): boolean =>
    fault === 'drop-reply' && path.includes(container.containerName);
  const isLookBack = ({ method }: FaultyRequest): boolean => method === 'HEAD' && bench.proxy.requests.some(isUnheard);
  bench.proxy.inject({ fault: { kind: 'hang' }, when: isLookBack, times: 100 });
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
