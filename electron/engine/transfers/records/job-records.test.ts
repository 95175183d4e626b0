import { sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defaultTransferOptions } from '@shared/model/transfer';
import { type JobRecord, hasManyFiles, jobRecord } from './job-records';
import { compactRecords, runsOf } from './job-journal';
import { isAllPaused, totalsOf } from './files-state';
import { replayJob } from '../fixtures/replay-job';
import { type JobState, apply, markEarlier, newJobState, pauseOf } from './job-state';

const head: JobRecord = {
  t: 'job',
  version: 1,
  id: '0123456789abcdef01234567',
  createdAtMs: 1000,
  title: 'scans',
  spec: {
    kind: 'upload',
    connectionId: 'c',
    container: 'box',
    prefix: '',
    paths: ['/scans'],
    options: defaultTransferOptions,
  },
};
const file = (f: number, bytes: number, attempt = 0): JobRecord => ({
  t: 'upload',
  f,
  attempt,
  path: `/scans/${f}`,
  name: `scans/${f}`,
  bytes,
  mtimeNs: '1',
  ino: '1',
  blockBytes: 10,
});
it('what a transfer preserves, and how it names files, is part of its record', () => {
  const options = { ...defaultTransferOptions, preserveTimes: true, emptyFolders: true, followLinks: 'inside' };
  const record = { ...head, spec: { ...head.spec, options, localNaming: 'windows' } };
  expect(jobRecord.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
  expect(jobRecord.parse(head)).toEqual(head);
});

const failure = { source: 's', target: 't', code: 'network.reset', message: 'm', context: {} };
const done = (f: number): JobRecord => ({ t: 'ended', f, outcome: 'done' });
const failed = (f: number): JobRecord => ({ t: 'ended', f, outcome: 'failed', failure });

const summary = (jobState: JobState | null): unknown => {
  if (jobState === null) return null;
  const { open, failed: failures, settled: _settled, ...rest } = jobState;
  return { ...rest, open: [...open.keys()], failed: [...failures].map(([f, { blocks }]) => [f, [...blocks]]) };
};

describe('job records', () => {
  it('track which blocks are staged, which commits have started and which files are open', () => {
    const jobState = replayJob([
      head,
      file(0, 35),
      file(1, 5),
      { t: 'planned' },
      {
        t: 'blocks',
        f: 0,
        runs: [
          [0, 1],
          [3, 3],
        ],
      },
      { t: 'committing', f: 0, md5: 'abc' },
      done(1),
    ]);
    expect(jobState).toMatchObject({ planned: true, files: 2, bytes: 40, filesDone: 1, bytesDone: 5 });
    expect([...(jobState?.open.get(0)?.blocks ?? [])]).toEqual([0, 1, 3]);
    expect(jobState?.open.get(0)?.committingMd5).toBe('abc');
  });

  it('count a file that is tried again once', () => {
    const jobState = replayJob([head, file(0, 35), failed(0), file(0, 30, 1), done(0)]);
    expect(jobState).toMatchObject({ files: 1, bytes: 30, filesDone: 1, bytesDone: 30 });
    expect(jobState?.failed.size).toBe(0);
  });

  it('count a file whose failure is recorded twice once, with its bytes and its safe blocks', () => {
    const jobState = replayJob([head, file(0, 35), { t: 'blocks', f: 0, runs: [[1, 2]] }, failed(0), failed(0)]);
    expect(jobState).toMatchObject({ files: 1, bytes: 35, bytesFailed: 35 });
    expect(jobState?.failed.get(0)?.file).toEqual(file(0, 35));
    expect([...(jobState?.failed.get(0)?.blocks ?? [])]).toEqual([1, 2]);
  });

  it('count a done or skipped file once, whatever failures are recorded later', () => {
    const skipped: JobRecord = { t: 'ended', f: 1, outcome: 'skipped' };
    const ended = [head, file(0, 35), done(0), file(1, 5), skipped];
    const jobState = replayJob([...ended, failed(0), failed(1)]);
    expect(jobState).toMatchObject({ files: 2, filesDone: 1, filesSkipped: 1, bytesFailed: 0, nextFile: 2 });
    expect(jobState?.failed.size).toBe(0);
    const shortened = jobState === null ? [] : compactRecords(jobState);
    expect(replayJob([...shortened, failed(0), failed(1)])).toMatchObject({ files: 2, nextFile: 2 });
  });

  it('count what could not be planned as one more, also after compaction', () => {
    const jobState = replayJob([head, file(0, 35), done(0), failed(1), file(2, 5), done(2)]);
    expect(jobState).toMatchObject({ files: 3, filesDone: 2, nextFile: 3 });
    const shortened = replayJob(jobState === null ? [] : compactRecords(jobState));
    expect(shortened).toMatchObject({ files: 3, filesDone: 2, nextFile: 3 });
    expect(shortened?.failed.get(1)).toMatchObject({ file: null });
  });

  it('retain the counts made ahead of the plan, without skipped files, until the plan is known', () => {
    const skipped = (f: number): JobRecord => ({ t: 'ended', f, outcome: 'skipped' });
    const records: JobRecord[] = [head, file(0, 35), skipped(0), { t: 'foreseen', files: 9, bytes: 900 }, file(1, 5)];
    const jobState = replayJob([...records, skipped(1)]);
    expect(jobState === null ? null : totalsOf(jobState)).toEqual({ files: 9, bytes: 860, final: true });
    const known = replayJob([...records, { t: 'planned' }]);
    expect(known === null ? null : totalsOf(known)).toEqual({ files: 2, bytes: 5, final: true });
    const half = replayJob([head, file(0, 35)]);
    expect(half === null ? null : totalsOf(half)).toEqual({ files: 1, bytes: 35, final: false });
  });

  it('resume a failed file from its safe blocks, unless it is planned again', () => {
    const records: readonly JobRecord[] = [head, file(0, 35), { t: 'blocks', f: 0, runs: [[1, 2]] }, failed(0)];
    expect([...(replayJob([...records, { t: 'retry', f: 0 }])?.open.get(0)?.blocks ?? [])]).toEqual([1, 2]);
    expect(replayJob([...records, { t: 'retry', f: 0 }, file(0, 35, 1)])?.open.get(0)?.blocks.size).toBe(0);
  });

  it('distinguish failed files with safe blocks, until they are open again', () => {
    const records: readonly JobRecord[] = [head, file(0, 35), { t: 'blocks', f: 0, runs: [[1, 2]] }, failed(0)];
    const jobState = replayJob([...records, failed(0), { t: 'planned' }]);
    expect(jobState).toMatchObject({ bytesFailed: 35, failedInBlocks: new Set([0]) });
    expect(replayJob(jobState === null ? [] : compactRecords(jobState))).toMatchObject({
      failedInBlocks: new Set([0]),
    });
    expect(replayJob([...records, { t: 'retry', f: 0 }])).toMatchObject({ bytesFailed: 0, failedInBlocks: new Set() });
  });

  it('hold the open files that are moved in blocks apart, whatever happens to them', () => {
    const record = fc
      .nat(4)
      .chain((f) =>
        fc.constantFrom<JobRecord>(
          ...[file(f, 10), { ...file(f, 10, 1), blockBytes: 0 } as JobRecord, done(f), failed(f)],
          { t: 'retry', f },
        ),
      );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (records) => {
        const jobState = replayJob([head, ...records]);
        const inBlocks = [...(jobState?.open.entries() ?? [])].filter(([, one]) => one.file.blockBytes > 0);
        expect(new Map(jobState?.openInBlocks)).toEqual(new Map(inBlocks));
      }),
    );
  });

  it('have only open files as paused, until each is resumed or over', () => {
    const record = fc
      .nat(1)
      .chain((f) =>
        fc.constantFrom<JobRecord>(
          ...[file(f, 10), done(f), failed(f), pauseOf(f, 'yes'), pauseOf(f, 'no')],
          { t: 'ended', f, outcome: 'skipped' },
          { t: 'retry', f },
          { t: 'planned' },
        ),
      );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), (records) => {
        const jobState = replayJob([head, ...records]) ?? expect.unreachable();
        const open = [...jobState.open.keys()];
        const paused = open.filter((f) => {
          const ofFile = records.filter((one) => 'f' in one && one.f === f);
          const over = ofFile.map(({ t }) => t).lastIndexOf('ended');
          const opened = ofFile.findIndex(({ t }, at) => at > over && (t === 'upload' || t === 'retry'));
          const pausedFlags = ofFile.slice(opened).flatMap((one) => (one.t === 'blocks' ? [one.paused] : []));
          return pausedFlags.at(-1) === 'yes';
        });
        expect([...jobState.paused].sort()).toEqual(paused.sort());
        expect(isAllPaused(jobState)).toBe(jobState.planned && open.length > 0 && paused.length === open.length);
      }),
    );
  });

  it('write nothing that earlier versions do not know about a paused file', () => {
    const asEarlier = z.object({ t: z.literal('blocks'), f: z.int(), runs: z.array(z.tuple([z.int(), z.int()])) });
    expect(asEarlier.parse(pauseOf(3, 'yes'))).toEqual({ t: 'blocks', f: 3, runs: [] });
    expect(jobRecord.parse(pauseOf(3, 'yes'))).toEqual(pauseOf(3, 'yes'));
  });

  it('end only with a state that is an end', () => {
    for (const state of ['waiting', 'planning', 'running', 'interrupted'] as const) {
      expect(replayJob([head, { t: 'state', state, atMs: 7, note: '' }])?.endedAtMs).toBeNull();
    }
    for (const state of ['done', 'failed', 'cancelled'] as const) {
      expect(replayJob([head, { t: 'state', state, atMs: 7, note: '' }])?.endedAtMs).toBe(7);
    }
  });

  it('mean the same after compaction', () => {
    const record = fc
      .nat(4)
      .chain((f) =>
        fc.constantFrom<JobRecord>(
          ...[file(f, 10 * f), done(f), failed(f), pauseOf(f, 'yes')],
          { t: 'ended', f, outcome: 'skipped' },
          { t: 'blocks', f, runs: [[0, f]] },
          { t: 'foreseen', files: 10 * f, bytes: 1000 * f },
        ),
      );
    const last = fc.constantFrom<JobRecord>(
      { t: 'state', state: 'failed', atMs: 5, note: 'n' },
      { t: 'state', state: 'paused', atMs: 5, note: '', waitsFor: 'person', ranMs: 70 },
      { t: 'state', state: 'done', atMs: 5, note: '', ranMs: 0, sent: { requests: 9, retries: 2, throttled: 1 } },
    );
    fc.assert(
      fc.property(fc.array(record, { maxLength: 30 }), last, (records, state) => {
        const all: JobRecord[] = [head, ...records, state];
        const jobState = replayJob(all);
        if (jobState === null || jobState.open.size > 0) return;
        const compacted = compactRecords(jobState).map((one) => jobRecord.parse(JSON.parse(JSON.stringify(one))));
        expect(summary(replayJob(compacted))).toEqual(summary(jobState));
      }),
    );
  });

  it('write runs of indexes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(40)), (indexes) => {
        const runs = runsOf(indexes);
        const covered = runs.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
        expect(covered).toEqual([...indexes].sort((a, b) => a - b));
      }),
    );
  });
});

describe('a job that goes on', () => {
  it('treats newly planned files as perhaps stored: the plan may have been lost with the process', () => {
    if (head.t !== 'job') throw new Error('The head is no job.');
    const jobState = newJobState(head);
    apply(jobState, file(0, 10));
    expect(jobState.open.get(0)?.earlier).toBe('no');
    markEarlier(jobState);
    apply(jobState, file(1, 10));
    expect([...jobState.open.values()].map(({ earlier }) => earlier)).toEqual(['yes', 'yes']);
  });
});

describe('whether a job asks for more than one file', () => {
  const common = { connectionId: 'c', container: 'box', options: defaultTransferOptions };
  const up = (...paths: readonly string[]): boolean =>
    hasManyFiles({ kind: 'upload', ...common, prefix: '', paths: [...paths] });
  const blob = { kind: 'blob', name: 'a' } as const;

  it('is derived from the choice before any lookup', () => {
    expect([up('/scans/a.bin'), up('/scans/'), up('/a', '/b')]).toEqual([false, true, true]);
    expect(up(`C:\\scans${sep}`)).toBe(true);
    expect(up('/scans\\')).toBe(sep === '\\');
    const down = { kind: 'download', ...common, targetDir: '/t' } as const;
    expect(hasManyFiles({ ...down, selection: [blob] })).toBe(false);
    expect(hasManyFiles({ ...down, selection: [blob, blob] })).toBe(true);
    expect(hasManyFiles({ ...down, selection: [{ kind: 'prefix', prefix: 'p/', as: '' }] })).toBe(true);
    const of = { kind: 'folder', dir: '/t', prefix: '', names: 'plain' } as const;
    expect(hasManyFiles({ kind: 'verify', ...common, of })).toBe(true);
  });
});
