// Time and requests of all runs of a job together: those of earlier runs from the journal, plus the current one.
// Recorded regularly, so that a killed run counts too.
import type { SentOperation } from '@shared/model/monitor';
import { OperationCounts } from '../../metrics/operation-counts';
import type { Clock } from '../../ports';
import type { JobJournal } from '../records/job-journal';
import type { SentCounts } from '../records/job-records';
import { isPossible } from '../records/job-lifecycle';
import { type JobState, stateChange } from '../records/job-state';
import type { JobStatistics } from './job-statistics';

/**
 * When a run is killed, what it sent after its last note is lost. The first notes follow each other closely: a run that
 * is killed soon must not say that it sent nothing. Later ones, of some hundred bytes each, are small compared with the
 * records of blocks and files in the same time.
 */
const firstNoteMs = 250;
const noteEveryMs = 5_000;
const nothingSent: SentCounts = { requests: 0, retries: 0, throttled: 0, operations: [] };

export class AllRuns {
  /** Of the earlier runs; null when one of them did not record it. */
  readonly #earlierMs: number | null;
  readonly #earlierSent: SentCounts | null;
  readonly #earlierBytes: number;
  readonly #statistics: JobStatistics;
  readonly #elapsedMs: () => number;

  /** `elapsedMs`: of this run. */
  constructor(jobState: JobState, statistics: JobStatistics, elapsedMs: () => number) {
    const { ranMs, sent, files, bytesDone } = jobState;
    this.#earlierMs = ranMs ?? (files === 0 ? 0 : null);
    this.#earlierSent = sent ?? (files === 0 ? nothingSent : null);
    this.#earlierBytes = bytesDone;
    this.#statistics = statistics;
    this.#elapsedMs = elapsedMs;
  }

  /** The requests of all runs by account and operation; null when one of them did not record them. */
  get operations(): readonly SentOperation[] | null {
    const earlier = this.#earlierSent?.operations;
    if (earlier === undefined) return null;
    const all = new OperationCounts();
    for (const sent of [...earlier, ...this.#statistics.operations]) all.add(sent, sent.requests);
    return all.answer();
  }

  get sent(): Omit<SentCounts, 'operations'> | null {
    if (this.#earlierSent === null) return null;
    const { requests, retries, throttled } = this.#earlierSent;
    return {
      requests: requests + this.#statistics.requests,
      retries: retries + this.#statistics.retries,
      throttled: throttled + this.#statistics.throttled,
    };
  }

  /** Average rate over all runs, or over this one when the time of the others is unknown. */
  measured({ bytesDone, ranMs }: JobState): { readonly bytes: number; readonly elapsedMs: number } {
    if (ranMs !== null) return { bytes: bytesDone, elapsedMs: ranMs };
    return { bytes: bytesDone - this.#earlierBytes, elapsedMs: this.#elapsedMs() };
  }

  /** For a record of the state. */
  recordFields(): { readonly ranMs?: number; readonly sent?: SentCounts } {
    const { sent, operations } = this;
    return {
      ...(this.#earlierMs === null ? {} : { ranMs: this.#earlierMs + Math.round(this.#elapsedMs()) }),
      ...(sent === null ? {} : { sent: { ...sent, ...(operations === null ? {} : { operations }) } }),
    };
  }

  /** Resolves when `signal` aborts. */
  async note(jobState: JobState, journal: JobJournal, clock: Clock, signal: AbortSignal): Promise<void> {
    let noted = 0;
    let waitMs = firstNoteMs;
    for (;;) {
      try {
        await clock.sleep(waitMs, signal);
      } catch {
        return;
      }
      const { requests } = this.#statistics;
      if (requests === noted || !isPossible(jobState, 'measured')) continue;
      noted = requests;
      waitMs = Math.min(2 * waitMs, noteEveryMs);
      const recorded = this.recordFields();
      if (Object.keys(recorded).length === 0) continue;
      const { insists } = jobState;
      journal.note(stateChange(jobState, { type: 'measured' }, { atMs: clock.now(), insists, ...recorded }));
    }
  }
}
