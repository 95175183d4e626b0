import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RejectsFile } from './rejects-file';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-rejects-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

it('keeps rows on the disk before anybody records that they are settled', async () => {
  const path = join(folder, 'rejected');
  const handle = await open(path, 'a');
  const synced = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'datasync');
  await handle.close();
  const rejects = new RejectsFile(path);
  await rejects.append([{ index: 3, line: 4, code: 'invalid.entity', message: 'N: no number', raw: 'p,3,x' }]);
  expect(synced).toHaveBeenCalledTimes(1);
  await rejects.close();
  expect(await rejects.first(5, ',')).toMatchObject([{ line: 4, text: 'p,3,x' }]);
});
