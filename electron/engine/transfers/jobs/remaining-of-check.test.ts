// How long a check takes that knows no sizes beforehand, as the queue says it.
import { expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { quiet } from '../fixtures/quiet-job';
import { JobProgress } from '../progress/job-progress';
import { jobRecord } from '../records/job-records';
import { replayJob } from '../records/job-state';
import type { Job } from './job';
import { snapshotOf } from './job-view';

type Outcome = 'done' | 'skipped' | 'failed';
const remainingOfCheck = (...outcomes: readonly Outcome[]): number | null => remainingAfter(outcomes, 2000);
const folder = { kind: 'folder', dir: '/logs', prefix: '', names: 'plain' };
const earlierJob = { kind: 'job', jobId: 'fedcba9876543210fedcba98', title: 'logs', targetDir: '' };

const failure = { source: 's', target: 't', code: 'verify.content', message: 'm', context: {} };
const remainingAfter = (
  outcomes: readonly Outcome[],
  readPerSecond: number,
  of: object = earlierJob,
): number | null => {
  const verify = { kind: 'verify', connectionId: 'c', container: 'box', options: defaultTransferOptions };
  const file = (f: number, bytes: number): object => ({
    t: 'verify',
    f,
    attempt: 0,
    path: `/${f}`,
    segments: [`${f}`],
    name: `${f}`,
    bytes,
    blockBytes: 0,
    here: { bytes },
    there: null,
    facts: bytes > 0 ? 'known' : 'look',
    reading: 'never',
  });
  const all = [
    { t: 'job', version: 1, id: '0123456789abcdef01234567', createdAtMs: 1000, title: 'logs' },
    ...Array.from({ length: 100 }, (_, f) => file(f, f < 20 ? 1000 : 0)),
    ...outcomes.map((outcome, f) => ({ t: 'ended', f, outcome, ...(outcome === 'failed' ? { failure } : {}) })),
    { t: 'planned' },
    { t: 'state', state: 'running', atMs: 2000, note: '' },
  ];
  const [head, ...rest] = all;
  const jobState = replayJob([{ ...head, spec: { ...verify, of } }, ...rest].map((one) => jobRecord.parse(one)));
  if (jobState === null) throw new Error('The records begin with a job.');
  const progress = new JobProgress('what is done');
  progress.measureRate(0, 0);
  for (let second = 1; second <= 10; second += 1) {
    progress.passed(0, readPerSecond);
    progress.measureRate(second * 1000, second * 2);
  }
  const totals = { files: 100, bytes: jobState.bytes, final: true };
  const job = { progress, totals, isRunning: true, waitsFor: null, ...quiet } as unknown as Job;
  return snapshotOf(jobState, job, null, null).remainingMs;
};
const times = <T>(count: number, what: T): readonly T[] => Array.from({ length: count }, () => what);

it('tells how long a check of an earlier job takes by the files that are left: their sizes are not known yet', () => {
  expect(remainingOfCheck(...times(20, 'done' as const))).toBe(40_000);
});

it('tells it too where every file differs, whether it was read or not', () => {
  const allDiffer = times(20, 'failed' as const);
  expect(remainingAfter(allDiffer, 2000)).toBe(40_000);
  expect(remainingAfter(allDiffer, 0)).toBe(40_000);
  expect(remainingAfter(allDiffer, 0, folder)).toBe(40_000);
});

it('takes the files that are left for as large as those that were read, not as those that were skipped', () => {
  expect(remainingOfCheck(...times(10, 'done' as const), ...times(10, 'skipped' as const))).toBe(40_000);
  expect(remainingOfCheck(...times(20, 'skipped' as const))).toBeNull();
});
