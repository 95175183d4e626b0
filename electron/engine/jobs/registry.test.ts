// The list of jobs holds each one until the user removes it, and so does the owner that added it.
import { expect, it, onTestFinished } from 'vitest';
import { StowageError } from '@shared/errors';
import { createFakeClock } from '../../testing/clock';
import { systemClock } from '../system-clock';
import { importView } from '../tables/jobs/fixtures/import-view';
import { recoverInTurn } from './recover-in-turn';
import { JobRegistry, type JobSource, type ListedJob } from './registry';

const clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() };
const nothing = (): Promise<void> => Promise.resolve();

function listed(id: string, change: Partial<ListedJob> = {}): ListedJob {
  return {
    id,
    view: () => importView({ id, state: 'done' }),
    isMoving: false,
    pause: nothing,
    resume: nothing,
    retry: nothing,
    cancel: nothing,
    interrupt: nothing,
    ended: () => Promise.resolve(importView({ id, state: 'done' })),
    credentialChanged: () => undefined,
    forget: nothing,
    ...change,
  };
}
const { signal } = new AbortController();
const sourceOf = (...reads: readonly JobSource['read'][]): JobSource & { readonly requested: unknown[] } => {
  const requested: unknown[] = [];
  return {
    requested,
    read: (which) => {
      const read = reads[Math.min(requested.length, reads.length - 1)];
      requested.push(which);
      return read?.(which) ?? Promise.resolve({ elsewhere: [], unreadable: [] });
    },
    readElsewhere: () => Promise.resolve([]),
  };
};
const denied = new StowageError('local.denied', 'Not allowed.');

it('job registry: releases a job from its owner once it is removed, but not while its files remain', async () => {
  const jobs = new JobRegistry(clock);
  const held = new Set(['a', 'b']);
  jobs.add(listed('a'), () => held.delete('a'));
  jobs.add(listed('b', { forget: () => Promise.reject(new Error('busy')) }), () => held.delete('b'));
  await jobs.calls['jobs.forget']({ jobId: 'a' }, { signal });
  expect([...held]).toEqual(['b']);
  await expect(jobs.calls['jobs.forget']({ jobId: 'b' }, { signal })).rejects.toThrow('busy');
  expect([...held]).toEqual(['b']);
  expect(jobs.list().map(({ id }) => id)).toEqual(['b']);
});

it('job registry: reports why earlier jobs could not be read, also when a whole kind could not', async () => {
  const jobs = new JobRegistry(systemClock);
  const reports: unknown[] = [];
  const ended = new AbortController();
  onTestFinished(() => jobs.dispose());
  const watching = jobs.streams['jobs.unread'](
    {},
    { push: (errors) => reports.push(errors.map(({ code }) => code)), signal: ended.signal },
  );
  const fails = sourceOf(() => Promise.reject(denied));
  const other = sourceOf(() => Promise.resolve({ elsewhere: [], unreadable: [] }));
  const kinds = [fails, other].map((source) => ({ recover: () => jobs.recover(source) }));
  await expect(recoverInTurn(kinds)).rejects.toMatchObject({ code: 'local.denied' });
  expect(other.requested).toEqual(['all']);
  await expect.poll(() => reports.at(-1)).toEqual(['local.denied']);
  ended.abort();
  await watching;
});

it('job registry: reads again what could not be read, or is run elsewhere, until nothing is left', async () => {
  const fake = createFakeClock();
  const jobs = new JobRegistry(fake);
  const source = sourceOf(
    () => Promise.resolve({ elsewhere: ['a'], unreadable: [{ jobId: 'b', error: denied }] }),
    () => Promise.reject(new StowageError('local.io', 'The folder is gone for a moment.')),
    () => Promise.resolve({ elsewhere: [], unreadable: [] }),
  );
  await expect(jobs.recover(source)).rejects.toBe(denied);
  expect(jobs.unread).toEqual([denied]);
  await fake.advance(1000);
  expect(jobs.unread).toMatchObject([{ message: 'The folder is gone for a moment.' }]);
  await fake.advance(1000);
  expect(jobs.unread).toEqual([]);
  expect(source.requested).toEqual(['all', ['a', 'b'], ['a', 'b']]);
  expect(fake.pending()).toEqual([]);
});

it('job registry: interrupts every job at the end, even if one fails', async () => {
  const jobs = new JobRegistry(clock);
  const interrupted: string[] = [];
  jobs.add(listed('a', { interrupt: () => Promise.reject(new Error('no')) }), () => undefined);
  jobs.add(listed('b', { interrupt: async () => void interrupted.push('b') }), () => undefined);
  await jobs.dispose();
  expect(interrupted).toEqual(['b']);
});

it('job registry: starts no job while its jobs stop', async () => {
  const jobs = new JobRegistry(clock);
  const calls: string[] = [];
  const credentialChanged = (): void => void calls.push('credential');
  jobs.add(listed('a', { resume: async () => void calls.push('resume'), credentialChanged }), () => undefined);
  const stopped = jobs.dispose();
  expect(() => jobs.add(listed('b'), () => undefined)).toThrow('No job starts');
  for (const name of ['jobs.resume', 'jobs.retry', 'jobs.start-now'] as const) {
    await expect((async () => jobs.calls[name]({ jobId: 'a' }, { signal }))()).rejects.toThrow('No job starts');
  }
  jobs.credentialChanged('c');
  await stopped;
  expect([calls, jobs.has('b')]).toEqual([[], false]);
});
