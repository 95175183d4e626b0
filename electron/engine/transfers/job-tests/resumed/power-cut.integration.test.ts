// A power cut may take the plan of a file from the journal although the service has its first blocks: the journal is
// synced a moment after they begin. They count only where the very same plan is made again.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { MiB } from '@shared/units';
import type { FaultyRequest } from '../../../../testing/faults';
import { holdAppends } from '../../../../testing/full-disk';
import type { JobHandle } from '../../api';
import { answered, isBlock } from '../../fixtures/requests';
import { held, smallBlocks, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
afterEach(() => vi.restoreAllMocks());

/** The last one of a file of 5 MiB, in blocks of 1 MiB. */
const isLast = (request: FaultyRequest): boolean =>
  isBlock(request) &&
  Buffer.from(request.query.get('blockid') ?? '', 'base64')
    .toString('latin1')
    .endsWith('00004');

/** A job that begins as a run of the lab advised does not find out first what the line carries. */
const advised = { runId: 'r', runName: 'sweep', appliedAtMs: 0 };

/** All its blocks but the last are staged, and its journal ends with the head of the job. Returns its id. */
async function cutOff(path: string): Promise<string> {
  const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isLast, times: 100 });
  const room = bench.roomWith({ startingPoints: { of: () => advised } });
  const { jobId } = await startUpload(bench, [path], {}, room);
  await answered(bench, isBlock, 4);
  await room.dispose();
  hang.remove();
  const journal = join(bench.stateDir, 'jobs', `${jobId}.jsonl`);
  const [head = ''] = (await readFile(journal, 'utf8')).split('\n');
  await writeFile(journal, `${head}\n`);
  return jobId;
}

it.each([
  { how: 'as it is', blockBytes: undefined, other: false, sent: 1 },
  { how: 'in other blocks', blockBytes: 2 * MiB, other: false, sent: 3 },
  { how: 'as it was written meanwhile', blockBytes: undefined, other: true, sent: 5 },
])('a file planned again $how is sent in $sent blocks', async ({ blockBytes, other, sent }) => {
  const path = await bench.file('big.bin', 5 * MiB);
  const jobId = await cutOff(path);
  if (other) await bench.file('big.bin', 5 * MiB);
  const start = { ...advised, blockBytes };
  const later = bench.roomWith({ startingPoints: { of: () => start } });
  await later.recover();
  const before = bench.requests().length;
  expect(await (await later.resume(jobId)).ended).toMatchObject({ state: 'done', files: 1 });
  expect((await held(bench, 'big.bin')).equals(await readFile(path))).toBe(true);
  expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(sent);
});

function startCopy(): Promise<JobHandle> {
  const { containerName: container } = bench.container;
  return bench.transfers.copyBlobs({
    kind: 'copy',
    connectionId: 'test',
    container,
    prefix: '',
    from: { connectionId: 'test', container },
    selection: [{ kind: 'blob', name: 'big.bin', as: 'other.bin' }],
    options: bench.options(smallBlocks),
  });
}

it.each(['upload', 'copy'] as const)(
  'the first block of the %s waits for the journal to know its file',
  async (kind) => {
    const path = await bench.file('big.bin', 2 * MiB);
    const small = await bench.file('small.bin', 100);
    if (kind === 'copy') await bench.container.getBlockBlobClient('big.bin').uploadFile(path);
    const disk = await holdAppends((text) => text.includes(`"t":"${kind}"`) && text.includes('big.bin'));
    const job = kind === 'upload' ? await startUpload(bench, [path]) : await startCopy();
    await expect.poll(disk.isReached).toBe(true);
    // Another job begins and ends meanwhile, through the same threads.
    expect(await (await startUpload(bench, [small])).ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.requests().filter(isBlock)).toEqual([]);
    disk.release();
    expect(await job.ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.requests().filter(isBlock).length).toBeGreaterThan(0);
  },
);
