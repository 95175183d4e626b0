// The state of a job, record by record: what may be shown to the user, and what the next run may rely on.
import { describe, expect, it } from 'vitest';
import { fullPace } from '@shared/model/transfer-pace';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { JobHead, JobRecord, JobSpec, PlannedFile } from './job-records';
import { targetOf, plannedUpload } from './files-state';
import { replayJob } from '../fixtures/replay-job';
import { type JobState, apply, firstPace, hasReachedService, markEarlier } from './job-state';

const ends = { connectionId: 'c', container: 'box', options: defaultTransferOptions } as const;
const upload: JobSpec = { kind: 'upload', ...ends, prefix: '', paths: ['/scans'] };
const download: JobSpec = { kind: 'download', ...ends, selection: [], targetDir: '/scans' };
const headOf = (spec: JobSpec): JobHead => ({ t: 'job', version: 1, id: 'j', createdAtMs: 1000, title: 'scans', spec });
const sent = (f: number, blockBytes = 10): PlannedFile => ({
  t: 'upload',
  f,
  attempt: 0,
  path: `/scans/${f}`,
  name: `scans/${f}`,
  bytes: 100,
  mtimeNs: '1',
  ino: '1',
  blockBytes,
});
const fetched = (f: number): PlannedFile => ({
  t: 'download',
  f,
  attempt: 0,
  name: `scans/${f}`,
  segments: ['scans', String(f)],
  etag: 'e',
  bytes: 100,
  contentMd5: '',
  lastModified: '',
  blockBytes: 0,
});
const state = (to: 'running' | 'done', atMs = 2000): JobRecord => ({ t: 'state', state: to, atMs, note: '' });
const after = (spec: JobSpec, ...records: JobRecord[]): JobState => {
  const jobState = replayJob([headOf(spec), ...records]);
  if (jobState === null) throw new Error('no job');
  return jobState;
};

describe('whether the service has answered an earlier run', () => {
  const done: JobRecord = { t: 'ended', f: 0, outcome: 'done' };
  it.each([
    ['an upload without a file', after(upload), false],
    ['an upload that is planned', after(upload, sent(0), sent(1)), false],
    ['an upload of which a file is done', after(upload, sent(0), sent(1), done), true],
    ['an upload of which a block is staged', after(upload, sent(0), { t: 'blocks', f: 0, runs: [[0, 0]] }), true],
    ['a download without a file', after(download), false],
    ['a download that is planned, from a listing of the service', after(download, fetched(0)), true],
  ])('%s', (_what, jobState, has) => {
    expect(hasReachedService(jobState)).toBe(has);
  });
});

describe('a job', () => {
  it('begins as nothing but its order', () => {
    const jobState = after(upload);
    expect(jobState).toMatchObject({ state: 'waiting', planned: false, ranBefore: 'no', files: 0, bytes: 0 });
    expect(jobState).toMatchObject({ filesDone: 0, bytesDone: 0, filesSkipped: 0, nextFile: 0, endedAtMs: null });
    expect(replayJob([sent(0)])).toBeNull();
  });

  it('goes at full speed unless it was ordered otherwise', () => {
    expect(firstPace(headOf(upload))).toEqual(fullPace);
    const capped = { ...upload, options: { ...defaultTransferOptions, limitRate: 500 } };
    expect(firstPace(headOf(capped))).toEqual({ kind: 'limit', bytesPerSecond: 500 });
  });

  it('is committing while its only file is, and only once that is known to be the only one', () => {
    const committing: JobRecord = { t: 'committing', f: 0, md5: 'm' };
    expect(after(upload, state('running'), sent(0), committing).state).toBe('running');
    expect(after(upload, state('running'), sent(0), { t: 'planned' }, committing).state).toBe('committing');
    expect(after(upload, state('running'), sent(0), sent(1), { t: 'planned' }, committing).state).toBe('running');
  });

  it('has ended when its last state says so, and at that time', () => {
    expect(after(upload, state('done', 5000)).endedAtMs).toBe(5000);
    expect(after(upload, state('done', 5000), state('running', 6000)).endedAtMs).toBeNull();
  });

  it('reports its wait and its pace from the last record of each', () => {
    const slow = { kind: 'limit', bytesPerSecond: 7 } as const;
    const paused: JobRecord = { t: 'state', state: 'paused', atMs: 3000, note: '', waitsFor: 'person' };
    expect(after(upload, { t: 'pace', pace: slow }, paused)).toMatchObject({ pace: slow, waitsFor: 'person' });
    expect(after(upload, paused, state('running')).waitsFor).toBeNull();
  });

  it('counts on from the totals that compaction left', () => {
    const totals = { files: 7, bytes: 700, filesDone: 5, bytesDone: 500, filesSkipped: 1, nextFile: 9 };
    const jobState = after(upload, { t: 'totals', ...totals }, sent(9), { t: 'ended', f: 9, outcome: 'skipped' });
    // A skipped file was never to be moved.
    expect(jobState).toMatchObject({ ...totals, files: 8, filesSkipped: 2, nextFile: 10 });
    expect(jobState.bytes).toBe(700);
  });

  it('knows the targets of ended files until the plan is complete', () => {
    const done: JobRecord = { t: 'ended', f: 0, outcome: 'done' };
    expect(after(upload, sent(0), done).settled.has(plannedUpload('/scans/0', 'scans/0'))).toBe(true);
    expect(after(upload, sent(0), done, { t: 'planned' }).settled.has(plannedUpload('/scans/0', 'scans/0'))).toBe(
      false,
    );
  });
});

describe('a file', () => {
  it('knows the copy whose source is still to be deleted', () => {
    expect(after(upload, sent(0), { t: 'copied', f: 0, etag: 'e' }).open.get(0)?.copiedEtag).toBe('e');
  });

  it('counts when only a problem was recorded instead of it, and no longer when it is planned again', () => {
    const failure = { source: 's', target: 't', code: 'local.denied', message: 'm', context: {} };
    const problem: JobRecord = { t: 'ended', f: 3, outcome: 'failed', failure };
    expect(after(upload, problem)).toMatchObject({ files: 1, nextFile: 4 });
    const again = after(upload, problem, { t: 'retry', f: 3 });
    expect([again.files, again.failed.size, again.open.size]).toEqual([0, 0, 0]);
  });

  it('may be stored already once an earlier run has begun it', () => {
    const jobState = after(upload, sent(0));
    expect([jobState.ranBefore, jobState.open.get(0)?.earlier]).toEqual(['no', 'yes']);
    markEarlier(jobState);
    expect(jobState.ranBefore).toBe('yes');
  });

  it('is identified by the name on the other side', () => {
    expect([targetOf(sent(4)), targetOf(fetched(4))]).toEqual(['scans/4', 'scans/4']);
  });
});

describe('what failed in its plan and is planned once more', () => {
  const failure = { source: '/scans/0', target: 'scans/0', code: 'auth.denied', message: 'No.', context: {} };
  const failed: JobRecord = { t: 'ended', f: 0, outcome: 'failed', failure: { ...failure, file: 0 } };
  const again: JobRecord = { t: 'retry', f: 0, plan: 'again' };

  it('is known until it is planned', () => {
    const jobState = after(upload, failed, sent(1), { t: 'planned' }, again);
    expect(jobState).toMatchObject({ files: 1, unplannedFrom: 2 });
    expect([...jobState.unplanned.keys()]).toEqual([0]);
    apply(jobState, sent(2));
    apply(jobState, { t: 'planned', again: 0 });
    expect(jobState).toMatchObject({ files: 2, planned: true, unplannedFrom: 3 });
    expect(jobState.unplanned.size).toBe(0);
  });

  it('has none of the files that were planned meanwhile, or end meanwhile', () => {
    const jobState = after(upload, failed, again, sent(1), { t: 'planned' });
    expect(jobState.unplannedFrom).toBe(2);
    apply(jobState, sent(2));
    for (const f of [1, 2]) apply(jobState, { t: 'ended', f, outcome: 'done' });
    expect([1, 2].map((f) => jobState.settled.has(plannedUpload(`/scans/${f}`, `scans/${f}`)))).toEqual([false, true]);
  });
});
