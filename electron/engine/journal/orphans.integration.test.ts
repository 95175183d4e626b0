// The files of a process that is killed while it creates or removes a job.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { JobFolder } from '../jobs/job-folder';
import { listOf } from './journal-file';
import { createJobStore } from '../transfers/records/job-store';
import { removeOrphans } from './orphans';

let stateDir: string;
let folder: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-orphans-'));
  folder = join(stateDir, 'jobs');
  await mkdir(folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(stateDir, { recursive: true, force: true });
});

const left = async (...names: readonly string[]): Promise<void> => {
  for (const name of names) await writeFile(join(folder, name), name.endsWith('.jsonl') ? '' : 'left');
};
const later = (): void => {
  const now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now + 61_000);
};

it('orphans: are removed at the next start, for every kind of job', async () => {
  const begun = ['a.jsonl', 'a.lock', 'a.lock.4711.1', 'a.input'];
  const removed = ['b.lock', 'b.rows', 'b.moved', 'b.jsonl.new'];
  const starts = [
    () => createJobStore(stateDir).read('all'),
    () => new JobFolder(folder, listOf(z.unknown())).read('all', () => null),
  ];
  for (const start of starts) {
    await left(...begun, ...removed);
    await start();
    expect(await readdir(folder)).toHaveLength(begun.length + removed.length);
    later();
    await start();
    expect(await readdir(folder)).toEqual([]);
    vi.restoreAllMocks();
  }
});

it('orphans: are retained when they belong to a job after all', async () => {
  await left(
    'kept.lock',
    'kept.rows',
    'damaged.jsonl.damaged-2026-05-01T00-00-00.001Z',
    'damaged.rows',
    'other.lock',
    'other.rows',
  );
  await writeFile(join(folder, 'kept.jsonl'), 'a record');
  await mkdir(join(folder, 'previews'));
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  await writeFile(join(folder, 'other.lock'), JSON.stringify({ pid: child.pid, startedAt: '' }));
  const before = await readdir(folder);
  later();
  await removeOrphans(folder);
  expect(await readdir(folder)).toEqual(before);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await removeOrphans(folder);
  expect(await readdir(folder)).toEqual(before.filter((name) => !name.startsWith('other.')));
});
