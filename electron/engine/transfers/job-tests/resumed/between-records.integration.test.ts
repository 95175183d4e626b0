// A run that was killed between two records of its journal: files that have their names already but are not recorded as
// done yet are known to the next run, which neither fetches them again nor stores them under another name.
import { copyFile, readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { watchFolderSyncs } from '../../../../testing/folder-syncs';
import { isGet } from '../../fixtures/requests';
import { smallBlocks, startDownload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();
const target = (): string => join(bench.folder, 'target');
const contents = new Map<string, Buffer>();

beforeEach(async () => {
  contents.clear();
  for (const [name, bytes] of [
    ['large.bin', 600 * 1024],
    ['small.bin', 5000],
  ] as const) {
    const path = await bench.file(`from/${name}`, bytes);
    contents.set(name, await readFile(path));
    await bench.container.getBlockBlobClient(name).uploadFile(path);
  }
});

/** All files have their names. Returns the id of the job, whose journal calls none of them done. */
async function killedBeforeDone(
  overwrite: 'never' | 'rename' | 'always' | 'if-newer' | 'if-different',
): Promise<string> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // While the target is not synced, no file in it is recorded as done. The journal syncs its folder separately.
  const disk = await watchFolderSyncs(async (inode) => {
    const folder = await stat(target()).catch(() => null);
    if (folder?.ino === inode) await held;
  });
  const job = await startDownload(bench, { ...smallBlocks, overwrite });
  const exists = async (): Promise<boolean> => {
    const names: readonly string[] = await readdir(target()).catch(() => []);
    return [...contents.keys()].every((name) => names.includes(name)) && !names.some((name) => name.endsWith('.part'));
  };
  await expect.poll(exists, { timeout: 20_000, interval: 20 }).toBe(true);
  const journal = join(bench.stateDir, 'jobs', `${job.jobId}.jsonl`);
  await copyFile(journal, `${bench.folder}/journal`);
  const lines = (await readFile(journal, 'utf8')).split('\n');
  expect(lines.filter((line) => line.includes('"ended"'))).toEqual([]);
  release();
  await job.ended;
  disk.mockRestore();
  await bench.transfers.dispose();
  await copyFile(`${bench.folder}/journal`, journal);
  return job.jobId;
}

it.each(['rename', 'never', 'always', 'if-newer', 'if-different'] as const)(
  'a file that the killed run finished is done (%s)',
  async (overwrite) => {
    const jobId = await killedBeforeDone(overwrite);
    const later = bench.anotherRoom();
    await later.recover();
    const before = bench.requests().length;
    const summary = await (await later.resume(jobId)).ended;
    expect(await readdir(target())).toEqual([...contents.keys()]);
    expect(summary).toMatchObject({ state: 'done', files: 2, skipped: 0, failedCount: 0 });
    expect(bench.requests().slice(before).filter(isGet)).toEqual([]);
  },
);

it('a file of another program is not touched, as before', async () => {
  const jobId = await killedBeforeDone('rename');
  const others = Buffer.alloc(5000, 7);
  const path = join(target(), 'small.bin');
  await writeFile(path, others);
  const { lastModified = new Date() } = await bench.container.getBlobClient('small.bin').getProperties();
  await utimes(path, lastModified, lastModified);
  const later = bench.anotherRoom();
  await later.recover();
  expect(await (await later.resume(jobId)).ended).toMatchObject({ state: 'done', files: 2, skipped: 0 });
  expect(await readdir(target())).toEqual(['large.bin', 'small (1).bin', 'small.bin']);
  expect((await readFile(path)).equals(others)).toBe(true);
  expect((await readFile(join(target(), 'small (1).bin'))).equals(contents.get('small.bin') ?? Buffer.of())).toBe(true);
});
