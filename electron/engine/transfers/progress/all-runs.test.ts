// What a killed run has taken and sent is in its journal but for its last seconds.
import { expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { createFakeClock } from '../../../testing/clock';
import type { JobJournal } from '../records/job-journal';
import type { JobHead, JobRecord, SentCounts } from '../records/job-records';
import { replayJob } from '../fixtures/replay-job';
import { apply, newJobState } from '../records/job-state';
import { AllRuns, JobStatistics } from './all-runs';

const spec = { kind: 'upload', connectionId: 'c', container: 'box', options: defaultTransferOptions } as const;
const head: JobHead = {
  t: 'job',
  version: 1,
  id: '0123456789abcdef01234567',
  createdAtMs: 0,
  title: 'scans',
  spec: { ...spec, prefix: '', paths: ['/scans'] },
};
const toBox = { connectionId: 'c', service: 'blob' } as const;
const request = { ...toBox, operation: 'PutBlock', status: 201, totalMs: 3 } as never;

it('all runs: records the sent bytes at intervals, while there are any', async () => {
  const clock = createFakeClock(0);
  const jobState = newJobState(head);
  const written: JobRecord[] = [head];
  const note = (record: JobRecord): void => {
    apply(jobState, record);
    written.push(record);
  };
  const journal = { note } as unknown as JobJournal;
  const statistics = new JobStatistics();
  const runs = new AllRuns(jobState, statistics, () => clock.monotonic());
  const ended = new AbortController();
  note({ t: 'state', state: 'running', atMs: 0, note: '' });
  const noting = runs.note(jobState, journal, clock, ended.signal);
  statistics.record(request);
  await clock.advance(250);
  await clock.advance(5_000);
  expect(written).toHaveLength(3);
  statistics.record(request);
  statistics.retried();
  await clock.advance(500);
  ended.abort();
  await noting;
  const killed = replayJob(written);
  expect(killed).toMatchObject({ state: 'running', ranMs: 5_750, runningSinceMs: 5_750 });
  const operations = [{ ...toBox, operation: 'PutBlock', requests: 2 }];
  expect(killed?.sent).toEqual({ requests: 2, retries: 1, throttled: 0, operations });
});

it('all runs: adds up the requests of each operation, if every run recorded them', () => {
  const put = { ...toBox, operation: 'PutBlock', requests: 7 };
  const lookup = { ...toBox, operation: 'GetBlobProperties', requests: 1 };
  const sent = { requests: 8, retries: 0, throttled: 0 };
  const statistics = new JobStatistics();
  statistics.record(request);
  const after = (earlier: SentCounts): AllRuns =>
    new AllRuns({ ...newJobState(head), files: 1, sent: earlier }, statistics, () => 0);
  const known = after({ ...sent, operations: [lookup, put] });
  expect(known.operations).toEqual([lookup, { ...put, requests: 8 }]);
  expect(known.recordFields().sent).toEqual({ ...sent, requests: 9, operations: known.operations });
  const unknown = after(sent);
  expect(unknown.operations).toBeNull();
  expect(unknown.recordFields().sent).toEqual({ ...sent, requests: 9 });
});

it('is at most five seconds behind, at first a fraction of one, and silent while nothing is sent', async () => {
  const clock = createFakeClock(0);
  const jobState = { ...newJobState(head), state: 'running' as const };
  const notedAt: number[] = [];
  const journal = { note: () => notedAt.push(clock.now() / 1000) } as unknown as JobJournal;
  const statistics = new JobStatistics();
  const ended = new AbortController();
  const noting = new AllRuns(jobState, statistics, () => 0).note(jobState, journal, clock, ended.signal);
  const pass = async (seconds: number, what: 'sending' | 'silent'): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      if (what === 'sending') statistics.record(request);
      await clock.advance(1000);
    }
  };
  await pass(1_000, 'sending');
  await pass(1_000, 'silent');
  await pass(10, 'sending');
  ended.abort();
  await noting;
  const whileSending = notedAt.filter((second) => second <= 1_000);
  const gaps = whileSending.map((second, note) => second - (whileSending[note - 1] ?? 0));
  // Half a second after a note nothing new has been sent yet.
  expect(gaps.slice(0, 6)).toEqual([0.25, 1, 1, 2, 4, 5]);
  expect(new Set(gaps.slice(5))).toEqual(new Set([5]));
  expect(notedAt.filter((second) => second > 1_000)).toHaveLength(3);
});

it('all runs: reports nothing if the earlier ones are unknown, and never shows one run as all', async () => {
  const clock = createFakeClock(0);
  const jobState = { ...newJobState(head), files: 3 };
  const noted: JobRecord[] = [];
  const journal = { note: (record: JobRecord) => noted.push(record) } as unknown as JobJournal;
  const statistics = new JobStatistics();
  const ended = new AbortController();
  apply(jobState, { t: 'state', state: 'running', atMs: 0, note: '' });
  const noting = new AllRuns(jobState, statistics, () => 0).note(jobState, journal, clock, ended.signal);
  statistics.record(request);
  await clock.advance(5_000);
  ended.abort();
  await noting;
  expect(noted).toEqual([]);
  expect(jobState).toMatchObject({ state: 'running', ranMs: null, runningSinceMs: null });
});

it('does not take back that the only file is being committed', async () => {
  const clock = createFakeClock(0);
  const jobState = { ...newJobState(head), state: 'committing' as const };
  const noted: JobRecord[] = [];
  const journal = { note: (record: JobRecord) => noted.push(record) } as unknown as JobJournal;
  const statistics = new JobStatistics();
  const ended = new AbortController();
  const noting = new AllRuns(jobState, statistics, () => 0).note(jobState, journal, clock, ended.signal);
  statistics.record(request);
  await clock.advance(5_000);
  ended.abort();
  await noting;
  expect(noted).toEqual([]);
});
