// The list of jobs holds each one until the user removes it, and so does the owner that added it.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { systemClock } from '../../system-clock';
import { importView } from './fixtures/import-view';
import { recoverKinds } from './recover-kinds';
import { type ListedJob, createTableJobs } from './table-jobs';

const clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() };

function endedJob(id: string, forget = (): Promise<void> => Promise.resolve()): ListedJob {
  const view = importView({ id, state: 'done' });
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    id,
    view: () => view,
    pause: () => undefined,
    resume: nothing,
    cancel: nothing,
    interrupt: nothing,
    forget,
  };
}
const { signal } = new AbortController();

it('table jobs: releases a job from its owner once it is removed, but not while its files remain', async () => {
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

it('table jobs: reports to listeners why earlier jobs could not be read, also when a whole kind could not', async () => {
  const jobs = createTableJobs(systemClock);
  const reports: unknown[] = [];
  const ended = new AbortController();
  const watching = jobs.streams['table-jobs.unread'](
    {},
    { push: (errors) => reports.push(errors.map(({ code }) => code)), signal: ended.signal },
  );
  const recovered: string[] = [];
  const fails = (): Promise<never> => Promise.reject(new StowageError('local.denied', 'Not allowed.'));
  const other = async (): Promise<void> => void recovered.push('other');
  await expect(recoverKinds([{ recover: fails }, { recover: other }], jobs)).rejects.toMatchObject({
    code: 'local.denied',
  });
  expect(recovered).toEqual(['other']);
  await expect.poll(() => reports.at(-1)).toEqual(['local.denied']);
  ended.abort();
  await watching;
});
