import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sentence } from '@shared/error-text';
import { StowageError, onUnforeseen } from '@shared/errors';
import { type Pool, createPool } from './pool';
import type { JobReport } from '../worker/messages';

let folder: string;
let pool: Pool;
let reports: JobReport[];

// Simulates a lost worker: exits as often as the flag files request, then responds.
const program = `
const { parentPort } = require('node:worker_threads');
const { existsSync, rmSync } = require('node:fs');
const report = (more) => ({ jobId: 'j', started: 0, ended: [], uploadBytes: 0, downloadBytes: 0, connections: 0, retried: [], slowdownMs: 0, ...more });
const answer = (message) => {
  if (message.t !== 'run') return;
  parentPort.postMessage([{ t: 'report', busy: 0, jobs: [report({ started: 1, connections: 2 })] }]);
  if (existsSync(__dirname + '/silent')) return;
  for (const flag of ['first', 'second']) {
    const path = __dirname + '/' + flag;
    if (existsSync(path)) {
      rmSync(path);
      setImmediate(() => process.exit(1));
      return;
    }
  }
  parentPort.postMessage([{ t: 'done', id: message.id, result: { blob: null } }]);
};
parentPort.on('message', (messages) => messages.forEach(answer));
`;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stowage-pool-'));
  await writeFile(join(folder, 'worker.cjs'), program);
  reports = [];
  pool = createPool({
    workerPath: join(folder, 'worker.cjs'),
    requestThreads: 1,
    hashThreads: 2,
    onReport: (report) => reports.push(report),
  });
});
afterEach(async () => {
  await pool.dispose();
  await rm(folder, { recursive: true, force: true });
});

const submit = (signal = new AbortController().signal): Promise<unknown> =>
  pool.run('j', 'read-blob', { container: 'c', name: 'n', side: 'target' }, signal);

describe('worker pool', () => {
  it('gives a task of a lost worker to a new one, and takes back what the lost one had open', async () => {
    await writeFile(join(folder, 'first'), '');
    expect(await submit()).toEqual({ blob: null });
    const sum = (of: (report: JobReport) => number): number => reports.reduce((all, report) => all + of(report), 0);
    expect(sum((report) => report.connections)).toBe(2);
    expect(sum((report) => report.started - report.ended.length)).toBe(1);
  });

  it('logs the loss of a thread with its exit code, although its task continues', async () => {
    const reported: StowageError[] = [];
    onUnforeseen((error) => reported.push(error));
    await writeFile(join(folder, 'first'), '');
    expect(await submit()).toEqual({ blob: null });
    expect(reported.map(({ message }) => message)).toEqual(['A transfer thread ended unexpectedly, with code 1.']);
    await pool.dispose();
    expect(reported).toHaveLength(1);
    onUnforeseen(() => undefined);
  });

  it('has its threads ready before the first task, if configured', async () => {
    expect(pool.threadUses()).toEqual([]);
    pool.startThreads('one file');
    expect(pool.threadUses()).toHaveLength(1);
    pool.startThreads('many files');
    expect(pool.threadUses()).toHaveLength(1);
    pool.startThreads('many files to disk');
    expect(pool.threadUses()).toHaveLength(2);
    expect(await submit()).toEqual({ blob: null });
    await pool.dispose();
    pool.startThreads('many files to disk');
    expect(pool.threadUses()).toEqual([]);
  });

  it('reads metadata on a thread that sends requests, and starts none for it', async () => {
    const { signal } = new AbortController();
    const look = (): Promise<unknown> => pool.statFiles('j', { paths: [folder], reading: 'untried' }, signal);
    pool.startThreads('many files');
    await look();
    expect(pool.threadUses()).toHaveLength(1);
    pool.startThreads('many files to disk');
    await look();
    expect(pool.threadUses()).toHaveLength(2);
  });

  it('hashes two files on two threads, the second of which starts with the second file', async () => {
    await writeFile(join(folder, 'silent'), '');
    const { signal } = new AbortController();
    const hash = (name: string): Promise<unknown> =>
      pool.hash('j', { path: join(folder, name), bytes: 1, readableBytes: 1 }, signal).result;
    const hashes = [hash('a')];
    expect(pool.threadUses()).toHaveLength(1);
    hashes.push(hash('b'));
    expect(pool.threadUses()).toHaveLength(2);
    hashes.push(hash('c'));
    expect(pool.threadUses()).toHaveLength(2);
    const ends = Promise.allSettled(hashes);
    await pool.dispose();
    expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  it('gives up a task that loses its worker twice, and only that task', async () => {
    await writeFile(join(folder, 'first'), '');
    await writeFile(join(folder, 'second'), '');
    const failure = StowageError.from(await submit().catch((thrown: unknown) => thrown));
    expect(failure).toMatchObject({ code: 'bug.thread-lost', context: { why: 'ended', exit: 1 } });
    expect(sentence(failure)).toContain('ended with code 1, and again');
    expect(await submit()).toEqual({ blob: null });
  });

  it('cancels what it was still to do when it is put away: nothing went wrong', async () => {
    await writeFile(join(folder, 'silent'), '');
    const asking = submit();
    await pool.dispose();
    await expect(asking).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });

  it('answers a cancelled task at once', async () => {
    const controller = new AbortController();
    const asking = submit(controller.signal);
    controller.abort();
    await expect(asking).rejects.toMatchObject({ code: 'cancelled.by-user' });
    await expect(submit(controller.signal)).rejects.toMatchObject({ code: 'cancelled.by-user' });
  });
});
