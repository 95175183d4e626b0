// The life of a job that works from a journal: begins, pauses, waits while the line is broken, goes on after the program
// was killed, ends. What the work is and what its records mean is the caller's.
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
  /** Resolves at once, or when the job is no longer paused. */
  readonly whileAllowed: () => Promise<void>;
  readonly isPaused: () => boolean;
  /** The same account, whose requests rest while the job is paused. */
  readonly hold: (account: LeanAccount) => LeanAccount;
}

export interface JobLifeOptions<T> {
  readonly id: string;
  readonly folder: JobFolder<T>;
  readonly progress: JobProgress;
  readonly clock: Clock;
  /** The first record of a new job. */
  readonly head: T;
  /** How a run ended, be it that it was interrupted: what it took is known to the next one then. */
  readonly endedRecord: (view: TableJob) => T;
  /**
   * `waiting`: a person has to decide; the job rests until it is resumed. Throws what makes it fail; where that is the
   * line, it is called again and goes on from where it stands.
   */
  readonly work: (run: JobRun<T>) => Promise<'done' | 'waiting'>;
  /** What it is when it begins or goes on; `running` where nothing is said. */
  readonly movingState?: () => 'planning' | 'running';
  /** Takes away what is only needed to go on, before its end is noted. */
  readonly onEnded?: (state: TableJobState) => Promise<void>;
  readonly changed: () => void;
}

export interface JobLife extends ListedJob {
  /** Begins or goes on; resolves when it runs. @throws StowageError `conflict.other` while another process runs it */
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

  const finish = async (journal: Journal<T>, failure: StowageError | null): Promise<void> => {
    if (failure === null) progress.end('done', null);
    else if (failure.kind === 'cancelled' || stop.signal.aborted) progress.end(ending, null);
    else progress.end('failed', failure.toShape());
    await onEnded?.(progress.state);
    const noted = journal.append([endedRecord(progress.view())], 'synced');
    // Of a run that goes on later only the time that it took is lost, and what closes the app must not stop at that.
    await (progress.state === 'interrupted' ? noted.catch(() => undefined) : noted);
  };
  const rest = async (journal: Journal<T>): Promise<void> => {
    progress.set({ state: 'paused' });
    await journal.append([], 'synced');
  };
  const work = async (run: JobRun<T>): Promise<'done' | 'waiting'> => {
    for (;;) {
      try {
        return await options.work(run);
      } catch (thrown) {
        const error = StowageError.from(thrown);
        // A service that never answered is more likely a wrong address than a broken line.
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
        ...{ journal, signal, whileAllowed: () => gate.whileOpen(), isPaused: () => !gate.isOpen },
        hold: (account) => heldAccount(account, gate, clock),
      };
      try {
        const how = await work(run);
        await (how === 'done' ? finish(journal, null) : rest(journal));
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
