// An output of a run that could not be written is rejected before anything is measured.
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkLabOutputPath } from '../lab/report-files';

const about = (text: string) => ({
  code: 'invalid.input',
  context: { field: '--out', problem: expect.stringContaining(text) as unknown },
});

// Not even root writes to it.
it.runIf(process.platform === 'linux')('lab: rejects an existing folder that cannot be written to', async () => {
  await expect(checkLabOutputPath(undefined, '/proc/self')).rejects.toMatchObject(about('/proc/self cannot'));
  await expect(checkLabOutputPath('/proc/self')).rejects.toMatchObject(about('report.html'));
});

it('lab: rejects a file that could not be replaced, and leaves nothing behind otherwise', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-lab-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await checkLabOutputPath(undefined, folder);
  await checkLabOutputPath(join(folder, 'new'));
  expect([await readdir(folder), await readdir(join(folder, 'new'))]).toEqual([['new'], []]);
  await mkdir(join(folder, 'new', 'data.csv'));
  await expect(checkLabOutputPath(join(folder, 'new'))).rejects.toMatchObject(about('data.csv'));
});
