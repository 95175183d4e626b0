// Which files of a resting job are open again when it is resumed.
import { expect, it } from 'vitest';
import { oneDownload, stateAfter } from '../fixtures/one-download';
import type { JobRecord } from '../records/job-records';
import { type JobState, apply, pauseOf } from '../records/job-state';
import { type PausedFilesChoice, type RetryChoice, openAgain } from './tried-again';

const records = oneDownload('/target');
const twoFiles = [...records, ...records.flatMap((record) => (record.t === 'download' ? [{ ...record, f: 1 }] : []))];

function failedAs(f: number, code: string, context: Record<string, boolean> = {}): JobRecord {
  const failure = { source: 'long.bin', target: 'long.bin', code, message: '', context };
  return { t: 'ended', f, outcome: 'failed', failure };
}

/** The numbers of the files that a run would take. */
function opened(jobState: JobState, choice: RetryChoice | null, pausedFiles: PausedFilesChoice): readonly number[] {
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
