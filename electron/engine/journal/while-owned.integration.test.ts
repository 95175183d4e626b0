import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { whileOwned } from './while-owned';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-owned-'));
  path = join(folder, 'count.json');
  await writeFile(path, '0');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('has one at a time, also where the work before it failed, and leaves nothing behind', async () => {
  const count = async (): Promise<void> => {
    const before = Number(await readFile(path, 'utf8'));
    await readdir(folder);
    await writeFile(path, String(before + 1));
  };
  const failing = whileOwned(path, () => Promise.reject(new Error('failed')));
  const turns = Promise.all(Array.from({ length: 8 }, () => whileOwned(path, count)));
  await expect(failing).rejects.toThrow('failed');
  await turns;
  expect(await readFile(path, 'utf8')).toBe('8');
  expect(await readdir(folder)).toEqual(['count.json']);
});

it('waits no longer than it may for a living process that keeps the file', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  await writeFile(`${path}.lock`, JSON.stringify({ pid: child.pid, startedAt: '' }));
  await expect(whileOwned(path, () => Promise.resolve(), 100)).rejects.toMatchObject({ code: 'conflict.other' });
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(whileOwned(path, () => Promise.resolve('done'), 100)).resolves.toBe('done');
});
