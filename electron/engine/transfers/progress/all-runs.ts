// Time and requests of all runs of a job together: those of earlier runs from the journal, plus the current one.
// Recorded regularly, so that a killed run counts too.
import type { SentOperation } from '@shared/model/monitor';
import type { Account } from '../../azure/account';
import { Histogram } from '../../metrics/histogram';
import { OperationCounts } from '../../metrics/operation-counts';
import type { RequestRecord } from '../../metrics/request-record';
import type { Clock } from '../../ports';
import type { LatencyShape } from '../api';
import type { JobJournal } from '../records/job-journal';
import { isPossible } from '../../jobs/lifecycle';
import type { SentCounts } from '../records/job-records';
import { type JobState, stateChange } from '../records/job-state';
import type { JobReport } from '../worker/messages';

/**
 * When a run is killed, what it sent after its last note is lost. The first notes follow each other closely: a run that
 * is killed soon must not seem to have sent nothing. Later ones, of some hundred bytes each, are small compared with the
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

/** Counts what one job costs in requests, retries and latency, from the records its workers send. */
export class JobStatistics {
  readonly #latency = new Histogram();
  readonly #operations = new OperationCounts();
  #requests = 0;
  #retries = 0;
  #throttled = 0;

  get requests(): number {
    return this.#requests;
  }
  /** Requests by account and operation, in the order in which they first came. */
  get operations(): readonly SentOperation[] {
    return this.#operations.answer();
  }
  get retries(): number {
    return this.#retries;
  }
  get throttled(): number {
    return this.#throttled;
  }
  /** Milliseconds; zeros before the first request ended. */
  get latencyMs(): LatencyShape {
    const at = (fraction: number): number => this.#latency.percentileMs(fraction);
    return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
  }

  report({ ended, retried }: Pick<JobReport, 'ended' | 'retried'>): void {
    for (const record of ended) this.record(record);
    this.#retries += retried.length;
  }

  record(record: RequestRecord): void {
    this.#requests += 1;
    this.#operations.add(record);
    if (record.status === 429 || record.status === 503) this.#throttled += 1;
    this.#latency.record(record.totalMs);
  }

  retried(): void {
    this.#retries += 1;
  }
}

/** An account that also counts requests for a job: those of its planning, which no worker thread sends. */
export function countedAccount(account: Account, statistics: JobStatistics): Account {
  return {
    ...account,
    send: async (request) =>
      account.send({
        ...request,
        onRetry: (cause, next) => {
          statistics.retried();
          request.onRetry?.(cause, next);
        },
        onEnded: (record) => {
          statistics.record(record);
          request.onEnded?.(record);
        },
      }),
  };
}
