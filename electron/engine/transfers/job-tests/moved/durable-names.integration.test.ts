// A file counts as done once its name is on the disk, not only its bytes.
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { watchFolderSyncs } from '../../../../testing/folder-syncs';
import { startDownload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

async function endedFiles(): Promise<number> {
  const jobs = join(bench.stateDir, 'jobs');
  const journal = (await readdir(jobs)).find((name) => name.endsWith('.jsonl')) ?? '';
  return (await readFile(join(jobs, journal), 'utf8')).split('"t":"ended"').length - 1;
}

it('is noted as done after its folder was synced, which many files share', async () => {
  const names = ['a', 'b', 'deep/er/c', 'deep/er/d', 'large'];
  for (const name of names) {
    const bytes = name === 'large' ? 600 * 1024 : 100;
    await bench.container.getBlockBlobClient(name).upload(Buffer.alloc(bytes), bytes);
  }
  const synced = new Set<number>();
  const endedBefore: number[] = [];
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const disk = await watchFolderSyncs(async (inode) => {
    // The journal syncs its folder, before anything is moved.
    const ofJournals = await Promise.all([bench.stateDir, join(bench.stateDir, 'jobs')].map((path) => stat(path)));
    if (ofJournals.some(({ ino }) => ino === inode)) return;
    synced.add(inode);
    endedBefore.push(await endedFiles());
    await held;
  });
  const job = await startDownload(bench);
  const target = join(bench.folder, 'target');
  await expect.poll(() => readdir(target).catch(() => []), { timeout: 10_000 }).toEqual(['a', 'b', 'deep', 'large']);
  await expect.poll(() => endedBefore.length).toBeGreaterThan(0);
  release();
  expect(await job.ended).toMatchObject({ state: 'done', files: names.length });
  expect(endedBefore[0]).toBe(0);
  disk.mockRestore();
  for (const folder of ['.', 'target', 'target/deep', 'target/deep/er']) {
    expect(synced, folder).toContain((await stat(join(bench.folder, folder))).ino);
  }
});
