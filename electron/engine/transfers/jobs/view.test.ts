// What the queue shows of a job, also at rest and after a restart, and its summary.
import { describe, expect, it } from 'vitest';
import { defaultTransferOptions, defaultTransferOptions as options } from '@shared/model/transfer';
import type { CopySelection } from '../api';
import { quiet } from '../fixtures/quiet-job';
import { AllRuns, JobStatistics } from '../progress/all-runs';
import { JobProgress } from '../progress/job-progress';
import { JobTrace } from '../progress/job-trace';
import { compactRecords } from '../records/job-journal';
import { type JobRecord, jobRecord } from '../records/job-records';
import { replayJob } from '../fixtures/replay-job';
import { blocksOf } from './file-list';
import { canBeTriedAgain } from './outcomes';
import type { JobRun } from './run';
import { jobEndpointsOf, sentByJobOf, snapshotOf, summaryOf } from './view';

// A resting job in the queue: its progress is shown, also for a single file and after a restart of the engine.
describe('a resting job in the queue', () => {
  const records = (more: readonly object[], paths: readonly string[] = ['/long.bin']): JobRecord[] =>
    [
      {
        t: 'job',
        version: 1,
        id: '0123456789abcdef01234567',
        createdAtMs: 1000,
        title: 'long.bin',
        spec: {
          kind: 'upload',
          connectionId: 'c',
          container: 'box',
          prefix: '',
          paths,
          options: defaultTransferOptions,
        },
      },
      {
        t: 'upload',
        f: 0,
        attempt: 0,
        path: '/long.bin',
        name: 'long.bin',
        bytes: 100,
        mtimeNs: '1',
        ino: '1',
        blockBytes: 10,
      },
      { t: 'planned' },
      ...more,
    ].map((record) => jobRecord.parse(record));

  const cellsAfter = (...more: readonly object[]): string => {
    const jobState = replayJob(records(more));
    if (jobState === null) throw new Error('The records begin with a job.');
    return snapshotOf(jobState, null, null, null).cells;
  };
  const paused = { t: 'state', state: 'paused', atMs: 2000, note: '', waitsFor: 'person' };

  it('shows the share of one file that is half-way', () => {
    expect(cellsAfter({ t: 'blocks', f: 0, runs: [[0, 4]] }, paused)).toBe('2'.repeat(32) + '0'.repeat(32));
  });

  it('shows the safe bytes of a failed file', () => {
    const failure = { source: '/long.bin', target: 'long.bin', code: 'network.reset', message: '', context: {} };
    const ended = [
      { t: 'blocks', f: 0, runs: [[0, 2]] },
      { t: 'ended', f: 0, outcome: 'failed', failure },
    ];
    const jobState = replayJob(records([...ended, { ...paused, state: 'failed' }])) ?? expect.unreachable();
    expect(snapshotOf(jobState, null, null, null)).toMatchObject({ bytesDone: 30, bytesTotal: 100 });
  });

  it('shows one cell for one file that has nothing yet, and for one that is done', () => {
    expect(cellsAfter(paused)).toBe('0');
    expect(cellsAfter({ t: 'ended', f: 0, outcome: 'done' }, { ...paused, state: 'done' })).toBe('2');
  });

  it('shows what failed as failed, and not as untouched', () => {
    const failure = { source: 's', target: 't', code: 'network.reset', message: 'm', context: {} };
    const failed = { t: 'ended', f: 0, outcome: 'failed', failure };
    const ended = { ...paused, state: 'failed' };
    expect(cellsAfter(failed, ended)).toBe('5');
    const other = { ...records([])[1], f: 1, path: '/b', name: 'b' };
    expect(cellsAfter(other, { t: 'ended', f: 1, outcome: 'done' }, failed, ended)).toBe(
      '2'.repeat(32) + '5'.repeat(32),
    );
    // However small, it is seen.
    const large = { ...other, bytes: 1_000_000 };
    expect(cellsAfter(large, { t: 'ended', f: 1, outcome: 'done' }, failed, ended)).toBe(`${'2'.repeat(63)}5`);
  });

  it('draws a job of many files by how many are done, as while it ran, however large one of them is', () => {
    const file = (f: number, bytes: number): object => ({
      t: 'upload',
      f,
      attempt: 0,
      path: `/${f}`,
      name: `${f}`,
      bytes,
      blockBytes: 10,
      mtimeNs: '1',
      ino: '1',
    });
    const [head] = records([]);
    const jobState = replayJob([
      head as JobRecord,
      ...[
        ...Array.from({ length: 100 }, (_, f) => file(f, f === 0 ? 100_000 : 10)),
        { t: 'blocks', f: 0, runs: [[0, 9000]] },
        ...Array.from({ length: 25 }, (_, f) => ({ t: 'ended', f: f + 1, outcome: f === 0 ? 'skipped' : 'done' })),
        { t: 'planned' },
        paused,
      ].map((record) => jobRecord.parse(record)),
    ]);
    if (jobState === null) throw new Error('The records begin with a job.');
    expect(snapshotOf(jobState, null, null, null).cells).toBe('2'.repeat(16) + '0'.repeat(48));
  });

  it('counts what earlier runs have of a file also while the next one has not come to it', () => {
    const jobState = replayJob(
      records([{ t: 'blocks', f: 0, runs: [[0, 4]] }, paused, { ...paused, state: 'running' }]),
    );
    if (jobState === null) throw new Error('The records begin with a job.');
    const progress = new JobProgress('bytes sent');
    const job = { ...quiet, progress, isRunning: true, waitsFor: 'network' } as unknown as JobRun;
    expect(snapshotOf(jobState, job, null, null).bytesDone).toBe(50);
    progress.alreadyDone(0, 50);
    expect(snapshotOf(jobState, job, null, null).bytesDone).toBe(50);
  });

  it('does not show the sums of an incomplete plan as the total', () => {
    const [head, file] = records([]);
    const killed = [head, file, jobRecord.parse({ t: 'ended', f: 0, outcome: 'done' })] as JobRecord[];
    const jobState = replayJob([...killed, jobRecord.parse({ ...paused, state: 'interrupted' })]);
    const whole = replayJob([...killed, { t: 'planned' }, jobRecord.parse({ ...paused, state: 'interrupted' })]);
    if (jobState === null || whole === null) throw new Error('The records begin with a job.');
    const half = snapshotOf(jobState, null, null, null);
    expect(half).toMatchObject({ plan: 'partial', bytesDone: 100, bytesTotal: 100, title: 'long.bin' });
    expect(half.note).toBe('planning was not complete: resuming plans the rest');
    expect(half.cells).toBe(`${'2'.repeat(63)}0`);
    expect(snapshotOf(whole, null, null, null)).toMatchObject({ plan: 'whole', note: '', cells: '2' });
  });

  it('counts the bytes sent by all runs, also after a restart, and none if they were not recorded', () => {
    const sent = { requests: 7, retries: 2, throttled: 1 };
    const jobState = replayJob(records([{ ...paused, sent }]));
    if (jobState === null) throw new Error('The records begin with a job.');
    expect(snapshotOf(jobState, null, null, null)).toMatchObject(sent);
    const statistics = new JobStatistics();
    const job = { ...quiet, progress: new JobProgress('bytes sent'), statistics };
    const again = { ...job, allRuns: new AllRuns(jobState, statistics, () => 5) } as unknown as JobRun;
    statistics.retried();
    expect(snapshotOf(jobState, again, null, null)).toMatchObject({ requests: 7, retries: 3, throttled: 1 });
    expect(again.allRuns.recordFields()).toEqual({ sent: { ...sent, retries: 3 } });
    expect(replayJob(compactRecords(jobState))?.sent).toEqual(sent);
    const older = replayJob(records([paused]));
    if (older === null) throw new Error('The records begin with a job.');
    expect(snapshotOf(older, null, null, null)).not.toHaveProperty('requests');
    const goneOn = { ...job, allRuns: new AllRuns(older, statistics, () => 5) } as unknown as JobRun;
    expect(snapshotOf(older, goneOn, null, null)).toMatchObject({ retries: 1 });
    expect(goneOn.allRuns.sent).toBeNull();
    expect(sentByJobOf(older, null)).toEqual({ operations: [], of: 'unknown' });
    expect(sentByJobOf(older, goneOn).of).toBe('this-run');
  });

  it('names the first of several sources and counts the others', () => {
    const sourceOf = (paths: readonly string[]): string | undefined => {
      const jobState = replayJob(records([paused], paths));
      return jobState === null ? undefined : snapshotOf(jobState, null, null, null).source;
    };
    expect(sourceOf(['/logs'])).toBe('/logs');
    expect(sourceOf(['/logs', '/long.bin', '/short.bin'])).toBe('/logs and 2 more');
  });

  it('shows the owner of the source container of a copy, a move and the verification of a copy', () => {
    const from = { connectionId: 'giver', container: 'hold' };
    const location = { connectionId: 'taker', container: 'box', options: defaultTransferOptions };
    const giverOf = (spec: object): string | undefined => {
      const jobState = replayJob([
        jobRecord.parse({ t: 'job', version: 1, id: '0123456789abcdef01234567', createdAtMs: 1, title: 'x', spec }),
      ]);
      if (jobState === null) throw new Error('The records begin with a job.');
      return snapshotOf(jobState, null, null, null).sourceConnectionId;
    };
    const copy = { ...location, kind: 'copy', prefix: '', from, selection: [] };
    const of = { kind: 'copy', jobId: 'j', title: 'x', from };
    expect([copy, { ...copy, kind: 'move' }, { ...location, kind: 'verify', of }].map(giverOf)).toEqual(
      Array(3).fill('giver'),
    );
    expect(giverOf({ ...location, kind: 'download', selection: [], targetDir: '/home/me' })).toBeUndefined();
  });

  it('shows how long its runs took, without the breaks between them', () => {
    const state = (name: string, atMs: number, ranMs?: number): object => ({
      t: 'state',
      state: name,
      atMs,
      note: '',
      ...(ranMs === undefined ? {} : { ranMs }),
    });
    const runs = [state('running', 1000), state('paused', 4000, 3000), state('running', 900_000)];
    const jobState = replayJob(records([...runs, { t: 'ended', f: 0, outcome: 'done' }, state('done', 902_000, 5000)]));
    expect(jobState?.ranMs).toBe(5000);
    // A run without an end was killed.
    expect(replayJob(records(runs))).toMatchObject({ ranMs: 3000, runningSinceMs: 900_000 });
  });

  it('shows the blocks of a file that is done while its requests are held, in the order of the file', () => {
    const jobState = replayJob(
      records([
        { t: 'ended', f: 0, outcome: 'done' },
        { ...paused, state: 'done' },
      ]),
    );
    if (jobState === null) throw new Error('The records begin with a job.');
    let nowMs = 0;
    const trace = new JobTrace(() => nowMs);
    const job = { trace } as unknown as JobRun;
    expect(blocksOf(jobState, job, 0)).toBeNull();
    for (const [block, bytes] of [
      [1, 10],
      [2, 4],
      [0, 10],
    ] as const) {
      const request = trace.started({ file: 0, name: 'long.bin', block, bytes });
      if (block === 2) request.tries += 1;
      nowMs += 10 + block;
      trace.ended(request, 'done');
    }
    expect(blocksOf(jobState, job, 0)).toEqual({
      name: 'long.bin',
      bytes: 24,
      blockBytes: 10,
      numbers: [],
      states: '222',
      latencyMs: [10, 11, 12],
      retried: [2],
    });
    trace.forgetRequests();
    expect(blocksOf(jobState, job, 0)).toBeNull();
  });

  it('shows the safe blocks of a failed file, from which it resumes', () => {
    const failure = { source: '/long.bin', target: 'long.bin', code: 'local.not-found', message: 'Gone.', context: {} };
    const jobState = replayJob(
      records([
        { t: 'blocks', f: 0, runs: [[0, 4]] },
        { t: 'ended', f: 0, outcome: 'failed', failure },
        { ...paused, state: 'failed' },
      ]),
    );
    if (jobState === null) throw new Error('The records begin with a job.');
    expect(blocksOf(jobState, null, 0)?.states).toBe('2222200000');
  });

  it('shows everything known of it, including events after its last run', () => {
    const remarks = [
      { remark: 'left out', files: 2 },
      { remark: 'perhaps written', files: 1 },
    ];
    const jobState = replayJob(records([{ ...paused, state: 'cancelled', remarks }])) ?? expect.unreachable();
    const job = {
      ...quiet,
      progress: new JobProgress('bytes sent'),
      note: () => '2 files skipped',
    } as unknown as JobRun;
    expect(snapshotOf(jobState, job, null, null).note).toMatch(
      /^2 links or special files skipped · 1 file: may exist anyway/u,
    );
  });
});

// How the queue shows the remaining time of a verification that knows no sizes beforehand.
describe('the remaining time of a check', () => {
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
    const job = { progress, totals, isRunning: true, waitsFor: null, ...quiet } as unknown as JobRun;
    return snapshotOf(jobState, job, null, null).remainingMs;
  };
  const times = <T>(count: number, what: T): readonly T[] => Array.from({ length: count }, () => what);

  it('is estimated from the number of files left when their sizes are not known yet', () => {
    expect(remainingOfCheck(...times(20, 'done' as const))).toBe(40_000);
  });

  it('is also estimated when every file differs, whether it was read or not', () => {
    const allDiffer = times(20, 'failed' as const);
    expect(remainingAfter(allDiffer, 2000)).toBe(40_000);
    expect(remainingAfter(allDiffer, 0)).toBe(40_000);
    expect(remainingAfter(allDiffer, 0, folder)).toBe(40_000);
  });

  it('takes the files that are left for as large as those that were read, not as those that were skipped', () => {
    expect(remainingOfCheck(...times(10, 'done' as const), ...times(10, 'skipped' as const))).toBe(40_000);
    expect(remainingOfCheck(...times(20, 'skipped' as const))).toBeNull();
  });
});

const location = { connectionId: 'c', container: 'box', options };
const copied = (prefix: string, ...selection: readonly CopySelection[]) =>
  jobEndpointsOf({
    ...location,
    kind: 'move',
    prefix,
    from: { connectionId: 'c', container: 'from' },
    selection: [...selection],
  });

describe('where a job takes from and puts', () => {
  it('shows the folder below which blobs retain their names', () => {
    expect(copied('', { kind: 'blob', name: 'a/x.txt', as: 'in/x.txt' })).toEqual({
      source: 'from/a/x.txt',
      target: 'box/in/',
    });
    const folders = copied('in/', { kind: 'prefix', prefix: 'a/b/', as: 'b/' }, { kind: 'blob', name: 'y', as: 'z' });
    expect(folders).toEqual({ source: 'from/a/b/ and 1 more', target: 'box/in/' });
    expect(copied('in/', { kind: 'prefix', prefix: 'a/', as: '' }).target).toBe('box/in/');
    expect(copied('', { kind: 'prefix', prefix: '', as: '' })).toEqual({ source: 'from/', target: 'box/' });
  });

  it('shows the new name of a renamed item', () => {
    expect(copied('', { kind: 'blob', name: 'in/x.txt', as: 'in/y.txt' }).target).toBe('box/in/y.txt');
    expect(copied('', { kind: 'prefix', prefix: 'in/', as: 'out/' }).target).toBe('box/out/');
  });

  it('shows the container and what is read from it', () => {
    const down = (...names: readonly string[]) =>
      jobEndpointsOf({
        ...location,
        kind: 'download',
        targetDir: '/home/me',
        selection: names.map((name) => ({ kind: 'auto' as const, name })),
      });
    expect(down('a/b', 'c').source).toBe('box/a/b and 1 more');
    const all = { kind: 'prefix' as const, prefix: '', as: '' };
    expect(jobEndpointsOf({ ...location, kind: 'download', targetDir: '/', selection: [all] }).source).toBe('box');
  });

  it('is the container that a repair takes from', () => {
    const repair = { ...location, kind: 'download' as const, targetDir: '/scans', repairs: { jobId: 'check' } };
    expect(jobEndpointsOf({ ...repair, selection: [] })).toEqual({ source: 'box', target: '/scans' });
  });

  it('shows the purpose of a folder of the app', () => {
    const fetched = { ...location, kind: 'download' as const, targetDir: '/state/1f', serves: 'drag-out' as const };
    expect(jobEndpointsOf({ ...fetched, selection: [] })).toEqual({
      source: 'box',
      target: '/state/1f',
      serves: 'drag-out',
    });
  });
});

// What a job came to over all its runs, and whether trying again does anything about what failed.
describe('the summary of a job', () => {
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

  it('shows the time of all runs for all bytes, and the time of the last run for its bytes', () => {
    const head = {
      t: 'job',
      version: 1,
      id: '0123456789abcdef01234567',
      createdAtMs: 1000,
      title: 'hold',
      spec: upload,
    };
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
      return summaryOf(jobState, last as unknown as JobRun);
    };
    expect(summaryAfter(ofAll)).toMatchObject({ elapsedMs: 20_000, bytesPerSecond: 50_000, ...ofAll.sent });
    expect(summaryAfter({})).toMatchObject({ bytes: 1_000_000, elapsedMs: 1000, bytesPerSecond: 10_000 });
  });
});
