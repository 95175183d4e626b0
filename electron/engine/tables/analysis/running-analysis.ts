// One analysis of a query's whole result: pulls pages, keeps statistics and no rows, can be paused between pages and
// goes on where it was.
import { cancelled } from '@shared/errors';
import type { AnalysisResult } from '@shared/analysis/analysis-result';
import { ResultAnalysis } from '@shared/analysis/result-analysis';
import type { StreamEvent } from '@shared/ipc/contract';
import type { AnalysisProgress } from '@shared/ipc/contract/analysis';
import type { TableQuery } from '@shared/query/filter';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { type ScannedPage, scanEntities } from '../scan/scan-entities';

export interface AnalysisOptions {
  readonly account: Account;
  readonly clock: Clock;
  readonly query: TableQuery;
  readonly depth: 'profile' | 'count';
}

/** Requests in flight at once. */
const concurrency = 8;
/** Progress is told four times a second at most. */
const progressMs = 250;
const largestPage = 1000;

export class RunningAnalysis {
  readonly #analysis: ResultAnalysis;
  readonly #pages: AsyncGenerator<ScannedPage, void, undefined>;
  readonly #ending = new AbortController();
  readonly #clock: Clock;
  readonly #limit: number | null;
  /** A page that was asked for before a pause. */
  #due: Promise<IteratorResult<ScannedPage, void>> | null = null;
  #turn: Promise<void> = Promise.resolve();
  #count: Omit<AnalysisProgress, 'rows' | 'distinctPartitions'> = {
    pages: 0,
    emptyPages: 0,
    requests: 0,
    retries: 0,
    bytes: 0,
    elapsedMs: 0,
    ended: 'no',
  };

  /** Nothing is sent yet. */
  constructor({ account, clock, query, depth }: AnalysisOptions) {
    this.#clock = clock;
    this.#limit = query.limit ?? null;
    this.#analysis = new ResultAnalysis({ depth });
    const asked = depth === 'count' ? { ...query, select: ['PartitionKey', 'RowKey'], pageSize: largestPage } : query;
    this.#pages = scanEntities(account, asked, {
      concurrency,
      order: 'any',
      signal: this.#ending.signal,
      clock,
    });
  }

  /**
   * Reads on until the end, or until `signal` aborts: then it pauses. Those who follow at once do so one after the other.
   * @throws StowageError `cancelled.by-user` when paused or forgotten; of the scan
   */
  follow(signal: AbortSignal, push: (event: StreamEvent<'tables.analyse'>) => void): Promise<void> {
    const turn = this.#turn.then(() => this.#readOn(signal, push));
    this.#turn = turn.catch(() => undefined);
    return turn;
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
    // The generator ends with the page under way; whoever follows is told so.
    void this.#pages.return().catch(() => undefined);
  }

  async #readOn(signal: AbortSignal, push: (event: StreamEvent<'tables.analyse'>) => void): Promise<void> {
    let toldMs = -Infinity;
    while (this.#count.ended === 'no') {
      const startedMs = this.#clock.monotonic();
      const next = await this.#nextPage(signal);
      if (next.done === true) {
        if (this.#ending.signal.aborted) throw cancelled();
        const isFull = this.#limit !== null && this.#analysis.rows >= this.#limit;
        this.#count = { ...this.#count, ended: isFull ? 'limit' : 'end' };
      } else this.#add(next.value);
      const nowMs = this.#clock.monotonic();
      this.#count = { ...this.#count, elapsedMs: this.#count.elapsedMs + (nowMs - startedMs) };
      if (this.#count.ended === 'no' && nowMs - toldMs >= progressMs) {
        toldMs = nowMs;
        push({ progress: this.progress(), result: null });
      }
    }
    push({ progress: this.progress(), result: this.result() });
  }

  /** The next page, unless somebody pauses first: then the page stays due. */
  #nextPage(signal: AbortSignal): Promise<IteratorResult<ScannedPage, void>> {
    if (signal.aborted) return Promise.reject(cancelled());
    this.#due ??= this.#pages.next();
    const due = this.#due;
    // Unheard while paused; whoever goes on hears of it.
    due.catch(() => undefined);
    return new Promise((resolve, reject) => {
      const pause = (): void => reject(cancelled());
      signal.addEventListener('abort', pause, { once: true });
      due.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', pause);
      });
    });
  }

  #add({ entities, page: { stats } }: ScannedPage): void {
    this.#due = null;
    this.#analysis.addPage(entities, stats);
    const { pages, emptyPages, requests, retries, bytes } = this.#count;
    this.#count = {
      ...this.#count,
      pages: pages + 1,
      emptyPages: emptyPages + (entities.length === 0 ? 1 : 0),
      requests: requests + (stats.requests ?? 1),
      retries: retries + stats.retries,
      bytes: bytes + stats.bytes,
    };
  }
}
