// Names in a folder are brought to the disk where that can be done.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { syncFolder } from './sync-folder';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-sync-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('syncs a folder, and leaves one alone that is gone or is none', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(syncFolder(folder)).resolves.toBeUndefined();
  await expect(syncFolder(join(folder, 'gone'))).resolves.toBeUndefined();
  await expect(syncFolder(join(folder, 'file', 'below'))).resolves.toBeUndefined();
});

it.runIf(process.platform === 'linux')('leaves a folder alone whose file system cannot sync it', async () => {
  await expect(syncFolder('/proc')).resolves.toBeUndefined();
});
