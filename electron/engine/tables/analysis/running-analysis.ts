// One analysis of a query's whole result: reads pages and stores statistics but no rows. After a pause or a failure it
// resumes where it stopped.
import { StowageError, cancelled } from '@shared/errors';
import type { AnalysisResult } from '@shared/analysis/analysis-result';
import { ResultAnalysis } from '@shared/analysis/result-analysis';
import { createSerialQueue } from '@shared/serial-queue';
import type { StreamEvent } from '@shared/ipc/contract';
import type { AnalysisProgress } from '@shared/ipc/contract/analysis';
import type { QueryPage } from '@shared/model/query-page';
import type { TableQuery } from '@shared/model/table-query';
import type { Clock } from '../../ports';
import type { ReadingAccount } from '../page';
import type { RunningQuery } from '../query';
import { openReading } from '../scan-entities';

export interface AnalysisOptions {
  readonly account: ReadingAccount;
  readonly clock: Clock;
  readonly query: TableQuery;
  readonly depth: 'profile' | 'count';
}

/** Requests in flight at once. */
const concurrency = 8;
/** Progress is reported four times a second at most. */
const progressMs = 250;
const largestPage = 1000;

export class RunningAnalysis {
  readonly #analysis: ResultAnalysis;
  readonly #reading: Pick<RunningQuery, 'nextPage' | 'close'>;
  readonly #ending = new AbortController();
  readonly #clock: Clock;
  readonly #limit: number | null;
  #account: ReadingAccount;
  /** A page that was requested before a pause. */
  #due: Promise<QueryPage> | null = null;
  readonly #queue = createSerialQueue();
  #count: Omit<AnalysisProgress, 'rows' | 'distinctPartitions'> = {
    pages: 0,
    emptyPages: 0,
    requests: 0,
    probes: 0,
    retries: 0,
    bytes: 0,
    elapsedMs: 0,
    ended: 'no',
  };

  /**
   * Nothing is sent yet.
   * @throws StowageError as `openReading`
   */
  constructor({ account, clock, query, depth }: AnalysisOptions) {
    this.#clock = clock;
    this.#account = account;
    this.#limit = query.limit ?? null;
    this.#analysis = new ResultAnalysis({ depth });
    const readQuery =
      depth === 'count' ? { ...query, select: ['PartitionKey', 'RowKey'], pageSize: largestPage } : query;
    const current: ReadingAccount = {
      descriptor: account.descriptor,
      send: (request) => this.#account.send(request),
    };
    // A limit means the first rows in key order; for a whole result any order will do.
    const order = this.#limit === null ? 'any' : 'key';
    this.#reading = openReading(current, readQuery, { concurrency, order, clock });
  }

  /** Whether anything was counted, so that resuming is cheaper than starting over. */
  get hasBegun(): boolean {
    return this.#count.pages > 0;
  }

  /**
   * Uses this account from now on, because the connection may have a new key or address.
   * @throws StowageError `not-found.session` when it is another account, whose rows cannot be added to those already
   * counted
   */
  readThrough(account: ReadingAccount): void {
    if (account.descriptor.accountName !== this.#account.descriptor.accountName) {
      throw new StowageError(
        'not-found.session',
        'The connection leads to another account now; start the reading over.',
      );
    }
    this.#account = account;
  }

  /**
   * Reads until the end, or until `signal` aborts, which pauses the analysis. Concurrent calls run in sequence. After a
   * failure it can be called again: counts are retained, and the failed page is requested again.
   * @throws StowageError `cancelled.by-user` when paused or dropped; the errors of reading
   */
  follow(signal: AbortSignal, push: (event: StreamEvent<'tables.analyse'>) => void): Promise<void> {
    return this.#queue.take(() => this.#readOn(signal, push));
  }

  progress(): AnalysisProgress {
    return {
      ...this.#count,
      rows: this.#analysis.rows,
      distinctPartitions: this.#analysis.distinctPartitions(),
    };
  }

  result(): AnalysisResult {
    return this.#analysis.result();
  }

  end(): void {
    this.#ending.abort();
    // Callers of `follow` are notified by the rejection.
    this.#reading.close();
  }

  async #readOn(signal: AbortSignal, push: (event: StreamEvent<'tables.analyse'>) => void): Promise<void> {
    let lastReportMs = -Infinity;
    while (this.#count.ended === 'no') {
      const startedMs = this.#clock.monotonic();
      this.#add(await this.#nextPage(signal));
      const nowMs = this.#clock.monotonic();
      this.#count = { ...this.#count, elapsedMs: this.#count.elapsedMs + (nowMs - startedMs) };
      if (this.#count.ended === 'no' && nowMs - lastReportMs >= progressMs) {
        lastReportMs = nowMs;
        push({ progress: this.progress(), result: null });
      }
    }
    push({ progress: this.progress(), result: this.result() });
  }

  /** The next page. If the analysis is paused first, the page stays due. */
  #nextPage(signal: AbortSignal): Promise<QueryPage> {
    if (signal.aborted) return Promise.reject(cancelled());
    this.#due ??= this.#reading.nextPage(this.#ending.signal);
    const due = this.#due;
    // No caller awaits it while paused; the next call requests the page again.
    due.catch(() => {
      if (this.#due === due) this.#due = null;
    });
    return new Promise((resolve, reject) => {
      const pause = (): void => reject(cancelled());
      signal.addEventListener('abort', pause, { once: true });
      due.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', pause);
      });
    });
  }

  #add({ rows, stats, more }: QueryPage): void {
    this.#due = null;
    this.#analysis.addPage(rows, stats);
    const isFull = this.#limit !== null && this.#analysis.rows >= this.#limit;
    const { pages, emptyPages, requests, probes, retries, bytes } = this.#count;
    this.#count = {
      ...this.#count,
      pages: pages + 1,
      emptyPages: emptyPages + (rows.length === 0 ? 1 : 0),
      requests: requests + (stats.requests ?? 1),
      probes: probes + (stats.probes ?? 0),
      retries: retries + stats.retries,
      bytes: bytes + stats.bytes,
      ended: more ? 'no' : isFull ? 'limit' : 'end',
    };
  }
}
