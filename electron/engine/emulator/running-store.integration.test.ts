import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { thisMachine } from '../../disk/draft-owner';
import { announceRunningStore, findRunningStore, withdrawRunningStore } from './running-store';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-store-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const endpoints = { blob: 'http://127.0.0.1:1', table: 'http://127.0.0.1:3' };

it('running store: is found while it is announced, and leaves nothing', async () => {
  await announceRunningStore(folder, { pid: process.pid, endpoints, key: 'own' });
  expect(findRunningStore(folder)).toEqual({ pid: process.pid, endpoints, key: 'own' });
  await withdrawRunningStore(folder);
  expect(findRunningStore(folder)).toBeNull();
  expect(await readdir(folder)).toEqual([]);
});

it('running store: removes the leftovers of a process that was killed while it announced one', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid;
  await writeFile(join(folder, `embedded-store.json.01234567.${thisMachine}-${gone}.draft`), '{"pid":');
  await announceRunningStore(folder, { pid: process.pid, endpoints, key: 'own' });
  expect(await readdir(folder)).toEqual(['embedded-store.json']);
});

it('running store: is found by its process, whatever the name of the machine was when it was announced', async () => {
  const announced = { pid: process.ppid, endpoints };
  await writeFile(
    join(folder, 'embedded-store.json'),
    JSON.stringify({
      ...announced,
      endpoints: { ...endpoints, queue: 'http://127.0.0.1:2' },
      machine: '0badcafe',
    }),
  );
  // Written by an earlier version, which knew no other key.
  expect(findRunningStore(folder)).toEqual({ ...announced, key: 'published' });
  await withdrawRunningStore(folder);
  expect(findRunningStore(folder)).toMatchObject(announced);
});

it('running store: is not found by another process that has the id of the previous one', async () => {
  const file = join(folder, 'embedded-store.json');
  await announceRunningStore(folder, { pid: process.ppid, endpoints, key: 'own' });
  if (process.platform === 'linux') {
    const stored = JSON.parse(await readFile(file, 'utf8')) as object;
    await writeFile(file, JSON.stringify({ ...stored, startedAt: '1' }));
    expect(findRunningStore(folder)).toBeNull();
  }
  await writeFile(file, JSON.stringify({ pid: process.ppid, endpoints }));
  const before = new Date(Date.now() - uptime() * 1000 - 3_600_000);
  await utimes(file, before, before);
  expect(findRunningStore(folder), 'announced before the machine was started').toBeNull();
});
