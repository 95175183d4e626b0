// The journals of jobs on a disk that does not give them back, or not whole.
import { mkdir, mkdtemp, readFile, readdir, rm, rmdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { findSetAside } from '../../disk/whole-file';
import { JobFolder } from './job-folder';
import { listOf } from '../journal/journal-file';

let stateDir: string;
let folder: string;
beforeEach(async () => {
  stateDir = await mkdtemp(join(tmpdir(), 'stowage-job-folder-'));
  folder = join(stateDir, 'imports');
  await mkdir(folder);
});
afterEach(() => rm(stateDir, { recursive: true, force: true }));

const schema = z.object({ n: z.number() });

it('job folder: releases a job whose journal cannot be opened, so that it can be opened once the cause is gone', async () => {
  const jobs = new JobFolder(folder, listOf(schema));
  const journal = join(folder, 'a.jsonl');
  await mkdir(journal);
  await expect(jobs.open('a')).rejects.toMatchObject({ code: expect.stringMatching(/^local\./) as string });
  expect(await readdir(folder)).toEqual(['a.jsonl']);
  await rmdir(journal);
  const opened = await jobs.open('a');
  await opened.journal.append([{ n: 1 }], 'synced');
  await opened.release();
  expect(await readdir(folder)).toEqual(['a.jsonl']);
});

it('names the folder that cannot be made', async () => {
  const path = join(stateDir, 'file');
  await writeFile(path, '');
  const rejected = { code: 'local.denied', context: { path: join(path, 'jobs'), folder: 'not-made' } };
  await expect(new JobFolder(join(path, 'jobs'), listOf(schema)).open('a')).rejects.toMatchObject(rejected);
});

it('sets an unreadable journal aside where users are notified of it, each time it happens', async () => {
  let nowMs = Date.UTC(2026, 4, 1);
  const jobs = new JobFolder(folder, listOf(schema), () => (nowMs += 1));
  const contents = ['deadbeef {"n":1}\n', 'another {"n":2}\n'];
  for (const content of contents) {
    await writeFile(join(folder, 'a.jsonl'), content);
    const read = await jobs.read('all', () => expect.unreachable());
    expect(read).toEqual({ jobs: [], elsewhere: [], unreadable: [] });
  }
  const found = await findSetAside(stateDir);
  expect(found.map(({ file }) => file)).toEqual(['imports/a.jsonl', 'imports/a.jsonl']);
  const copies = await Promise.all(found.map(({ copy }) => readFile(join(stateDir, copy), 'utf8')));
  expect(copies.sort()).toEqual([...contents].sort());
});

it('job folder: reports an unreadable job by its file, and returns the others', async () => {
  const jobs = new JobFolder(folder, listOf(schema));
  const opened = await jobs.open('b');
  await opened.journal.append([{ n: 2 }], 'synced');
  await opened.release();
  await mkdir(join(folder, 'a.jsonl'));
  const { jobs: taken, unreadable } = await jobs.read('all', ({ records }) => records);
  const unread = unreadable.map(({ error }) => [error.kind, error.context.path]);
  expect([taken, unread]).toEqual([[[{ n: 2 }]], [['localIo', join(folder, 'a.jsonl')]]]);
});

it('job folder: does not continue from what it has seen when another process has written to the job or removed it', async () => {
  const here = new JobFolder(folder, listOf(schema));
  const there = new JobFolder(folder, listOf(schema));
  const first = await here.open('a', 'as seen');
  await first.journal.append([{ n: 1 }], 'synced');
  await first.release();
  await (await here.open('a', 'as seen')).release();

  const elsewhere = await there.open('a');
  await elsewhere.journal.append([{ n: 2 }], 'synced');
  await elsewhere.release();
  await utimes(join(folder, 'a.jsonl'), 1, 1);
  await expect(here.open('a', 'as seen')).rejects.toMatchObject({ code: 'conflict.other' });
  await expect(here.open('a', 'as seen')).rejects.toMatchObject({ code: 'conflict.other' });
  await here.read('all', () => null);
  await (await here.open('a', 'as seen')).release();

  await there.remove('a');
  await expect(here.open('a', 'as seen')).rejects.toMatchObject({ code: 'not-found.job' });
  expect(await readdir(folder)).not.toContain('a.jsonl');
});
