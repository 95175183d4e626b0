import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { thisMachine } from '../disk/draft-owner';
import { fileVault } from './file-vault';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-vault-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('leaves the secrets in one file, also where a process was killed as it wrote them', async () => {
  const path = join(folder, 'secrets.json');
  const gone = spawnSync(process.execPath, ['--version']).pid;
  await writeFile(`${path}.01234567.${thisMachine}-${gone}.draft`, '{"quay":"key');
  const vault = fileVault(path);
  await vault.write('quay', 'key');
  await vault.write('pier', 'another');
  await vault.remove('quay');
  expect([await vault.read('quay'), await vault.read('pier')]).toEqual([null, 'another']);
  expect(await readdir(folder)).toEqual(['secrets.json']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('keeps every secret that is written at the same moment', async () => {
  const path = join(folder, 'secrets.json');
  const ids = ['quay', 'pier', 'mole', 'dock'];
  await Promise.all(ids.map((id) => fileVault(path).write(id, `key of ${id}`)));
  expect(await Promise.all(ids.map((id) => fileVault(path).read(id)))).toEqual(ids.map((id) => `key of ${id}`));
  expect(await readdir(folder)).toEqual(['secrets.json']);
});
