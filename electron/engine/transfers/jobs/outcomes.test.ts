// Which denied files fail alone, and which failed files are open again when a job is resumed.
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { maxRejections, minRejections } from '../../azure/failures/rejection-tally';
import { oneDownload, stateAfter } from '../fixtures/one-download';
import type { JobRecord, PlannedFile } from '../records/job-records';
import { type JobState, apply, pauseOf } from '../records/job-state';
import { type OpenAgain, type RejectedFile, type RetryChoice, RejectedFiles, openAgain } from './outcomes';

describe('denied files', () => {
  const error = new StowageError('auth.denied', 'No.');
  const rejectedFile = (f: number): RejectedFile => ({ file: { f } as PlannedFile, error });
  const numbers = (files: readonly RejectedFile[]): number[] => files.map(({ file }) => file.f);
  const run = (insists: 'yes' | 'no'): RejectedFiles => new RejectedFiles(insists, () => 0);

  it('do not fail, but pause the job, when all are denied', () => {
    const files = run('no');
    for (let f = 0; f < minRejections - 1; f += 1) {
      expect(files.putAside(rejectedFile(f), 'at once')).toEqual({ fail: [], pause: null });
    }
    expect(files.putAside(rejectedFile(minRejections - 1), 'at once')).toEqual({ fail: [], pause: error });
  });

  it('pause the job at the end when none was allowed, and remain open', () => {
    const files = run('no');
    files.putAside(rejectedFile(0), 'at once');
    expect(files.settle()).toEqual({ fail: [], pause: error });
    expect(files.hasSome).toBe(false);
  });

  it('end as failed when the user insists, without a claim that others were accepted', () => {
    const files = run('yes');
    files.putAside(rejectedFile(0), 'at once');
    files.putAside(rejectedFile(1), 'half-way');
    const { fail, pause } = files.settle();
    expect(pause).toBeNull();
    expect(numbers(fail)).toEqual([0, 1]);
    expect(fail.map((one) => one.error)).toEqual([error, error]);
  });

  it('fail once attempted, and pause the job when the user insists and a thousand are denied in a row', () => {
    const files = run('yes');
    const verdicts = Array.from({ length: maxRejections }, (_, f) => files.putAside(rejectedFile(f), 'at once'));
    const last = verdicts.pop();
    expect(verdicts.every(({ fail, pause }) => fail.length === 0 && pause === null)).toBe(true);
    expect(last?.pause).toBe(error);
    expect(last?.fail).toHaveLength(maxRejections);
    expect(files.hasSome).toBe(false);
  });

  it('are reported once each if denied individually, by the permission that was lacking', () => {
    const files = run('no');
    const reported: (readonly [number, unknown])[] = [];
    files.onAlone = (alone) => reported.push(...alone.map((one) => [one.file.f, one.error.context.others] as const));
    files.rejected(0, 'write');
    files.putAside(rejectedFile(0), 'at once');
    files.rejected(1, 'delete source');
    files.putAside(rejectedFile(1), 'at once');
    files.accepted('read', files.now);
    files.accepted('write', files.now);
    files.accepted('write', files.now);
    expect(reported).toEqual([[0, 'accepted']]);
    expect(files.hasSome).toBe(true);
  });
});

// Which files of a resting job are open again when it is resumed.
describe('a resting job that is resumed', () => {
  const records = oneDownload('/target');
  const twoFiles = [...records, ...records.flatMap((record) => (record.t === 'download' ? [{ ...record, f: 1 }] : []))];

  function failedAs(f: number, code: string, context: Record<string, boolean> = {}): JobRecord {
    const failure = { source: 'long.bin', target: 'long.bin', code, message: '', context };
    return { t: 'ended', f, outcome: 'failed', failure };
  }

  /** The numbers of the files that a run would take. */
  function opened(
    jobState: JobState,
    choice: RetryChoice | null,
    pausedFiles: OpenAgain['pausedFiles'],
  ): readonly number[] {
    openAgain(jobState, { note: (record) => apply(jobState, record) }, choice, { pausedFiles });
    return [...jobState.open.keys()].filter((f) => !jobState.paused.has(f));
  }

  const bothFailed = (): JobState => stateAfter([...twoFiles, failedAs(0, 'auth.denied'), failedAs(1, 'disk.full')]);

  it.each([
    ['all that failed', {}, [0, 1]],
    ['those of one code', { code: 'disk.full' }, [1]],
    ['those of these numbers', { files: [0] }, [0]],
    ['none, where it goes on by itself', null, []],
  ] as const)('opens %s', (_which, choice, files) => {
    expect(opened(bothFailed(), choice, 'left alone')).toEqual(files);
  });

  it('forgets what ended the run before, which is a failure of no file', () => {
    const jobState = stateAfter([...records, failedAs(1, 'unreachable.refused', { wholeJob: true })]);
    expect(opened(jobState, null, 'left alone')).toEqual([0]);
    expect([...jobState.failed.keys()]).toEqual([]);
  });

  it.each([
    ['resumes paused files where nothing else is left', [0, 1], 'if all', [0, 1]],
    ['lets a paused file rest beside another', [0], 'if all', [1]],
    ['lets paused files rest where it goes on by itself', [0, 1], 'left alone', []],
  ] as const)('%s', (_name, paused, pausedFiles, files) => {
    const jobState = stateAfter([...twoFiles, ...paused.map((f) => pauseOf(f, 'yes'))]);
    expect(opened(jobState, null, pausedFiles)).toEqual(files);
  });
});
