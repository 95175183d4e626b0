// What the store makes of the journal of a run that was killed.
import { appendFile, mkdir, mkdtemp, readFile, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fullPace } from '@shared/model/transfer-pace';
import { defaultTransferOptions } from '@shared/model/transfer';
import { fullDisk } from '../../../testing/full-disk';
import { findSetAside } from '../../../disk/whole-file';
import type { JobHead, JobRecord } from './job-records';
import { type JobStore, type OpenedJob, createJobStore } from './job-store';

let folder: string;
let store: JobStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-store-'));
  store = createJobStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const id = '0123456789abcdef01234567';
const head: JobHead = {
  t: 'job',
  version: 1,
  id,
  createdAtMs: 0,
  title: 'crates',
  spec: {
    kind: 'upload',
    connectionId: 'c',
    container: 'quay',
    prefix: '',
    paths: ['/crates'],
    options: defaultTransferOptions,
  },
};
const running = { t: 'state', state: 'running', atMs: 10_000, note: '' } as const;
const file: JobRecord = {
  t: 'upload',
  f: 0,
  attempt: 0,
  path: '/crates/0',
  name: '0',
  bytes: 10,
  mtimeNs: '1',
  ino: '1',
  blockBytes: 0,
};
/** As if the process ended here, and the file was written last at that wall time. */
const leave = async ({ journal, release }: OpenedJob, records: readonly JobRecord[], atMs: number): Promise<void> => {
  await journal.append(records, 'synced');
  await journal.close();
  await release();
  await utimes(join(folder, 'jobs', `${id}.jsonl`), atMs / 1000, atMs / 1000);
};

it('reports the same run time when it is opened as when it is read', async () => {
  await leave(await store.create(head), [{ ...running, ranMs: 500 }, file], 14_000);
  const killed = { state: 'interrupted', files: 1, ranMs: 4_500, runningSinceMs: null };
  expect((await store.read('all')).states).toMatchObject([killed]);
  const opened = await store.open(id);
  expect(opened.state).toMatchObject(killed);
  // Later records do not make the run longer.
  await leave(opened, [{ t: 'pace', pace: fullPace }], 900_000);
  expect((await store.read('all')).states).toMatchObject([killed]);
  const again = await store.open(id);
  expect(again.state).toMatchObject(killed);
  await leave(again, [], 900_000);
});

it('opens a job that is as it was read without reading its journal again', async () => {
  await leave(await store.create(head), [{ ...running, ranMs: 500 }, file], 14_000);
  const [asRead] = (await store.read('all')).states;
  const opened = await store.open(id);
  expect(opened.state).toBe(asRead);
  await leave(opened, [{ t: 'pace', pace: fullPace }], 900_000);
  // The end of the run that was killed and what came after it are in the journal.
  const again = await createJobStore(folder).open(id);
  expect(again.state).toMatchObject({ state: 'interrupted', ranMs: 4_500, pace: fullPace });
  await leave(again, [], 900_000);
});

it('reads a journal again that another process has changed since, or whose end is damaged', async () => {
  await leave(await store.create(head), [running, file], 14_000);
  await store.read('all');
  await leave(await createJobStore(folder).open(id), [{ t: 'ended', f: 0, outcome: 'done' }], 14_000);
  const opened = await store.open(id);
  expect(opened.state).toMatchObject({ filesDone: 1 });
  await leave(opened, [], 14_000);
  const path = join(folder, 'jobs', `${id}.jsonl`);
  await appendFile(path, 'torn');
  await utimes(path, 15, 15);
  await store.read('all');
  const repaired = await store.open(id);
  await leave(repaired, [{ t: 'pace', pace: { kind: 'limit', bytesPerSecond: 1_000_000 } }], 15_000);
  expect((await store.read('all')).states).toMatchObject([{ filesDone: 1, pace: { kind: 'limit' } }]);
});

it('does not know the time of all runs if earlier ones did not record it', async () => {
  const ended = { ...running, state: 'paused' } as const;
  await leave(await store.create(head), [running, file, ended, running], 14_000);
  const opened = await store.open(id);
  expect(opened.state).toMatchObject({ state: 'interrupted', ranMs: null });
  await leave(opened, [], 14_000);
});

it('reads all other jobs when one cannot be read, and reports which and why', async () => {
  await leave(await store.create(head), [running], 14_000);
  const other = 'f'.repeat(24);
  const path = join(folder, 'jobs', `${other}.jsonl`);
  await mkdir(path);
  const { states, unreadable } = await store.read('all');
  expect(states.map((one) => one.head.id)).toEqual([id]);
  expect(unreadable).toMatchObject([{ jobId: other, error: { context: { path } } }]);
  expect((await store.readOthers(() => false)).free.map((one) => one.head.id)).toEqual([id]);
  await expect(store.readOthers(() => false, other)).rejects.toMatchObject({ context: { path } });
});

it('takes no time off a run where the clock was turned back meanwhile', async () => {
  await leave(await store.create(head), [{ ...running, ranMs: 500 }, file], 9_000);
  expect((await store.read('all')).states).toMatchObject([{ ranMs: 500 }]);
});

it('names the folder of the jobs where it cannot be made', async () => {
  const path = join(folder, 'file');
  await writeFile(path, '');
  const rejected = { code: 'local.denied', context: { path: join(path, 'jobs'), folder: 'not-made' } };
  await expect(createJobStore(path).create(head)).rejects.toMatchObject(rejected);
});

it('leaves nothing of a job that is removed', async () => {
  const { journal } = await store.create(head);
  await journal.append([file, { t: 'ended', f: 0, outcome: 'done' }], 'synced');
  await journal.compact([head]);
  expect(await readdir(join(folder, 'jobs'))).toEqual([`${id}.jsonl`, `${id}.lock`, `${id}.moved`]);
  await journal.close();
  await store.remove(id);
  expect(await readdir(join(folder, 'jobs'))).toEqual([]);
});

it('leaves nothing of a removed job, even if a process was killed during the removal', async () => {
  const { journal } = await store.create(head);
  await journal.close();
  const longAgo = (Date.now() - 60_000) / 1000;
  for (const left of ['.lock.takeover', '.lock.takeover.3', '.lock.4711.1']) {
    const path = join(folder, 'jobs', `${id}${left}`);
    await writeFile(path, '');
    await utimes(path, longAgo, longAgo);
  }
  await store.remove(id);
  expect(await readdir(join(folder, 'jobs'))).toEqual([]);
});

it('sets an unreadable journal aside where users are notified of it, each time it happens', async () => {
  let nowMs = Date.UTC(2026, 4, 1);
  store = createJobStore(folder, () => (nowMs += 1));
  const contents = ['deadbeef {"t":"job"}\n', 'another {"t":"job"}\n'];
  await mkdir(join(folder, 'jobs'));
  for (const content of contents) {
    await writeFile(join(folder, 'jobs', `${id}.jsonl`), content);
    expect(await store.read('all')).toEqual({ states: [], elsewhere: [], unreadable: [] });
  }
  const found = await findSetAside(folder);
  expect(found.map(({ file: of }) => of)).toEqual([`jobs/${id}.jsonl`, `jobs/${id}.jsonl`]);
  const copies = await Promise.all(found.map(({ copy }) => readFile(join(folder, copy), 'utf8')));
  expect(copies.sort()).toEqual([...contents].sort());
});

it('can be opened once its journal can be read again', async () => {
  await leave(await store.create(head), [], 14_000);
  const path = join(folder, 'jobs', `${id}.jsonl`);
  await rename(path, `${path}.away`);
  await mkdir(path);
  await expect(store.open(id)).rejects.toMatchObject({ code: 'local.denied' });
  await rm(path, { recursive: true });
  await rename(`${path}.away`, path);
  const opened = await store.open(id);
  expect(opened.state?.head).toEqual(head);
  await leave(opened, [], 14_000);
});

it('reports a full disk by its journal', async () => {
  const { journal, release } = await store.create(head);
  const disk = await fullDisk();
  const rejected = { code: 'local.disk-full', context: { path: join(folder, 'jobs', `${head.id}.jsonl`) } };
  await expect(journal.append([running], 'lazy')).rejects.toMatchObject(rejected);
  disk.mockRestore();
  await journal.close();
  await release();
});

it('can be made again after its first record could not be written', async () => {
  const failing = {
    ...head,
    toJSON: () => {
      throw new Error('Nothing can be written.');
    },
  };
  await expect(store.create(failing)).rejects.toThrow();
  await leave(await store.create(head), [], 14_000);
});
