// A job whose journal can no longer be written, and one that receives two calls at a time.
import { expect, it } from 'vitest';
import { type ErrorCode, cancelled, StowageError } from '@shared/errors';
import type { JobFolder } from '../../jobs/job-folder';
import { createJobLife, retryOnOutage } from './job-life';
import { importView } from './fixtures/import-view';
import { JobProgress } from './job-progress';

const clock = { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() };
const view = importView();

/** A job whose journal takes that many appends before the disk is full, on a folder that can be opened once at a time. */
function jobOn(journal: { room: number }, work: (signal: AbortSignal) => Promise<'done'>, state = view.state) {
  const progress = new JobProgress({ ...view, state }, clock, () => undefined);
  const appended: string[] = [];
  const append = (records: readonly string[]): Promise<void> => {
    if (journal.room <= 0) return Promise.reject(Object.assign(new Error('disk full'), { code: 'ENOSPC' }));
    journal.room -= 1;
    appended.push(...records);
    return Promise.resolve();
  };
  let isLocked = false;
  const open = (): Promise<unknown> => {
    if (isLocked) return Promise.reject(new StowageError('conflict.other', 'Another process is running this job.'));
    isLocked = true;
    const release = (): Promise<void> => Promise.resolve(void (isLocked = false));
    return Promise.resolve({ journal: { append }, records: [...appended], release });
  };
  const job = createJobLife<string>({
    id: 'j',
    folder: { open, path: () => 'j.jsonl', removeJournal: () => Promise.resolve() } as unknown as JobFolder<string>,
    progress,
    clock,
    head: 'head',
    endedRecord: ({ state: ended, waitsFor }) => [ended, waitsFor].filter(Boolean).join(' '),
    work: ({ signal }) => work(signal),
    changed: () => undefined,
    log: () => undefined,
  });
  return { job, appended, isLocked: () => isLocked };
}

const untilStopped = (signal: AbortSignal): Promise<'done'> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
const atOnce = (): Promise<'done'> => Promise.resolve('done');

it('lets the app close: only how long it took is lost', async () => {
  const { job, isLocked } = jobOn({ room: 1 }, untilStopped);
  await job.start();
  await job.interrupt();
  expect([job.view().state, isLocked()]).toEqual(['interrupted', false]);
});

it.each(['done', 'failed'] as const)('job life: ends as %s, and affects no other job', async (state) => {
  const { job, isLocked } = jobOn({ room: 1 }, state === 'done' ? atOnce : () => Promise.reject(new Error('no')));
  await job.start();
  expect([(await job.ended()).state, isLocked()]).toEqual([state, false]);
});

it.each(['done', 'failed'] as const)('job life: ends as %s when that was in flight at a pause', async (state) => {
  let end: () => void = () => undefined;
  const inFlight = new Promise<'done'>((resolve, reject) => {
    end = state === 'done' ? () => resolve('done') : () => reject(new Error('no'));
  });
  const { job, isLocked } = jobOn({ room: 5 }, () => inFlight);
  await job.start();
  await job.pause();
  expect(job.view().state).toBe('paused');
  end();
  expect([(await job.ended()).state, isLocked()]).toEqual([state, false]);
});

it('fails where it cannot be begun, and can be begun when there is room', async () => {
  const journal = { room: 0 };
  const { job, isLocked } = jobOn(journal, atOnce);
  await expect(job.start()).rejects.toMatchObject({ code: 'local.disk-full' });
  expect([job.view().state, isLocked()]).toEqual(['failed', false]);
  journal.room = 2;
  await job.resume();
  expect((await job.ended()).state).toBe('done');
});

it('is cancelled while it rests, and leaves its lock to others', async () => {
  const { job, isLocked } = jobOn({ room: 0 }, atOnce, 'interrupted');
  await job.cancel();
  expect([job.view().state, isLocked()]).toEqual(['cancelled', false]);
});

it('that is resumed twice at once runs once, and can be cancelled', async () => {
  let runs = 0;
  const { job, isLocked } = jobOn(
    { room: 9 },
    (signal) => {
      runs += 1;
      return untilStopped(signal);
    },
    'interrupted',
  );
  await Promise.all([job.resume(), job.resume()]);
  await job.cancel();
  expect([runs, job.view().state, isLocked()]).toEqual([1, 'cancelled', false]);
});

it('that is cancelled while it is resumed does not run on', async () => {
  const { job, isLocked } = jobOn({ room: 9 }, untilStopped, 'interrupted');
  await Promise.all([job.resume(), job.cancel()]);
  expect([job.view().state, isLocked()]).toEqual(['cancelled', false]);
});

const deniedFirst = (): (() => Promise<'done'>) => {
  let isDenied = true;
  return () => {
    const work = isDenied ? Promise.reject(new StowageError('auth.sign-in-needed', 'Sign in again.')) : atOnce();
    isDenied = false;
    return work;
  };
};

it('job life: rests when the session has ended, and resumes when its connection gets another credential', async () => {
  const { job, isLocked } = jobOn({ room: 9 }, deniedFirst());
  await job.start();
  expect(await job.ended()).toMatchObject({
    state: 'paused',
    waitsFor: 'credential',
    error: { code: 'auth.sign-in-needed' },
  });
  expect(isLocked()).toBe(false);
  job.credentialChanged('another');
  expect(job.view().state).toBe('paused');
  job.credentialChanged('c');
  await expect.poll(() => job.view()).toMatchObject({ state: 'done', error: null });
  expect(job.view()).not.toHaveProperty('waitsFor');
});

it('job life: leaves a job alone that the user paused after it was denied', async () => {
  const { job, appended, isLocked } = jobOn({ room: 9 }, deniedFirst());
  await job.start();
  await job.ended();
  await job.pause();
  job.credentialChanged('c');
  expect(job.view()).toMatchObject({ state: 'paused', waitsFor: 'person' });
  // Recorded once more, so that it is so after a restart.
  expect([appended, isLocked()]).toEqual([['head', 'paused credential', 'paused person'], false]);
});

it('job life: stays paused when the app closes meanwhile', async () => {
  const { job, appended } = jobOn({ room: 9 }, untilStopped);
  await job.start();
  await job.pause();
  await job.interrupt();
  expect([job.view().state, appended.at(-1)]).toEqual(['paused', 'paused person']);
});

const away = 'network.reset';

interface How {
  readonly hasReachedService?: boolean;
  /** When it is stopped. */
  readonly stopped?: 'before' | 'at the outage';
}

/** Work that fails with each of these once before it is done, and the outages that were shown. */
function working(failures: readonly ErrorCode[], { hasReachedService = true, stopped }: How = {}) {
  const left = [...failures];
  const outages: ErrorCode[] = [];
  const stopping = new AbortController();
  if (stopped === 'before') stopping.abort();
  const work = (): Promise<string> => {
    const code = left.shift();
    return code === undefined ? Promise.resolve('done') : Promise.reject(new StowageError(code, 'It failed.'));
  };
  const cutOff = ({ code }: StowageError): void => {
    outages.push(code);
    if (stopped === 'at the outage') stopping.abort();
  };
  const sleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
    signal?.aborted === true ? Promise.reject(cancelled()) : Promise.resolve();
  const ports = { progress: { hasReachedService, cutOff }, clock: { sleep }, signal: stopping.signal };
  return { ended: retryOnOutage(work, ports), outages };
}

it('job life: continues until the network is back, and shows each interruption', async () => {
  const { ended, outages } = working([away, away]);
  expect(await ended).toBe('done');
  expect(outages).toEqual([away, away]);
});

it.each([
  ['what the service says', ['auth.denied'], {}],
  ['a network in which the service was never reached', [away], { hasReachedService: false }],
  ['whatever is met once it is stopped', [away], { stopped: 'before' }],
] as const)('fails by %s', async (_cause, failures, how) => {
  const { ended, outages } = working(failures, how);
  await expect(ended).rejects.toMatchObject({ code: failures[0] });
  expect(outages).toEqual([]);
});

it('ends when it is stopped while it waits', async () => {
  const { ended, outages } = working([away], { stopped: 'at the outage' });
  await expect(ended).rejects.toMatchObject({ code: 'cancelled.by-user' });
  expect(outages).toEqual([away]);
});
