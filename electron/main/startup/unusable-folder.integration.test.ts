import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { whyUnusable } from './unusable-folder';

let top = '';
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'stowage-folder-'));
});
afterEach(() => rm(top, { recursive: true, force: true }));

it('unusable folder: explains nothing for a folder that can be written, and leaves nothing in it', async () => {
  expect(await whyUnusable(join(top, 'new', 'deeper'))).toBeNull();
  expect(await readdir(join(top, 'new', 'deeper'))).toEqual([]);
});

it('unusable folder: explains why a folder cannot be written', async () => {
  await writeFile(join(top, 'file'), '');
  expect(await whyUnusable(join(top, 'file'))).toContain(join(top, 'file'));
  expect(await whyUnusable('/proc/stowage')).toContain('/proc/stowage');
});
