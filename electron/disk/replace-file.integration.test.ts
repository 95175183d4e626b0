// What is on disk when a file is replaced: the earlier file or the new one, complete, at every moment.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { thisMachine } from './draft-owner';
import { replaceFile, tryToReplace } from './replace-file';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-replace-'));
  path = join(folder, 'report.csv');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('replaceFile: preserves the earlier file until the new one is complete, so that a killed write loses nothing', async () => {
  await writeFile(path, 'earlier');
  await replaceFile(path, async (file) => {
    await file.writeFile('half of ');
    expect(await readFile(path, 'utf8')).toBe('earlier');
    await file.writeFile('the new');
  });
  expect(await readFile(path, 'utf8')).toBe('half of the new');
  expect(await readdir(folder)).toEqual(['report.csv']);
});

it('replaceFile: preserves the earlier file when a write fails, and leaves nothing beside it', async () => {
  await writeFile(path, 'earlier');
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
  const failing = replaceFile(path, async (file) => {
    await file.writeFile('half');
    throw full;
  });
  await expect(failing).rejects.toBe(full);
  expect(await readFile(path, 'utf8')).toBe('earlier');
  expect(await readdir(folder)).toEqual(['report.csv']);
});

it('replaceFile: removes the drafts of a killed write, and no file of the user with a similar name', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const named = ['report.csv.draft', `report.csv.${gone}.draft`, `report.csv.01234567.${gone}.draft`];
  for (const name of [...named, `report.csv.01234567.${thisMachine}-${gone}.draft`]) {
    await writeFile(join(folder, name), 'half');
  }
  await replaceFile(path, (file) => file.writeFile('new'));
  expect((await readdir(folder)).sort()).toEqual(['report.csv', ...named].sort());
});

it('preserves a link and the permissions', async () => {
  await mkdir(join(folder, 'there'));
  const existing = join(folder, 'there', 'kept.csv');
  await writeFile(existing, 'earlier');
  await chmod(existing, 0o600);
  await symlink(existing, path);
  await replaceFile(path, (file) => file.writeFile('new'));
  expect([await readlink(path), await readFile(existing, 'utf8')]).toEqual([existing, 'new']);
  expect((await stat(existing)).mode & 0o777).toBe(0o600);
});

it('replaceFile: writes into a target that is not a regular file, and does not replace it', async () => {
  execFileSync('mkfifo', [path]);
  await tryToReplace(path);
  const read = readFile(path, 'utf8');
  await replaceFile(path, (file) => file.writeFile('through the pipe'));
  expect(await read).toBe('through the pipe');
  expect((await stat(path)).isFIFO()).toBe(true);
});

it('replaceFile: reports beforehand that a target cannot be written, and changes nothing by checking', async () => {
  await expect(tryToReplace(folder)).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(tryToReplace(join(folder, 'nowhere', 'report.csv'))).rejects.toMatchObject({ code: 'ENOENT' });
  await tryToReplace(path);
  expect(await readdir(folder)).toEqual([]);
  await writeFile(path, 'earlier');
  await tryToReplace(path);
  expect(await readFile(path, 'utf8')).toBe('earlier');
  expect(await readdir(folder)).toEqual(['report.csv']);
});

// Linux lets no user write to the file of a running program.
it.runIf(process.platform === 'linux')('reports beforehand that a file is write-protected', async () => {
  await copyFile('/bin/sleep', path);
  await chmod(path, 0o755);
  // When one binary contains all programs, it uses the name that it is called by.
  const running = spawn(path, ['60'], { argv0: 'sleep' });
  onTestFinished(() => void running.kill());
  await once(running, 'spawn');
  await expect(tryToReplace(path)).rejects.toMatchObject({ code: 'ETXTBSY' });
  expect(await readdir(folder)).toEqual(['report.csv']);
});

it('links: writes the file that a link leads to when that file does not exist yet', async () => {
  await mkdir(join(folder, 'share'));
  await symlink(join('share', 'report.csv'), path);
  await tryToReplace(path);
  await replaceFile(path, (file) => file.writeFile('new'));
  expect(await readlink(path)).toBe(join('share', 'report.csv'));
  expect(await readFile(join(folder, 'share', 'report.csv'), 'utf8')).toBe('new');
  expect(await readdir(join(folder, 'share'))).toEqual(['report.csv']);
});
