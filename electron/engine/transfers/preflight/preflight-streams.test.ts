// Which jobs may write the names of a transfer that has not begun.
import { describe, expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { keepsNames } from '../plan/names';
import type { JobSpec } from '../records/job-records';
import { type JobState, newJobState } from '../records/job-state';
import { jobsWriting, jobsWritingSince } from './preflight-streams';

const common = { connectionId: 'quay', container: 'hold', options: defaultTransferOptions };
const upload = (prefix: string, ...paths: readonly string[]): JobSpec => ({
  ...common,
  kind: 'upload',
  prefix,
  paths: [...paths],
});
const download = (targetDir: string, as: string): JobSpec => ({
  ...common,
  kind: 'download',
  targetDir,
  selection: [{ kind: 'prefix', prefix: 'crates/', as }],
});
const repairs = { repairs: { jobId: '0123456789abcdef01234567' } };
const repairUp = (prefix: string): JobSpec => ({ ...common, ...repairs, kind: 'upload', prefix, paths: [] });
const repairDown = (targetDir: string): JobSpec => ({
  ...common,
  ...repairs,
  kind: 'download',
  targetDir,
  selection: [],
});

describe('jobs that write where a transfer would', () => {
  it.each([
    ['the same folder', upload('', '/a/cargo'), upload('', '/b/cargo'), 1],
    ['another folder beside it', upload('', '/a/cargo'), upload('', '/b/cargo-2'), 0],
    ['a file in a folder that is being sent', upload('cargo/', '/a/list.txt'), upload('', '/b/cargo'), 1],
    ['a folder that a file is being sent into', upload('', '/b/cargo'), upload('cargo', '/a/list.txt'), 1],
    ['what is in a folder, to the top', upload('', '/a/cargo/'), upload('deep/', '/b/one.txt'), 1],
    ['the same in another container', upload('', '/a/cargo'), { ...upload('', '/a/cargo'), container: 'deck' }, 0],
    ['the same folder of this machine', download('/home/me', 'crates'), download('/home/me/', 'crates'), 1],
    ['another folder of this machine', download('/home/me', 'crates'), download('/home/you', 'crates'), 0],
    ['what a check found, into a folder', upload('cargo', '/a/list.txt'), repairUp('cargo/'), 1],
    ['what a check found, into the whole container', upload('', '/a/cargo'), repairUp(''), 1],
    ['what a check found, into another folder', upload('cargo', '/a/list.txt'), repairUp('deep/'), 0],
    ['what a check found, to this machine', download('/home/me', 'crates'), repairDown('/home/me'), 1],
    ['what a check found, elsewhere on it', download('/home/me', 'crates'), repairDown('/home/you'), 0],
    ['a container of the name of a folder here', download('/hold', 'crates'), upload('', '/hold/crates'), 0],
  ] as const)('%s', (_what, spec, other, jobs) => {
    expect(jobsWriting(spec, [other], keepsNames)).toHaveLength(jobs);
  });

  it.each([
    ['case', download('/home/me', 'crates'), download('/Home/me', 'Crates'), { letterCase: 'folded', form: 'kept' }],
    [
      'form',
      download('/home/me', 'crat\u00e9s'),
      download('/home/me', 'crate\u0301s'),
      { letterCase: 'kept', form: 'folded' },
    ],
  ] as const)('write to a folder of another %s where the disk folds that', (_what, own, other, folding) => {
    expect(jobsWriting(own, [other], folding)).toHaveLength(1);
    expect(jobsWriting(own, [other], keepsNames)).toHaveLength(0);
  });

  it('are named, and a copy counts by where it goes to', () => {
    const copy: JobSpec = {
      ...common,
      kind: 'copy',
      prefix: '',
      from: { connectionId: 'quay', container: 'deck' },
      selection: [{ kind: 'prefix', prefix: 'old/cargo/', as: 'cargo/' }],
    };
    const check: JobSpec = {
      ...common,
      kind: 'verify',
      of: { kind: 'folder', dir: '/a/cargo', prefix: '', names: 'plain' },
    };
    expect(jobsWriting(upload('', '/a/cargo'), [copy, check, upload('', '/b/other')], keepsNames)).toEqual(['cargo']);
  });
});

describe('jobs that began to write while others were counted', () => {
  const spec = upload('', '/a/cargo');
  const head = { t: 'job', version: 1, id: 'j', createdAtMs: 0, title: 'cargo', spec } as const;
  const open = { ...newJobState(head), state: 'running' } as const;
  const elsewhere = { ...open, head: { ...head, id: 'k', spec: upload('', '/a/other') } };
  /** At the last of these lookups. */
  const reportsOf = (...snapshots: readonly (readonly JobState[])[]): readonly string[] => {
    let jobs: readonly JobState[] = [];
    let reported: readonly string[] = [];
    const writing = jobsWritingSince(spec, () => jobs, keepsNames);
    for (const snapshot of snapshots) {
      jobs = snapshot;
      reported = writing();
    }
    return reported;
  };

  it.each([
    ['that is under way', [[open, elsewhere]], ['cargo']],
    ['that ended before', [[{ ...open, state: 'done', filesDone: 1 }]], []],
    ['that has stored something and ended', [[open], [{ ...open, state: 'cancelled', filesDone: 1 }]], ['cargo']],
    [
      'that has stored something and was forgotten',
      [[open], [{ ...open, state: 'done', filesDone: 1 }], []],
      ['cargo'],
    ],
    ['that was cancelled before it stored anything', [[open], [{ ...open, state: 'cancelled' }]], []],
    ['that goes on after that', [[open], [{ ...open, state: 'cancelled' }], [open]], ['cargo']],
    ['that rests', [[open], [{ ...open, state: 'paused' }]], ['cargo']],
  ] as const)('report one %s', (_what, snapshots, titles) => {
    expect(reportsOf(...snapshots)).toEqual(titles);
  });

  it('report two of one title once', () => {
    const second = { ...open, head: { ...head, id: 'l' } };
    expect(reportsOf([open, second])).toEqual(['cargo']);
  });
});
