// The jobs of one kind are found until they are removed, and the newest resumable one by its state.
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { TableJob } from '@shared/model/table-job';
import { JobFolder } from '../../jobs/job-folder';
import { listOf } from '../../journal/journal-file';
import { JobRegistry } from '../../jobs/registry';
import { systemClock } from '../../system-clock';
import { importView } from './fixtures/import-view';
import { type JobOnTable, JobsOfKind } from './jobs-of-kind';

const nothing = (): Promise<void> => Promise.resolve();

function jobOf(id: string, createdAtMs: number, state: TableJob['state']): JobOnTable {
  return {
    id,
    view: () => importView({ id, createdAtMs, state }),
    isMoving: false,
    pause: nothing,
    resume: nothing,
    retry: nothing,
    cancel: nothing,
    interrupt: nothing,
    ended: () => Promise.resolve(importView({ id, createdAtMs, state })),
    credentialChanged: () => undefined,
    forget: nothing,
  };
}

const record = z.object({ id: z.string() });

function kindIn(folder: string) {
  const all = new JobRegistry(systemClock);
  const completed: string[] = [];
  const kind = {
    folder: new JobFolder(folder, listOf(record)),
    complete: ({ id }: JobOnTable) => Promise.resolve(void completed.push(id)),
    restore: ([first]: readonly { id: string }[]) => (first === undefined ? null : jobOf(first.id, 1, 'interrupted')),
  };
  return { all, completed, folder: kind.folder, imports: new JobsOfKind<JobOnTable, { id: string }>(all, kind) };
}

it('jobs of a kind: finds a job here and in the list of all jobs, until the user removes it', async () => {
  const { all, imports } = kindIn('/nowhere');
  const job = imports.add(jobOf('a', 1, 'done'));
  expect([imports.get('a'), all.get('a'), imports.has('a')]).toEqual([job, job, true]);
  await all.calls['jobs.forget']({ jobId: 'a' }, { signal: new AbortController().signal });
  expect([imports.has('a'), imports.all()]).toEqual([false, []]);
  expect(() => imports.get('a')).toThrow('There is no such job.');
});

it('jobs of a kind: names the newest of those that can be resumed', () => {
  const { imports } = kindIn('/nowhere');
  const first = imports.add(jobOf('first', 1, 'interrupted'));
  const second = imports.add(jobOf('second', 2, 'paused'));
  imports.add(jobOf('ended', 3, 'done'));
  expect(imports.newestUnfinished(() => true)).toBe(second);
  expect(imports.newestUnfinished((job) => job !== second)).toBe(first);
  expect(imports.newestUnfinished(() => false)).toBeNull();
});

it('jobs of a kind: shows a job that another process runs as running, and lists it once it is free', async () => {
  const path = await mkdtemp(join(tmpdir(), 'stowage-kind-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  const { all, completed, folder, imports } = kindIn(path);
  onTestFinished(() => all.dispose());
  const { journal, release } = await folder.open('a');
  await journal.append([{ id: 'a' }], 'synced');
  await release();
  // As another process holds it that is alive.
  await writeFile(join(path, 'a.lock'), JSON.stringify({ pid: process.ppid, startedAt: '' }));
  await all.recover(imports);
  expect(imports.has('a')).toBe(false);
  expect(await all.elsewhere()).toMatchObject([{ id: 'a', state: 'running' }]);
  expect(completed).toEqual([]);
  await rm(join(path, 'a.lock'));
  expect(await all.elsewhere()).toEqual([]);
  expect(completed).toEqual(['a']);
  expect(all.list()).toMatchObject([{ id: 'a', state: 'interrupted' }]);
});

it('jobs of a kind: reads a job again that another process has continued, and drops one that it has removed', async () => {
  const path = await mkdtemp(join(tmpdir(), 'stowage-kind-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  const here = kindIn(path);
  onTestFinished(() => here.all.dispose());
  const there = new JobFolder(path, listOf(record));
  const writeElsewhere = async (changedAt: number): Promise<void> => {
    const { journal, release } = await there.open('a');
    await journal.append([{ id: 'a' }], 'synced');
    await release();
    await utimes(join(path, 'a.jsonl'), changedAt, changedAt);
  };
  await writeElsewhere(1);
  await here.all.recover(here.imports);
  const before = here.imports.get('a');
  await writeElsewhere(2);
  const rejected = await here.folder.open('a', 'as seen').catch((thrown: unknown) => thrown);
  expect(rejected).toMatchObject({
    code: 'conflict.other',
    context: { problem: expect.stringContaining('try again') as string },
  });
  expect(here.imports.get('a')).not.toBe(before);
  expect(here.all.get('a')).toBe(here.imports.get('a'));
  await (await here.folder.open('a', 'as seen')).release();
  await there.remove('a');
  await expect(here.folder.open('a', 'as seen')).rejects.toMatchObject({ code: 'not-found.job' });
  expect([here.imports.has('a'), here.all.list()]).toEqual([false, []]);
});
