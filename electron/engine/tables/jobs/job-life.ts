// The life cycle of a job with a journal: starts, pauses, waits while the network is down, resumes after the program
// was killed, ends. What the work is and what its records mean is up to the caller.
import { StowageError } from '@shared/errors';
import type { TableJob, TableJobState } from '@shared/model/table-job';
import type { LeanAccount } from '../../azure/account';
import { isOfTheLine } from '../../azure/failures/line-trouble';
import type { Journal } from '../../journal/journal-file';
import type { Clock } from '../../ports';
import type { JobFolder } from './job-folder';
import { heldAccount } from './held-account';
import type { JobProgress } from './job-progress';
import { PauseGate } from './pause-gate';
import type { ListedJob } from './table-jobs';

export interface JobRun<T> {
  readonly journal: Journal<T>;
  readonly signal: AbortSignal;
  /** Resolves at once, or when the job is resumed. */
  readonly whileAllowed: () => Promise<void>;
  readonly isPaused: () => boolean;
  /** The same account, whose requests are held while the job is paused. */
  readonly hold: (account: LeanAccount) => LeanAccount;
}

type WorkEnd = 'done' | 'cancelled' | 'waiting';

export interface JobLifeOptions<T> {
  readonly id: string;
  readonly folder: JobFolder<T>;
  readonly progress: JobProgress;
  readonly clock: Clock;
  /** The first record of a new job. */
  readonly head: T;
  /** How a run ended, including an interruption, so that the next run knows what this one took. */
  readonly endedRecord: (view: TableJob) => T;
  /**
   * `waiting`: a person has to decide; the job rests until it is resumed. `cancelled`: it did what it was asked for and
   * leaves the rest, as a person had wanted before. Throws what makes it fail. If that is the network, it is called
   * again and continues where it stopped.
   */
  readonly work: (run: JobRun<T>) => Promise<WorkEnd>;
  /** Its state when it starts or resumes; default `running`. */
  readonly movingState?: () => 'planning' | 'running';
  /** Removes what was only needed for resuming, before the end is recorded. */
  readonly onEnded?: (state: TableJobState) => Promise<void>;
  readonly changed: () => void;
}

export interface JobLife extends ListedJob {
  /**
   * Starts or resumes the job; resolves when it runs. @throws StowageError `conflict.other` while another process runs
   * it
   */
  start(): Promise<void>;
  /** Resolves when it has ended, rests or was interrupted. */
  ended(): Promise<TableJob>;
}

const lookAgainAfterMs = 2_000;

export function createJobLife<T>(options: JobLifeOptions<T>): JobLife {
  const { id, folder, progress, clock, head, endedRecord, movingState = () => 'running', onEnded, changed } = options;
  const gate = new PauseGate();
  let stop = new AbortController();
  let ending: 'cancelled' | 'interrupted' = 'interrupted';
  let running: Promise<void> | null = null;

  const finish = async (journal: Journal<T>, how: 'done' | 'cancelled' | StowageError): Promise<void> => {
    if (typeof how === 'string') progress.end(how, null);
    else if (how.kind === 'cancelled' || stop.signal.aborted) progress.end(ending, null);
    else progress.end('failed', how.toShape());
    await onEnded?.(progress.state);
    const noted = journal.append([endedRecord(progress.view())], 'synced');
    // If that fails, only the running time of this run is lost, which must not keep the app from closing.
    await (progress.state === 'interrupted' ? noted.catch(() => undefined) : noted);
  };
  const rest = async (journal: Journal<T>): Promise<void> => {
    progress.set({ state: 'paused' });
    await journal.append([], 'synced');
  };
  const work = async (run: JobRun<T>): Promise<WorkEnd> => {
    for (;;) {
      try {
        return await options.work(run);
      } catch (thrown) {
        const error = StowageError.from(thrown);
        // A service that never answered is more likely a wrong address than a broken connection.
        if (run.signal.aborted || !isOfTheLine(error.code) || !progress.hasReachedService) throw error;
        progress.cutOff(error);
        await clock.sleep(lookAgainAfterMs, run.signal);
      }
    }
  };
  const start = async (): Promise<void> => {
    stop = new AbortController();
    ending = 'interrupted';
    const { signal } = stop;
    const { journal, records, release } = await folder.open(id);
    if (records.length === 0) await journal.append([head], 'synced');
    progress.set({ state: movingState(), error: null, endedAtMs: null });
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
        const how = await work(run);
        await (how === 'waiting' ? rest(journal) : finish(journal, how));
      } catch (thrown) {
        await finish(journal, StowageError.from(thrown));
      } finally {
        running = null;
        await release();
        changed();
      }
    };
    running = live();
  };
  const halt = async (how: 'cancelled' | 'interrupted'): Promise<void> => {
    ending = how;
    stop.abort();
    gate.open();
    await running;
  };
  return {
    id,
    start,
    view: () => progress.view(),
    ended: async () => {
      await running;
      return progress.view();
    },
    pause: () => {
      if (running === null || !['planning', 'running'].includes(progress.state)) return;
      gate.close();
      progress.set({ state: 'paused' });
    },
    resume: async () => {
      if (running !== null) {
        if (gate.isOpen) return;
        progress.set({ state: movingState() });
        gate.open();
        return;
      }
      if (['done', 'cancelled'].includes(progress.state)) {
        throw new StowageError('conflict.other', 'This job has ended.', { context: { job: id } });
      }
      await start();
    },
    cancel: async () => {
      if (running !== null) {
        await halt('cancelled');
        return;
      }
      if (!['interrupted', 'failed', 'paused'].includes(progress.state)) return;
      const { journal, release } = await folder.open(id);
      progress.end('cancelled', null);
      await onEnded?.('cancelled');
      await journal.append([endedRecord(progress.view())], 'synced');
      await release();
    },
    interrupt: () => (running === null ? Promise.resolve() : halt('interrupted')),
    forget: () => folder.remove(id),
  };
}
