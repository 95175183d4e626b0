// The life cycle of a job with a journal: starts, pauses, resumes after the program was killed, ends. The caller
// defines the work and the meaning of its records.
import { StowageError } from '@shared/errors';
import type { TableJob } from '@shared/model/table-job';
import type { RestAccount } from '../../azure/account';
import type { Journal } from '../../journal/journal-file';
import type { Clock } from '../../ports';
import { heldAccount } from './held-account';
import { type LifeJournalPorts, createLifeJournal } from './life-journal';
import { PauseGate } from './pause-gate';
import { classifyFailure, waitReasonOf } from '../../azure/failures/failure-class';
import { isOfTheLine } from '../../azure/failures/network-failure';
import { type LifecycleEvent, isUnderway } from '../../jobs/lifecycle';
import type { ListedJob } from '../../jobs/registry';
import type { JobProgress } from './job-progress';

export interface JobRun<T> {
  readonly journal: Journal<T>;
  readonly signal: AbortSignal;
  /** Resolves at once, or when the job is resumed. */
  readonly whileAllowed: () => Promise<void>;
  readonly isPaused: () => boolean;
  /** The same account, whose requests are held while the job is paused. */
  readonly hold: (account: RestAccount) => RestAccount;
}

type WorkEnd = 'done' | 'cancelled' | 'waiting';

export interface JobLifeOptions<T> extends LifeJournalPorts<T> {
  readonly clock: Clock;
  /**
   * `waiting`: the user has to decide; the job rests until it is resumed. `cancelled`: it did what was requested and
   * omits the rest, as the user had wanted before. Throws the error that makes it fail. If that is the network, it is
   * called again and continues where it stopped.
   */
  readonly work: (run: JobRun<T>) => Promise<WorkEnd>;
  /** Its state when it starts or resumes; default `running`. */
  readonly movingState?: () => 'planning' | 'running';
  readonly changed: () => void;
}

export interface JobLife extends ListedJob {
  view(): TableJob;
  /**
   * Starts or resumes the job; resolves when it runs. @throws StowageError `conflict.other` while another process runs
   * it
   */
  start(): Promise<void>;
  /** Resolves when it has ended, rests or was interrupted. */
  ended(): Promise<TableJob>;
}

export function createJobLife<T>(options: JobLifeOptions<T>): JobLife {
  const { id, folder, progress, clock, movingState = () => 'running', changed } = options;
  const { open, noteEnd, leave } = createLifeJournal(options);
  const gate = new PauseGate();
  let stop = new AbortController();
  let outcome: LifecycleEvent = { type: 'interrupted' };
  let starting: Promise<void> | null = null;
  let running: Promise<void> | null = null;

  const finish = async (journal: Journal<T>, how: 'done' | 'cancelled' | StowageError): Promise<void> => {
    // What was in flight at a pause can end the job all the same.
    if (progress.state === 'paused' && !stop.signal.aborted) progress.begin(movingState());
    if (typeof how === 'string') progress.end(how === 'done' ? { type: 'finished', as: 'done' } : { type: how }, null);
    else if (how.kind === 'cancelled' || stop.signal.aborted) progress.end(outcome, null);
    else progress.end(endOf(how, progress), how.toShape());
    await noteEnd(journal);
  };
  const rest = async (journal: Journal<T>): Promise<void> => {
    progress.dispatch(pausedByUser);
    await journal.append([], 'synced');
  };
  const begin = async (): Promise<void> => {
    const { journal, release } = await open().catch((thrown: unknown) => {
      // A resting job remains as it was.
      if (isUnderway(progress.state)) {
        progress.end({ type: 'finished', as: 'failed' }, StowageError.from(thrown).toShape());
      }
      throw thrown;
    });
    stop = new AbortController();
    outcome = { type: 'interrupted' };
    const { signal } = stop;
    progress.begin(movingState());
    gate.open();
    const live = async (): Promise<void> => {
      const run: JobRun<T> = {
        journal,
        signal,
        whileAllowed: () => gate.whileOpen(),
        isPaused: () => !gate.isOpen,
        hold: (account) => heldAccount(account, gate, clock),
      };
      try {
        const how = await retryOnOutage(() => options.work(run), { progress, clock, signal });
        await (how === 'waiting' ? rest(journal) : finish(journal, how));
      } catch (thrown) {
        await finish(journal, StowageError.from(thrown));
      } finally {
        running = null;
        await leave(release);
        changed();
      }
    };
    running = live();
  };
  /** A call while it is about to start, or runs, returns that run. */
  const start = (): Promise<void> => {
    if (running !== null) return Promise.resolve();
    starting ??= begin().finally(() => {
      starting = null;
    });
    return starting;
  };
  /** Resolves when it runs, or could not be begun. */
  const begun = async (): Promise<void> => starting?.catch(() => undefined);
  const halt = async (how: LifecycleEvent): Promise<void> => {
    outcome = how;
    stop.abort();
    gate.open();
    await running;
  };
  const resume = async (): Promise<void> => {
    if (running !== null) {
      if (gate.isOpen) return;
      progress.begin(movingState());
      gate.open();
      return;
    }
    if (['done', 'cancelled'].includes(progress.state)) {
      throw new StowageError('conflict.other', 'This job has ended.', { context: { job: id } });
    }
    await start();
  };
  return {
    id,
    start,
    view: () => progress.view(),
    get isMoving() {
      return progress.isMoving;
    },
    ended: async () => {
      await running;
      return progress.view();
    },
    pause: async () => {
      if (running === null) {
        // It rests until a user resumes it, whatever it waited for, also after a restart.
        if (progress.state !== 'paused' || progress.waitsFor === 'person') return;
        const { journal, release } = await folder.open(id, 'as seen');
        progress.dispatch(pausedByUser);
        await noteEnd(journal);
        await leave(release);
        return;
      }
      if (!['planning', 'running'].includes(progress.state)) return;
      gate.close();
      progress.dispatch(pausedByUser);
    },
    resume,
    retry: resume,
    cancel: async () => {
      await begun();
      if (running !== null) {
        await halt({ type: 'cancelled' });
        return;
      }
      if (!['interrupted', 'failed', 'paused'].includes(progress.state)) return;
      const { journal, release } = await folder.open(id, 'as seen');
      progress.abandon();
      await noteEnd(journal);
      await leave(release);
    },
    interrupt: async () => {
      await begun();
      if (running !== null) await halt(progress.state === 'paused' ? pausedByUser : { type: 'interrupted' });
    },
    credentialChanged: (connectionId) => {
      const { connectionId: own, sourceConnectionId } = progress.view();
      if (connectionId !== own && connectionId !== sourceConnectionId) return;
      const resumeIfDenied = (): void => {
        if (progress.state !== 'paused' || progress.waitsFor !== 'credential') return;
        // If it cannot resume, the reason shows when a user resumes it.
        start().catch(() => undefined);
      };
      // What runs now is perhaps denied only later: it uses the credential with which it started.
      if (running === null) resumeIfDenied();
      else void running.then(resumeIfDenied);
    },
    forget: () => folder.remove(id),
  };
}

const pausedByUser = { type: 'paused', waitsFor: 'person' } as const satisfies LifecycleEvent;

/** A job that only a user can help, by signing in or by making room, waits for that. */
function endOf(error: StowageError, { hasReachedService }: JobProgress): LifecycleEvent {
  const isUpToUser = classifyFailure(error, hasReachedService ? 'yes' : 'no') === 'pause';
  return isUpToUser ? { type: 'paused', waitsFor: waitReasonOf(error) } : { type: 'finished', as: 'failed' };
}

export interface OutagePorts {
  readonly progress: Pick<JobProgress, 'hasReachedService' | 'cutOff'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
}

const recheckAfterMs = 2_000;

/** Throws failures that the network did not cause, and those after `signal` has aborted. */
export async function retryOnOutage<R>(work: () => Promise<R>, { progress, clock, signal }: OutagePorts): Promise<R> {
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      const error = StowageError.from(thrown);
      // A service that never answered is more likely a wrong address than a broken connection.
      if (signal.aborted || !isOfTheLine(error.code) || !progress.hasReachedService) throw error;
      progress.cutOff(error);
      await clock.sleep(recheckAfterMs, signal);
    }
  }
}
