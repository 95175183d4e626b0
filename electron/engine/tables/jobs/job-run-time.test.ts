// How long the runs of a job took: the time they were working, not the pauses and the days between them.
import { expect, it } from 'vitest';
import type { TableJob } from '@shared/model/table-job';
import { importView } from './fixtures/import-view';
import { JobProgress } from './job-progress';

let nowMs = 0;
const clock = { now: () => nowMs, monotonic: () => nowMs, sleep: () => Promise.resolve() };
const fresh = importView();
const progressOf = (view: TableJob): JobProgress => new JobProgress(view, clock, () => undefined);

function passes(ms: number): void {
  nowMs += ms;
}

it('run time: adds up the runs, without pauses and without the time until the next run', () => {
  const progress = progressOf(fresh);
  passes(1_000);
  progress.begin('planning');
  passes(200);
  progress.planned();
  passes(300);
  progress.dispatch({ type: 'paused', waitsFor: 'person' });
  passes(60_000);
  progress.begin('running');
  passes(400);
  progress.end({ type: 'finished', as: 'failed' }, null);
  expect(progress.view().ranMs).toBe(900);
  passes(60_000);
  progress.begin('running');
  passes(100);
  progress.end({ type: 'finished', as: 'done' }, null);
  expect(progress.view().ranMs).toBe(1_000);
});

it('run time: continues from a recorded end, and knows nothing of a run that was cut off', () => {
  const failed = progressOf({ ...fresh, state: 'failed', endedAtMs: 5, ranMs: 700 });
  const cutOff = progressOf({ ...fresh, state: 'interrupted', ranMs: 700 });
  for (const progress of [failed, cutOff]) {
    progress.begin('running');
    passes(300);
    progress.end({ type: 'finished', as: 'done' }, null);
  }
  expect([failed.view().ranMs, cutOff.view().ranMs]).toEqual([1_000, null]);
});
