// What all runs of a job took and sent together: what the journal says of the earlier ones, and this one beside it. It is
// written down now and then, so that a run which is killed counts too.
import type { SentOperation } from '@shared/model/monitor';
import { OperationCounts } from '../../metrics/operation-counts';
import type { Clock } from '../../ports';
import type { JobJournal } from '../records/job-journal';
import type { SentCounts } from '../records/job-records';
import { type JobStanding, insistenceKept } from '../records/job-standing';
import type { JobStatistics } from './job-statistics';

/**
 * Each run begins with what the earlier ones took. Of one that is killed, what it sent after its last note is lost. A note
 * of some hundred bytes is little beside the blocks and files that are written down in the same time.
 */
const noteEveryMs = 5_000;
const nothingSent: SentCounts = { requests: 0, retries: 0, throttled: 0, operations: [] };

export class AllRuns {
  /** Of the runs before this one; null where one of them did not write it down. */
  readonly #earlierMs: number | null;
  readonly #earlierSent: SentCounts | null;
  readonly #earlierBytes: number;
  readonly #statistics: JobStatistics;
  readonly #elapsedMs: () => number;

  /** `elapsedMs`: of this run. */
  constructor(standing: JobStanding, statistics: JobStatistics, elapsedMs: () => number) {
    const { ranMs, sent, files, bytesDone } = standing;
    this.#earlierMs = ranMs ?? (files === 0 ? 0 : null);
    this.#earlierSent = sent ?? (files === 0 ? nothingSent : null);
    this.#earlierBytes = bytesDone;
    this.#statistics = statistics;
    this.#elapsedMs = elapsedMs;
  }

  /** The requests of all runs by account and operation; null where one of them did not write that down. */
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

  /** Bytes done over the time that they took: of all runs, or of this one where nobody knows how long the others took. */
  measured({ bytesDone, ranMs }: JobStanding): { readonly bytes: number; readonly elapsedMs: number } {
    if (ranMs !== null) return { bytes: bytesDone, elapsedMs: ranMs };
    return { bytes: bytesDone - this.#earlierBytes, elapsedMs: this.#elapsedMs() };
  }

  /** For a record of the state. */
  kept(): { readonly ranMs?: number; readonly sent?: SentCounts } {
    const { sent, operations } = this;
    return {
      ...(this.#earlierMs === null ? {} : { ranMs: this.#earlierMs + Math.round(this.#elapsedMs()) }),
      ...(sent === null ? {} : { sent: { ...sent, ...(operations === null ? {} : { operations }) } }),
    };
  }

  /** Resolves when `signal` aborts. */
  async note(standing: JobStanding, journal: JobJournal, clock: Clock, signal: AbortSignal): Promise<void> {
    let noted = 0;
    for (;;) {
      try {
        await clock.sleep(noteEveryMs, signal);
      } catch {
        return;
      }
      const { requests } = this.#statistics;
      const { state, insists } = standing;
      if (requests === noted || (state !== 'planning' && state !== 'running')) continue;
      noted = requests;
      const kept = this.kept();
      if (Object.keys(kept).length === 0) continue;
      journal.note({ t: 'state', state, atMs: clock.now(), note: '', ...insistenceKept(insists), ...kept });
    }
  }
}
