// A registry finds its jobs until they are removed, and the newest resumable one.
import { expect, it } from 'vitest';
import { importView } from './fixtures/import-view';
import { JobsOfKind } from './jobs-of-kind';
import { type ListedJob, createTableJobs } from './table-jobs';

const clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() };
const nothing = (): Promise<void> => Promise.resolve();

function jobOf(id: string, createdAtMs: number, state: 'done' | 'interrupted'): ListedJob {
  const view = importView({ id, createdAtMs, state });
  return {
    id,
    view: () => view,
    pause: () => undefined,
    resume: nothing,
    cancel: nothing,
    interrupt: nothing,
    forget: nothing,
  };
}

it('jobs of a kind: finds a job here and in the list of all jobs, until the user removes it', async () => {
  const all = createTableJobs(clock);
  const imports = new JobsOfKind<ListedJob>(all, 'There is no such import.');
  const job = imports.add(jobOf('a', 1, 'done'));
  expect([imports.get('a'), all.get('a'), imports.has('a')]).toEqual([job, job, true]);
  await all.calls['table-jobs.forget']({ jobId: 'a' }, { signal: new AbortController().signal });
  expect([imports.has('a'), imports.all()]).toEqual([false, []]);
  expect(() => imports.get('a')).toThrow('There is no such import.');
});

it('names the newest of those that can be resumed', () => {
  const imports = new JobsOfKind<ListedJob>(createTableJobs(clock), '');
  const first = imports.add(jobOf('first', 1, 'interrupted'));
  const second = imports.add(jobOf('second', 2, 'interrupted'));
  imports.add(jobOf('ended', 3, 'done'));
  expect(imports.newestUnfinished(() => true)).toBe(second);
  expect(imports.newestUnfinished((job) => job !== second)).toBe(first);
  expect(imports.newestUnfinished(() => false)).toBeNull();
});
