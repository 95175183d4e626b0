// What a job does whose journal takes no more when the app is closed.
import { expect, it } from 'vitest';
import type { Journal } from '../../journal/journal-file';
import type { JobFolder } from './job-folder';
import { createJobLife } from './job-life';
import { JobProgress, newJobView } from './job-progress';

const clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() };
const view = newJobView({
  id: 'j',
  kind: 'import',
  connectionId: 'c',
  table: 'Orders',
  title: '',
  source: '',
  target: '',
  createdAtMs: 0,
});

/** Its journal takes the head of the job and refuses whatever else. */
async function begun(work: (signal: AbortSignal) => Promise<'done'>) {
  let released = 0;
  const appended: string[] = [];
  const append = (records: readonly string[]): Promise<void> => {
    if (appended.length > 0) return Promise.reject(new Error('disk full'));
    appended.push(...records);
    return Promise.resolve();
  };
  const opened = {
    journal: { append } as unknown as Journal<string>,
    records: [],
    release: () => Promise.resolve(void released++),
  };
  const job = createJobLife<string>({
    id: 'j',
    folder: { open: () => Promise.resolve(opened) } as unknown as JobFolder<string>,
    progress: new JobProgress(view, clock, () => undefined),
    clock,
    head: 'head',
    endedRecord: ({ state }) => state,
    work: ({ signal }) => work(signal),
    changed: () => undefined,
  });
  await job.start();
  return { job, released: () => released };
}

const untilStopped = (signal: AbortSignal): Promise<'done'> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));

it('lets the app close: only how long it took is lost', async () => {
  const { job, released } = await begun(untilStopped);
  await job.interrupt();
  expect([job.view().state, released()]).toEqual(['interrupted', 1]);
});

it('does not pass over an end that was not noted otherwise', async () => {
  const { job, released } = await begun(() => Promise.resolve('done'));
  await expect(job.ended()).rejects.toThrow('disk full');
  expect(released()).toBe(1);
});
