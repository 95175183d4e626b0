// Verifications where something else exists instead of a file, where nothing exists, and where nothing can be copied.
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksOn } from '../fixtures/checks';
import { useBench } from '../fixtures/use-bench';

const { bench } = useBench();
const { upload, checkJob, checkFolder, report, findings, settled, ended } = checksOn(bench);
const context = { signal: new AbortController().signal };
const inFolder = (name: string): string => join(bench.folder, 'in', name);
const shown = (jobId: string) => bench.transfers.jobs().find(({ id }) => id === jobId) ?? expect.unreachable();
const repair = (jobId: string, direction: 'up' | 'down') =>
  bench.transfers.calls['transfers.repair']({ jobId, direction }, context);

describe('a check', () => {
  it('finds a file missing where a folder has its name, and where its folder is a file', async () => {
    for (const name of ['now-a-folder', 'now-a-file/inside', 'gone-on-both']) await bench.file(`in/${name}`, 10);
    const jobId = await upload([`${join(bench.folder, 'in')}/`]);
    for (const name of ['now-a-folder', 'now-a-file', 'gone-on-both']) await rm(inFolder(name), { recursive: true });
    await mkdir(inFolder('now-a-folder'));
    await writeFile(inFolder('now-a-file'), 'x');
    await bench.container.getBlobClient('box/gone-on-both').delete();
    const check = await checkJob(jobId);
    expect(await findings(check)).toEqual({
      'box/now-a-folder': 'verify.missing-here',
      'box/now-a-file/inside': 'verify.missing-here',
    });
    expect(await report(check)).toMatchObject({ same: 0, missingHere: 2, missingThere: 0, differs: 0, failed: 0 });
    expect(shown(check)).toMatchObject({ state: 'done', note: '1 file skipped: deleted on both sides' });
  });

  it('reads nothing of an empty file, whether or not an MD5 is stored with its blob', async () => {
    const jobId = await upload([await bench.file('in/empty', 0)], { verify: 'length' });
    await bench.container.getBlobClient('box/empty').setHTTPHeaders({ blobContentType: 'text/plain' });
    expect(await report(await checkJob(jobId))).toMatchObject({ same: 1, notCompared: { files: 0 } });
  });

  it("of a folder reports skipped links, and does not treat a blob of the folder's name as its marker", async () => {
    await bench.file('in/plain', 10);
    await upload([`${join(bench.folder, 'in')}/`]);
    await symlink(inFolder('plain'), inFolder('z-link'));
    await bench.container.getBlockBlobClient('box/').upload('abc', 3);
    const check = await checkFolder(join(bench.folder, 'in'));
    expect(await findings(check)).toEqual({ 'box/': 'verify.missing-here' });
    expect(shown(check).note).toContain('1 symbolic link skipped');
  });

  it('of a folder pairs more files with their blobs than it reads in one batch, in the order of their names', async () => {
    const names = ['a', 'a/b', 'a.txt', ...Array.from({ length: 80 }, (_, index) => `many/${index}`)];
    for (const name of names.filter((each) => each !== 'a')) await bench.file(`in/${name}`, 1);
    await upload([`${join(bench.folder, 'in')}/`]);
    const check = await checkFolder(join(bench.folder, 'in'));
    expect(await findings(check)).toEqual({});
    expect(await report(check)).toMatchObject({ same: names.length - 1 });
  });

  it('downloads files that are longer here, and only uploads those that were moved up', async () => {
    await bench.file('in/longer', 10);
    await bench.file('in/gone', 10);
    const jobId = await upload([`${join(bench.folder, 'in')}/`]);
    await writeFile(inFolder('longer'), 'x'.repeat(11));
    await rm(inFolder('gone'));
    await expect(repair(await checkJob(jobId), 'down')).rejects.toMatchObject({ code: 'invalid.input' });

    const folder = await checkFolder(join(bench.folder, 'in'));
    expect((await report(folder)).down).toEqual({ files: 2, bytes: 20 });
    await settled((await repair(folder, 'down')).jobId);
    expect(await ended(folder)).toMatchObject({ state: 'done' });
    expect(await findings(folder)).toEqual({});
    for (const direction of ['up', 'down'] as const) {
      await expect(repair(folder, direction)).rejects.toMatchObject({ code: 'invalid.input' });
    }
  });
});
