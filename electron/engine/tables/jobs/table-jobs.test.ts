// The list of jobs holds what a person has not forgotten, and so does whoever added them.
import { expect, it } from 'vitest';
import { newJobView } from './job-progress';
import { type ListedJob, createTableJobs } from './table-jobs';

const clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() };

function endedJob(id: string, forget = (): Promise<void> => Promise.resolve()): ListedJob {
  const view = newJobView({
    id,
    kind: 'import',
    connectionId: 'c',
    table: 'Orders',
    title: '',
    source: '',
    target: '',
    createdAtMs: 0,
  });
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    id,
    view: () => ({ ...view, state: 'done' }),
    pause: () => undefined,
    resume: nothing,
    cancel: nothing,
    interrupt: nothing,
    forget,
  };
}
const { signal } = new AbortController();

it('is let go of by whoever added it once it is forgotten, and not while its files stay', async () => {
  const jobs = createTableJobs(clock);
  const held = new Set(['a', 'b']);
  jobs.add(endedJob('a'), () => held.delete('a'));
  jobs.add(
    endedJob('b', () => Promise.reject(new Error('busy'))),
    () => held.delete('b'),
  );
  await jobs.calls['table-jobs.forget']({ jobId: 'a' }, { signal });
  expect([...held]).toEqual(['b']);
  await expect(jobs.calls['table-jobs.forget']({ jobId: 'b' }, { signal })).rejects.toThrow('busy');
  expect([...held]).toEqual(['b']);
  expect(jobs.list().map(({ id }) => id)).toEqual(['b']);
});
