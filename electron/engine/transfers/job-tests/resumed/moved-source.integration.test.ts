// Sources of an upload that were moved while it rested: the user names their folder, and unchanged files resume from
// the blocks they have.
import { renameSync } from 'node:fs';
import { mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import type { JobSummary } from '../../api';
import { answered, isBlock, isWriteOf } from '../../fixtures/requests';
import { held, smallBlocks, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
const call = { signal: new AbortController().signal };

const findIn = (jobId: string, folder: string) =>
  bench.transfers.calls['transfers.find-sources']({ jobId, folderToken: join(bench.folder, folder) }, call);
const ended = async (jobId: string): Promise<JobSummary['state'] | undefined> => {
  await expect.poll(() => bench.transfers.jobs()[0]?.state, { timeout: 20_000 }).toMatch(/done|failed/u);
  return bench.transfers.jobs().find(({ id }) => id === jobId)?.state;
};

/** Its folder was moved after five blocks of the large file, and all that is left failed as missing. Returns its id. */
async function movedAway(): Promise<string> {
  await bench.file('photos/deep/large.bin', 2 * MiB);
  await bench.file('photos/other.bin', 100);
  await bench.file('photos/small.bin', 200);
  const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isBlock, skip: 5, times: 100 });
  const small = bench.proxy.inject({
    fault: { kind: 'hang' },
    when: ({ method, path }) => method === 'PUT' && !path.endsWith('large.bin'),
    times: 100,
  });
  const job = await startUpload(bench, [join(bench.folder, 'photos')], { ...smallBlocks, concurrency: 8 });
  await answered(bench, isBlock, 5);
  await job.interrupt();
  for (const rule of [hang, small]) rule.remove();
  await mkdir(join(bench.folder, 'disk'));
  await rename(join(bench.folder, 'photos'), join(bench.folder, 'disk/photos 2026'));
  const summary = await (await bench.transfers.resume(job.jobId)).ended;
  expect(summary.failed.map(({ code }) => code)).toEqual(['local.not-found', 'local.not-found', 'local.not-found']);
  return job.jobId;
}

it.each(['disk/photos 2026', 'disk/photos 2026/deep'])(
  'are found in %s, and only missing blocks are sent',
  async (folder) => {
    const jobId = await movedAway();
    const before = bench.requests().length;
    const all = folder.endsWith('2026');
    expect(await findIn(jobId, folder)).toEqual({ found: all ? 3 : 1, changed: 0, unclear: 0, missing: all ? 0 : 2 });
    expect(await ended(jobId)).toBe(all ? 'done' : 'failed');
    expect(bench.requests().slice(before).filter(isBlock)).toHaveLength(8 - 5);
    const moved = join(bench.folder, 'disk/photos 2026/deep/large.bin');
    expect((await held(bench, 'photos/deep/large.bin')).equals(await readFile(moved))).toBe(true);
  },
);

it('are rejected if they were changed, by size or by time, and nowhere else', async () => {
  const jobId = await movedAway();
  const at = (name: string): string => join(bench.folder, 'disk/photos 2026', name);
  await writeFile(at('other.bin'), 'longer than before, or shorter');
  await utimes(at('small.bin'), 1, 1);
  expect(await findIn(jobId, 'nowhere')).toEqual({ found: 0, changed: 0, unclear: 0, missing: 3 });
  expect(bench.transfers.jobs()[0]?.state).toBe('failed');
  expect(await findIn(jobId, 'disk/photos 2026')).toEqual({ found: 1, changed: 2, unclear: 0, missing: 0 });
  expect(await ended(jobId)).toBe('failed');
  expect(bench.transfers.jobs()[0]).toMatchObject({ filesDone: 1, failedCount: 2 });
});

describe('of which copies of equal size and time are on another disk', () => {
  /** `LICENSE` and `sub/LICENSE` were missing; the files in `existing` have other numbers than before. */
  async function missed(existing: Readonly<Record<string, string>>): Promise<string> {
    for (const [name, content] of [
      ...Object.entries(existing),
      ['in/LICENSE', 'one'],
      ['in/sub/LICENSE', 'two'],
    ] as const)
      await utimes(await bench.file(name, Buffer.from(content)), 1, 1);
    const hang = bench.proxy.inject({ fault: { kind: 'hang' }, when: isWriteOf('LICENSE'), times: 100 });
    const job = await startUpload(bench, [`${join(bench.folder, 'in')}/`], smallBlocks);
    await expect.poll(() => hang.hits(), { timeout: 20_000, interval: 5 }).toBe(2);
    await job.interrupt();
    hang.remove();
    await rename(join(bench.folder, 'in'), join(bench.folder, 'away'));
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ failedCount: 2 });
    return job.jobId;
  }

  it('none is guessed when they share one, or match several that differ', async () => {
    const jobId = await missed({ 'there/LICENSE': 'one', 'there/sub/LICENSE': 'two' });
    expect(await findIn(jobId, 'there/sub')).toEqual({ found: 0, changed: 0, unclear: 2, missing: 0 });
    expect(await findIn(jobId, 'there')).toEqual({ found: 1, changed: 0, unclear: 1, missing: 0 });
    expect(await ended(jobId)).toBe('failed');
    expect((await held(bench, 'LICENSE')).toString()).toBe('one');
  });

  it.each(['away', 'there'])(
    'all are found in %s: the very files, and copies that hold the same bytes',
    async (folder) => {
      const jobId = await missed({ 'there/LICENSE': 'two', 'there/sub/LICENSE': 'two' });
      expect(await findIn(jobId, folder)).toEqual({ found: 2, changed: 0, unclear: 0, missing: 0 });
      expect(await ended(jobId)).toBe('done');
      expect((await held(bench, 'LICENSE')).toString()).toBe(folder === 'away' ? 'one' : 'two');
    },
  );
});

it('resume while their job moves other files, with all blocks that they have', async () => {
  const paths = [await bench.file('here/large.bin', 1 * MiB), await bench.file('stays.bin', 100)];
  const other = bench.proxy.inject({ fault: { kind: 'hang' }, when: isWriteOf('stays.bin'), times: 100 });
  bench.proxy.inject({
    fault: { kind: 'hang' },
    when: (request) => {
      // A block is read whole before its request leaves: the file is missed when it is committed.
      if (isBlock(request) && bench.requests().filter(isBlock).length === 4)
        renameSync(join(bench.folder, 'here'), join(bench.folder, 'there'));
      return false;
    },
  });
  const job = await startUpload(bench, paths, { ...smallBlocks, concurrency: 8 });
  await expect.poll(() => bench.transfers.jobs()[0]?.failedCount, { timeout: 20_000 }).toBe(1);
  expect(await findIn(job.jobId, 'there')).toEqual({ found: 1, changed: 0, unclear: 0, missing: 0 });
  await expect.poll(() => bench.transfers.jobs()[0]?.filesDone, { timeout: 20_000 }).toBe(1);
  expect(bench.transfers.jobs()[0]?.state).toBe('running');
  expect(bench.requests().filter(isBlock)).toHaveLength(4);
  other.remove();
  await job.cancel();
});

it('cannot be found if they disappeared before they were planned', async () => {
  const job = await startUpload(bench, [join(bench.folder, 'gone')]);
  expect(await job.ended).toMatchObject({ state: 'failed', failed: [{ code: 'local.not-found' }] });
  await bench.file('there/gone/a.bin', 100);
  expect(await findIn(job.jobId, 'there')).toEqual({ found: 0, changed: 0, unclear: 0, missing: 1 });
});
