// The progress of a job in `jobs list` and the progress line, and the report file with all files.
import { link, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { StowageError } from '@shared/errors';
import type { TransferJob } from '@shared/model/transfer';
import { MiB } from '@shared/units';
import type { PlannedItem } from '../../engine/transfers/api';
import { createOutput } from '../output';
import { checkTargetPath, farOf, printPlans, progressOf, writeReport } from './transfer-report';

const job = (change: Partial<TransferJob>): TransferJob =>
  ({
    bytesDone: 35 * MiB,
    bytesTotal: 85 * MiB,
    filesSkipped: 4,
    failedCount: 0,
    plan: 'whole',
    ...change,
  }) as TransferJob;

it('progress: shows bytes, and files when there are several', () => {
  expect(farOf(job({ filesDone: 0, filesTotal: 1 }))).toBe('35.0 MiB of 85.0 MiB');
  expect(farOf(job({ filesDone: 1860, filesTotal: 5000 }))).toBe('35.0 MiB of 85.0 MiB, 1,864 of 5,000 files');
});

it('progress: shows no percentage until planning has finished', () => {
  const killed = job({ plan: 'partial', filesDone: 1860, filesTotal: 5000 });
  expect(farOf(killed)).toBe('35.0 MiB of at least 85.0 MiB, 1,864 of at least 5,000 files');
  expect(farOf({ ...killed, filesDone: 0, filesSkipped: 0, filesTotal: 0, bytesDone: 0, bytesTotal: 0 })).toBe(
    'not planned yet',
  );
});

it('progress: shows only files when no size is known, and nothing for a job that failed before planning', () => {
  const unsized = job({ bytesDone: 0, bytesTotal: 0, filesDone: 0, filesSkipped: 0 });
  expect(farOf({ ...unsized, filesTotal: 5 })).toBe('0 of 5 files');
  expect(farOf({ ...unsized, filesTotal: 1, failedCount: 1 })).toBe('0 of 1 file');
  expect(farOf({ ...unsized, filesTotal: 1, failedCount: 1, plan: 'partial' })).toBe('not planned yet');
});

it('progress: shows what a job waits for, and no rate while the network is down', () => {
  const running = job({ filesDone: 0, filesTotal: 1, bytesPerSecond: 2 * MiB, remainingMs: 25_000 });
  expect(progressOf(running)).toBe('35.0 MiB of 85.0 MiB, 2.0 MiB/s, 25 s left');
  expect(progressOf({ ...running, waitsFor: 'network', note: 'waiting for the network: Connection refused' })).toBe(
    '35.0 MiB of 85.0 MiB, waiting for the network: Connection refused',
  );
});

it('lists files so that a spreadsheet runs none of their names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'report.csv');
  const item = { bytes: 7, outcome: 'failed', code: 'auth.denied', message: 'No, "never".' } as const;
  await writeReport(path, [{ ...item, source: '=1+1', target: 'box/=1+1' }]);
  expect(await readFile(path, 'utf8')).toBe(
    `source,target,bytes,outcome,code,message,startedAt,endedAt,durationMs,bytesPerSecond,requests,tries\r\n'=1+1,box/=1+1,7,failed,auth.denied,"No, ""never"".",,,,,,\r\n`,
  );
});

it('report: has the times, rate, requests and attempts of each file, and a rate only for moved bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'report.csv');
  const startedAtMs = Date.UTC(2026, 10, 29, 7, 0, 0, 250);
  const timing = { startedAtMs, endedAtMs: startedAtMs + 1500, requests: 3, tries: 4 };
  const file = { source: 'a', target: 'b', bytes: 3_000_000, code: '', message: '', timing };
  await writeReport(path, [
    { ...file, outcome: 'done' },
    { ...file, outcome: 'failed' },
    { ...file, outcome: 'done', timing: { ...timing, endedAtMs: startedAtMs } },
  ]);
  const times = '2026-11-29T07:00:00.250Z,2026-11-29T07:00:01.750Z,1500';
  expect((await readFile(path, 'utf8')).split('\r\n').slice(1)).toEqual([
    `a,b,3000000,done,,,${times},2000000,3,4`,
    `a,b,3000000,failed,,,${times},,3,4`,
    'a,b,3000000,done,,,2026-11-29T07:00:00.250Z,2026-11-29T07:00:00.250Z,0,,3,4',
    '',
  ]);
});

it('report: replaces an earlier report, but not one that the same download has fetched', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'report.csv');
  await writeReport(path, []);
  const before = await readFile(path, 'utf8');
  const item = { source: 'report.csv', target: 'report.csv', bytes: 7, code: '', message: '' } as const;
  const fetched = writeReport(path, [{ ...item, outcome: 'done' }], { targetDir: folder });
  await expect(fetched).rejects.toThrow('one of the files in the report');
  expect(await readFile(path, 'utf8')).toBe(before);
  await writeReport(path, [{ ...item, outcome: 'skipped' }], { targetDir: folder });
  expect(await readFile(path, 'utf8')).toContain('skipped');
});

it('writes beside an earlier report, which stays whole until the new one is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'report.csv');
  await writeFile(path, 'earlier');
  // A second name of the earlier file shows what was written into it.
  await link(path, join(folder, 'same.csv'));
  await checkTargetPath('--report', path);
  expect(await readFile(path, 'utf8')).toBe('earlier');
  await writeReport(path, []);
  expect(await readFile(path, 'utf8')).toBe(
    'source,target,bytes,outcome,code,message,startedAt,endedAt,durationMs,bytesPerSecond,requests,tries\r\n',
  );
  expect(await readFile(join(folder, 'same.csv'), 'utf8')).toBe('earlier');
});

it('dry run: lists each item with its outcome, sums up, and writes the report only if it was requested', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  async function* plan(): AsyncGenerator<PlannedItem> {
    yield { source: 'a', target: 'box/a', bytes: 5, action: 'transfer', reason: '', error: null };
    yield { source: 'b', target: 'box/b', bytes: 7, action: 'skip', reason: 'already exists', error: null };
    yield { source: 'link', target: '', bytes: null, action: 'skip', reason: 'a link', error: null };
    const error = new StowageError('local.not-found', 'Gone.', { context: { path: '/c' } });
    yield { source: 'c', target: 'box/c', bytes: null, action: 'fail', reason: '', error };
  }
  const signal = new AbortController().signal;
  const printed = async (report?: string): Promise<{ code: number; lines: Record<string, unknown>[] }> => {
    let out = '';
    const write = (text: string | Uint8Array): unknown => (out += String(text));
    const output = createOutput({ stdout: { write }, stderr: { write: () => undefined } }, 'json');
    const code = await printPlans([plan()], { output, signal }, report);
    const lines = out
      .trim()
      .split('\n')
      .map((each) => JSON.parse(each) as Record<string, unknown>);
    return { code, lines };
  };
  const { code, lines } = await printed();
  expect(code).toBe(1);
  expect(lines.map(({ event, outcome, code: of }) => [event, outcome, of])).toEqual([
    ['item', 'would-transfer', ''],
    ['item', 'would-skip', ''],
    ['item', 'would-skip', ''],
    ['item', 'would-fail', 'local.not-found'],
    ['summary', undefined, undefined],
  ]);
  expect(lines.at(-1)).toMatchObject({ files: 1, bytes: 5, skipped: 2, failedCount: 1, failed: [{ source: 'c' }] });
  expect(await readdir(folder)).toEqual([]);
  await printed(join(folder, 'plan.csv'));
  expect(await readFile(join(folder, 'plan.csv'), 'utf8')).toContain('c,box/c,,would-fail,local.not-found');
});
