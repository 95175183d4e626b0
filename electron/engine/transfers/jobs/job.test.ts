// A job while it rests, waits and runs: its journal is opened and released, and nothing that was sent or written is lost.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StowageError, cancelled } from '@shared/errors';
import { createFakeClock } from '../../../testing/clock';
import type { AccountSource } from '../../azure/account';
import { endedRequest } from '../../metrics/fixtures/ended-request';
import { targetOf } from '../files/local-target';
import { idle, jobOver, type JobOver } from '../fixtures/job-over';
import { oneDownload, oneDownloadId, stateAfter } from '../fixtures/one-download';
import { createTurnQueue } from '../pace/turn-queue';
import { JobTrace } from '../progress/job-trace';
import type { JobRecord } from '../records/job-records';
import { noteOf } from '../records/remarks';
import { type JobState, apply, lifecycleOf } from '../records/job-state';
import type { JobReport } from '../worker/messages';
import type { Job, JobEnvironment } from './job';
import { type MoverContext, FileMover } from './mover';
import { RejectedFiles } from './outcomes';
import fc from 'fast-check';
import { FileActions } from './file-actions';

// Operations on the journal of a resting job: it is opened and closed for each, in sequence, whatever happens.
describe('the journal of a resting job', () => {
  const paused = { t: 'state', state: 'paused', atMs: 1, note: '', waitsFor: 'person' } as const;
  const jobState = (): JobState => stateAfter([...oneDownload('/target'), paused]);
  const pace = { t: 'pace', pace: { kind: 'limit', bytesPerSecond: 1000 } } as const;

  it('runs an operation after those requested before it', async () => {
    const { job, released } = jobOver(jobState, 0);
    const order: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
    };
    await Promise.all([job.whileOpen(work('one')), job.whileOpen(work('two'))]);
    expect(order).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
    expect(released()).toBe(2);
  });

  it('leaves the job free where it could not be recorded', async () => {
    const { job, released } = jobOver(jobState, 1);
    await expect(job.whileOpen((journal) => journal.commit(pace))).rejects.toThrow('The disk is full.');
    expect(released()).toBe(1);
    await job.whileOpen((journal) => journal.commit(pace));
    expect(job.state.pace).toEqual(pace.pace);
  });

  it('leaves the job free where what it noted could not be written at the end', async () => {
    const { job, released } = jobOver(jobState, 1);
    await expect(job.whileOpen((journal) => journal.note(pace))).rejects.toThrow('The disk is full.');
    expect(job.isOpen).toBe(false);
    expect(released()).toBe(1);
  });

  it('leaves the job free where it is put aside by a timetable, which cannot be recorded', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown): number => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    const timetable = { now: () => ({ at: 'pause' }), capOf: () => ({ bytesPerSecond: () => null }) };
    const { job, released } = jobOver(jobState, 1, {
      timetable: timetable as unknown as JobEnvironment['timetable'],
      startOf: () => null,
    });
    expect(await job.relaunch(null)).toBe('launched');
    // Unhandled rejections are reported between two iterations of the event loop.
    for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
    await expect(job.ended).rejects.toThrow('The disk is full.');
    expect([job.isOpen, released()]).toEqual([false, 1]);
  });
});

// A failure that ends a whole job is reported as an item of it, which has no size.
describe('a failure of a whole job', () => {
  const jobState = (): JobState => stateAfter(oneDownload('/target'));

  it('is reported by its title, without a size', async () => {
    const gone = new StowageError('not-found.container', 'There is no such container.');
    const accounts = { open: () => Promise.reject(gone) } as unknown as AccountSource;
    const { job } = jobOver(jobState, 0, { ...idle, accounts });
    const items: unknown[] = [];
    job.handle().onEvent((event) => {
      if (event.event === 'item') items.push(event.item);
    });
    await job.relaunch(null);
    expect(await job.ended).toMatchObject({ state: 'failed', failedCount: 1 });
    expect(items).toMatchObject([{ source: 'long.bin', target: '', bytes: null, code: 'not-found.container' }]);
  });
});

// Requests of which a busy thread reports only after the run was recorded: the next run counts them, so that the number
// of requests never shrinks.
describe('requests that are reported after the run was recorded', () => {
  const sent = { requests: 5, retries: 1, throttled: 0, operations: [] };
  const paused = { t: 'state', state: 'paused', atMs: 1, note: '', waitsFor: 'person', ranMs: 10, sent } as const;
  const jobState = (): JobState => stateAfter([...oneDownload('/target'), paused]);

  /** Of the timetable. */
  let held: { readonly at: 'pause'; readonly untilMs: null } | null = null;

  /** Its runs end at once, because the key is rejected. */
  const ports = {
    accounts: { open: () => Promise.reject(new StowageError('auth.key-rejected', 'No.')) },
    pool: {
      startThreads: () => undefined,
      closeJob: () => Promise.resolve(),
      threadUse: () => 0,
    },
    timetable: { now: () => held, capOf: () => ({ bytesPerSecond: () => null }) },
    holdSweeps: () => () => undefined,
    lateOptimising: { begin: () => undefined, planned: () => undefined, end: () => undefined },
    startOf: () => null,
  } as unknown as Partial<JobEnvironment>;

  it.each(['at once', 'after a pause of its timetable'])(
    'are counted by the run that follows %s, and until then by none',
    async (when) => {
      held = null;
      const { job } = jobOver(jobState, 0, ports);
      const counts = () => {
        const { requests, retries } = job.snapshot();
        return { requests, retries };
      };
      const run = async (): Promise<void> => {
        await job.relaunch(null);
        await job.ended;
      };
      await run();
      expect(counts()).toEqual({ requests: 5, retries: 1 });
      const late = { ended: [endedRequest({}), endedRequest({})], retried: ['503'], slowdownMs: 0 };
      job.run?.report({ uploadBytes: 0, downloadBytes: 0, ...late } as unknown as JobReport);
      expect(counts()).toEqual({ requests: 5, retries: 1 });
      if (when !== 'at once') {
        held = { at: 'pause', untilMs: null };
        await run();
        held = null;
      }
      await run();
      expect(counts()).toEqual({ requests: 7, retries: 2 });
    },
  );
});

// A file that the previous run may have written is reported, too, when the next run is cancelled before it reaches it.
describe('a file that the run before may have written', () => {
  const unanswered = { t: 'committing', f: 0, md5: '' } as const;
  const paused = { t: 'state', state: 'paused', atMs: 1, note: '', waitsFor: 'person' } as const;
  const jobState = (): JobState => stateAfter([...oneDownload('/target'), unanswered, paused]);

  /** The job waits for its turn, behind another one. */
  async function waiting(): Promise<Job> {
    const turns = createTurnQueue(1);
    await turns.enter('other');
    const { job } = jobOver(jobState, 0, { ...idle, turns });
    await job.relaunch(null);
    return job;
  }

  it('with the whole job', async () => {
    const job = await waiting();
    await job.stop('cancel');
    expect(job.snapshot().note).toBe('1 file: may exist anyway, because it was being written when it was stopped');
  });

  it('by itself', async () => {
    const job = await waiting();
    await job.run?.cancelFile(0);
    await job.stop('cancel');
    expect(job.snapshot().note).toContain('1 file: may exist anyway');
  });
});

// How a file is skipped, or its job cancelled, when the temporary file of the download cannot be removed.
describe('a temporary file that cannot be removed', () => {
  let folder = '';
  let temporary = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-left-out-'));
    temporary = targetOf(folder, ['long.bin'], { id: oneDownloadId }, 0).temporaryPath;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Represents anything that cannot be removed. */
  const makeStuck = (): Promise<unknown> => mkdir(temporary);

  it('does not prevent the end of the job, which reports the leftover file', async () => {
    await makeStuck();
    const jobState = stateAfter(oneDownload(folder));
    const noted: JobRecord[] = [];
    const remarks: string[] = [];
    const ports: Partial<MoverContext> = {
      state: jobState,
      rejectedFiles: new RejectedFiles('no', () => 0),
      context: {
        clock: createFakeClock(),
        signal: new AbortController().signal,
        journal: {
          note: (record: JobRecord) => {
            noted.push(record);
            apply(jobState, record);
          },
        },
        progress: { file: () => undefined, skipped: () => undefined, closed: () => undefined },
        trace: new JobTrace(() => 0),
        remark: (remark: string) => remarks.push(remark),
        scheduler: { expect: () => () => undefined },
        pool: { release: () => undefined },
      } as unknown as MoverContext['context'],
      claims: {
        take: () => {
          mover.cancelFile(0);
          return Promise.reject(cancelled());
        },
      },
      reached: () => 'yes',
      onFailure: () => undefined,
      onItem: () => undefined,
      onSettled: () => undefined,
    };
    const mover = new FileMover(ports as MoverContext);
    const [open] = jobState.open.values();
    if (open !== undefined) mover.begin(open);
    await mover.settled();
    expect(noted).toEqual([{ t: 'ended', f: 0, outcome: 'skipped', reason: 'cancelled' }]);
    expect(remarks).toContain('leftover');
  });

  interface Resting {
    readonly cancel: () => Promise<void>;
    readonly state: () => JobState;
    readonly released: () => number;
  }

  /** A paused job; its journal fails to be written the given number of times. */
  function resting(failures: number): Resting {
    const paused = { t: 'state', state: 'paused', atMs: 1, note: '', waitsFor: 'person' } as const;
    const { job, released } = jobOver(() => stateAfter([...oneDownload(folder), paused]), failures);
    return { cancel: () => job.stop('cancel'), state: () => job.state, released };
  }

  it('does not prevent its resting job from being cancelled, which reports it', async () => {
    await makeStuck();
    const job = resting(0);
    await job.cancel();
    expect(job.state().state).toBe('cancelled');
    expect(noteOf(job.state())).toBe('1 file: left .stowage-….part in its folder, which could not be removed');
    expect(job.released()).toBe(1);
  });

  it('is cancelled at the second attempt if the first could not be recorded', async () => {
    await writeFile(temporary, '');
    const job = resting(1);
    await expect(job.cancel()).rejects.toThrow('The disk is full.');
    expect(job.released()).toBe(1);
    await job.cancel();
    expect(job.state().state).toBe('cancelled');
    expect(existsSync(temporary)).toBe(false);
  });
});

describe('a job under any sequence of actions', () => {
  const paused = { t: 'state', state: 'paused', atMs: 1, note: '', waitsFor: 'person' } as const;
  const endings = ['auth.key-rejected', 'not-found.container'] as const;
  type Act = (job: Job, timetable: { isHeld: boolean }) => unknown;
  const actions: Readonly<Record<string, Act>> = {
    resume: (job) => job.relaunch({}),
    resumeAutomatically: (job) => job.relaunch(null),
    pause: (job) => job.stop('pause'),
    pauseByTimetable: (job) => job.stop('timetable'),
    interrupt: (job) => job.stop('interrupt'),
    cancel: (job) => job.stop('cancel'),
    cancelFile: (job) => new FileActions(job).cancel(0),
    pauseFile: (job) => new FileActions(job).pause(0),
    resumeFile: (job) => new FileActions(job).resume(0),
    retry: (job) => new FileActions(job).retry({}),
    hold: (_job, timetable) => {
      timetable.isHeld = true;
    },
    allow: (_job, timetable) => {
      timetable.isHeld = false;
    },
  };
  const action = fc.record({ name: fc.constantFrom(...Object.keys(actions)), isAwaited: fc.boolean() });

  it('ends at rest and released, in the state that its journal restores', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 12 }), fc.constantFrom(...endings), async (sequence, code) => {
        const timetable = { isHeld: false };
        const target = join(tmpdir(), 'stowage-no-such-folder');
        const { job, released, written }: JobOver = jobOver(
          (records) => stateAfter([...oneDownload(target), paused, ...records]),
          0,
          {
            ...idle,
            accounts: { open: () => Promise.reject(new StowageError(code, 'No.')) } as unknown as AccountSource,
            timetable: {
              now: () => (timetable.isHeld ? { at: 'pause', untilMs: null } : null),
              capOf: () => ({ bytesPerSecond: () => null }),
            } as unknown as JobEnvironment['timetable'],
          },
        );
        const pending: Promise<unknown>[] = [];
        for (const { name, isAwaited } of sequence) {
          const acted = Promise.resolve(actions[name]?.(job, timetable));
          pending.push(acted);
          if (isAwaited) await acted;
        }
        await Promise.all(pending);
        await job.afterEnd();
        expect(['paused', 'interrupted', 'done', 'failed', 'cancelled']).toContain(job.state.state);
        expect(job.isOpen).toBe(false);
        const restored = stateAfter([...oneDownload(target), paused, ...written]);
        expect(lifecycleOf(job.state)).toEqual(lifecycleOf(restored));
        expect([...job.state.paused]).toEqual([...restored.paused]);
        expect(released()).toBeLessThanOrEqual(2 * sequence.length);
      }),
    );
  });
});
