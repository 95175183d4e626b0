import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { thisMachine } from '../disk/draft-owner';
import { fileVault } from './file-vault';

const printed: string[] = [];
const ports = { now: () => Date.UTC(2026, 0, 1), info: (line: string) => void printed.push(line) };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-vault-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('leaves the secrets in one file, also where a process was killed as it wrote them', async () => {
  const path = join(folder, 'secrets.json');
  const gone = spawnSync(process.execPath, ['--version']).pid;
  await writeFile(`${path}.01234567.${thisMachine}-${gone}.draft`, '{"quay":"key');
  const vault = fileVault({ path, ...ports });
  await vault.write('quay', 'key');
  await vault.write('pier', 'another');
  await vault.remove('quay');
  expect([await vault.read('quay'), await vault.read('pier')]).toEqual([null, 'another']);
  expect(await readdir(folder)).toEqual(['secrets.json']);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('file vault: saves every secret that is written at the same moment', async () => {
  const path = join(folder, 'secrets.json');
  const ids = ['quay', 'pier', 'mole', 'dock'];
  await Promise.all(ids.map((id) => fileVault({ path, ...ports }).write(id, `key of ${id}`)));
  expect(await Promise.all(ids.map((id) => fileVault({ path, ...ports }).read(id)))).toEqual(
    ids.map((id) => `key of ${id}`),
  );
  expect(await readdir(folder)).toEqual(['secrets.json']);
});

it.each(['{"quay":', '["quay"]'])('file vault: sets an unreadable file aside, and starts over: %s', async (damaged) => {
  const path = join(folder, 'secrets.json');
  await writeFile(path, damaged);
  printed.length = 0;
  expect(await fileVault({ path, ...ports }).read('quay')).toBeNull();
  const [copy = ''] = await readdir(folder);
  expect([copy, await readFile(join(folder, copy), 'utf8')]).toEqual([
    expect.stringMatching(/^secrets\.json\.damaged-2026-01-01/u),
    damaged,
  ]);
  expect(printed).toEqual([expect.stringContaining(copy)]);
  await fileVault({ path, ...ports }).write('pier', 'key');
  expect(await fileVault({ path, ...ports }).read('pier')).toBe('key');
});
