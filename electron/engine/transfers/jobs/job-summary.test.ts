// What a job came to over all its runs, and whether trying again does anything about what failed.
import { expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { jobRecord } from '../records/job-records';
import { replayJob } from '../records/job-state';
import { AllRuns } from '../progress/all-runs';
import { JobStatistics } from '../progress/job-statistics';
import type { Job } from './job';
import { canBeTriedAgain, summaryOf } from './job-summary';

const common = { connectionId: 'c', container: 'box', options: defaultTransferOptions };
const upload = { ...common, kind: 'upload', prefix: '', paths: ['/hold'] };
const check = { ...common, kind: 'verify', of: { kind: 'folder', dir: '/hold', prefix: '', names: 'plain' } };
const uploaded = {
  t: 'upload',
  f: 0,
  attempt: 0,
  path: '/hold/a',
  name: 'a',
  bytes: 1,
  mtimeNs: '1',
  ino: '1',
  blockBytes: 0,
};
const checked = {
  t: 'verify',
  f: 0,
  attempt: 0,
  path: '/hold/a',
  segments: ['a'],
  name: 'a',
  bytes: 1,
  blockBytes: 0,
  here: { bytes: 1 },
  there: null,
  facts: 'known',
  reading: 'never',
};
const planned = { t: 'planned' };
const failed = (code: string, context: object = {}): object => ({
  t: 'ended',
  f: 0,
  outcome: 'failed',
  failure: { source: '/hold/a', target: 'a', code, message: 'No.', context },
});

it.each([
  ['a file that failed', upload, 'failed', [uploaded, planned, failed('local.denied')], true],
  ['what could not be planned, where all is planned', upload, 'failed', [failed('invalid.input'), planned], false],
  ['a choice that was refused in the plan', upload, 'failed', [failed('local.denied'), planned], true],
  ['a choice that never was', upload, 'failed', [failed('not-found.source'), planned], false],
  ['what ended the whole job', upload, 'failed', [planned, failed('not-found.container', { wholeJob: true })], true],
  ['a plan that is not complete', upload, 'failed', [failed('network.offline')], true],
  ['a cancelled job', upload, 'cancelled', [uploaded, planned, failed('local.denied')], false],
  ['the differences that a check found', check, 'done', [checked, planned, failed('verify.missing-there')], false],
] as const)('%s', (_what, spec, state, records, again) => {
  const head = { t: 'job', version: 1, id: '0123456789abcdef01234567', createdAtMs: 1000, title: 'hold', spec };
  const end = { t: 'state', state, atMs: 2000, note: '' };
  const jobState = replayJob([head, ...records, end].map((record) => jobRecord.parse(record)));
  if (jobState === null) throw new Error('The records begin with a job.');
  expect(jobState.failed.size).toBe(1);
  expect(canBeTriedAgain(jobState)).toBe(again);
});

it('takes the time of all runs for the bytes of all, and that of the last one for its own', () => {
  const head = { t: 'job', version: 1, id: '0123456789abcdef01234567', createdAtMs: 1000, title: 'hold', spec: upload };
  const ofAll = { ranMs: 20_000, sent: { requests: 90, retries: 2, throttled: 1 } };
  const summaryAfter = (end: object) => {
    const records = [head, { ...uploaded, bytes: 1_000_000 }, planned, { t: 'ended', f: 0, outcome: 'done' }];
    const state = { t: 'state', state: 'done', atMs: 2000, note: '', ...end };
    const jobState = replayJob([...records, state].map((record) => jobRecord.parse(record)));
    if (jobState === null) throw new Error('The records begin with a job.');
    const statistics = new JobStatistics();
    const earlier = { ...jobState, bytesDone: 990_000 };
    const allRuns = new AllRuns(earlier, statistics, () => 1000);
    const last = {
      stoppedBy: null,
      statistics,
      allRuns,
      tuning: { steps: [], lastBottleneck: 'none' },
    };
    return summaryOf(jobState, last as unknown as Job);
  };
  expect(summaryAfter(ofAll)).toMatchObject({ elapsedMs: 20_000, bytesPerSecond: 50_000, ...ofAll.sent });
  expect(summaryAfter({})).toMatchObject({ bytes: 1_000_000, elapsedMs: 1000, bytesPerSecond: 10_000 });
});
