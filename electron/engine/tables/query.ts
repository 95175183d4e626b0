// One running query: its pages are pulled one by one with their cost, continuation tokens are followed (through empty
// pages too), and it can be stopped, resumed later from a token, and run as parallel ranges. Over 300 lines: the whole
// course of a query between the call of the window and the request for a page.
import { cancelled, StowageError } from '@shared/errors';
import { createSerialQueue } from '@shared/serial-queue';
import type { Entity } from '@shared/model/entity';
import type { PackedPage } from '@shared/rows/packed-page';
import {
  type PageForm,
  type FetchedPage,
  type FetchOptions,
  type PageRound,
  type Position,
  type ReadingAccount,
  fetchPage,
  isSamePosition,
  pageStats,
  PageWaits,
  type HeldPage,
  type PageRows,
  countOf,
  entitiesOf,
  entityPage,
  everyRow,
  packedPage,
  rowForms,
} from './page';
import type { PageWait, QueryPage } from '@shared/model/query-page';
import { classify } from '@shared/query/cost-class';
import { compareKeys, prefixCheck } from '@shared/query/evaluate';
import { type CostVerdict, type TableQuery, defaultParallelRanges, maxParallelRanges } from '@shared/model/table-query';
import { checkedFilter } from '@shared/query/key-filter';
import { parseFilter } from '@shared/query/odata';
import { t } from '@shared/strings/t';
import { partTargetOf } from '../azure/account';
import type { Clock } from '../ports';
import { type RangeStart, lowerBound, RangeMerge } from './query-ranges';
import { type ReadColumns, ReadCheck, isInKeyOrder, readColumns } from './read-check';
import { type QueryIdentity, decodeToken, encodeToken, invalidToken } from './resume-token';
import { openParallelQuery } from './scan/parallel-query';

export interface RunningQuery {
  /** The whole filter, also when it runs as parallel ranges; empty for none. */
  readonly filter: string;
  readonly verdict: CostVerdict;
  /** Number of ranges read in parallel, as far as known; 1 for an ordinary query. */
  readonly ranges: number;
  /** The wait of the pending page; null unless one of its requests was throttled or failed. */
  readonly pageWait: PageWait | null;
  /**
   * The next page, which may be empty. After the last one: an empty page with `more: false`. When `signal` aborts, the
   * page stays pending and the query usable. Concurrent calls are answered one after the other.
   */
  nextPage(signal?: AbortSignal): Promise<QueryPage>;
  /** The same with packed rows. Every query supports both; the `form` it was opened with is the cheaper one. */
  nextPackedPage(signal?: AbortSignal): Promise<PackedPage>;
  /** Requests the first page in advance. Has no effect for merged ranges. */
  begin(): void;
  /** How many requests may be in flight from now on, 1…32. A single range is read page after page regardless. */
  setConcurrency(concurrency: number): void;
  /** Aborts the requests in flight. */
  close(): void;
}

export interface QueryOptions {
  readonly account: ReadingAccount;
  readonly clock: Clock;
  readonly query: TableQuery;
  /** The continuation token of an earlier query of the same query. */
  readonly fromToken?: string | undefined;
  /**
   * The form in which pages will be requested; a query of one range decodes them directly into it. Default: entities.
   */
  readonly form?: PageForm | undefined;
}

/**
 * Checks everything that can be checked without the service and prepares the query; nothing is sent yet.
 * @throws StowageError `invalid.name`, `invalid.key`, `invalid.filter`, `invalid.input`, `invalid.token`
 */
export function openQuery(options: QueryOptions): RunningQuery {
  const { query } = options;
  // Without a promised order, ranges can be neither merged nor resumed by key: one range, in the service's own order.
  if (!isInKeyOrder(options.account)) {
    const { parallel: _parallel, splitOr: _split, ...whole } = query;
    return new RangeQuery({ ...options, query: whole });
  }
  if (query.parallel === undefined) return new RangeQuery(options);
  const isSplit = query.splitOr === true && classify(checkedFilter(query).node).splits.length > 0;
  const parallel = isSplit ? null : openParallelQuery({ ...options, concurrency: query.parallel, order: 'key' });
  return parallel ?? new RangeQuery(options);
}

/** A merged page is handed out at this age if it holds any row. */
const mergedPageMs = 250;

class RangeQuery implements RunningQuery {
  readonly filter: string;
  readonly verdict: CostVerdict;
  readonly ranges: number;
  readonly #options: QueryOptions;
  readonly #identity: QueryIdentity;
  readonly #merge: RangeMerge;
  /** For a query of a single range; null when several ranges are merged. */
  readonly #pages: RangePages<PageRows> | null;
  readonly #accept: ((row: Entity) => boolean) | null;
  readonly #top: number;
  readonly #resumed: boolean;
  #rowsLeft: number;
  #concurrency: number;
  #pagesPulled = 0;
  /** The pending page: rows and costs that arrived before a failure or a pause are retained. */
  #due: { readonly rows: Entity[]; readonly rounds: PageRound[] } = { rows: [], rounds: [] };
  /** A packed page of a single range that is handed out unchanged. */
  #whole: PageRows | null = null;
  #answered = false;
  #closed = false;
  #running: AbortController | null = null;
  readonly #queue = createSerialQueue();
  readonly #columns: ReadColumns;
  /** By the index of the range. */
  readonly #checks: readonly ReadCheck[];
  readonly #waits: PageWaits;

  constructor(options: QueryOptions) {
    this.#waits = new PageWaits(options.clock);
    const { account, query, fromToken } = options;
    const { node, text } = checkedFilter(query);
    this.filter = text;
    this.verdict = classify(node, partTargetOf(account.descriptor).service);
    const starts = query.splitOr === true && this.verdict.splits.length > 0 ? rangesOf(this.verdict) : [];
    if (starts.length === 0) starts.push({ filter: text, lower: lowerBound(node) });
    this.ranges = starts.length;
    this.#options = options;
    this.#identity = {
      accountName: account.descriptor.accountName,
      table: query.table,
      filters: starts.map(({ filter }) => filter),
    };
    this.#resumed = fromToken !== undefined;
    const point = fromToken === undefined ? null : decodeToken(this.#identity, fromToken);
    const accept = prefixCheck(query);
    const columns = readColumns(query, node);
    this.#accept = accept;
    this.#columns = columns;
    this.#checks = starts.map(({ filter }) => {
      const ofRange = starts.length === 1 ? node : parseFilter(filter);
      return new ReadCheck({ account, table: query.table, node: ofRange, columns, accept });
    });
    const order = isInKeyOrder(account) ? 'key' : 'service';
    this.#merge = new RangeMerge(starts, { from: point, accept: this.#accept ?? undefined, order });
    const [only] = starts;
    this.#pages =
      only === undefined || starts.length > 1
        ? null
        : new RangePages((from, onNext, signal) => this.#fetch(only.filter, from, { signal, onNext }));
    this.#rowsLeft = query.limit ?? Infinity;
    this.#top = Math.min(query.pageSize, this.#rowsLeft);
    this.#concurrency = query.parallel ?? defaultParallelRanges;
  }

  async nextPage(signal?: AbortSignal): Promise<QueryPage> {
    return entityPage(await this.#queue.take(() => this.#pull(signal)));
  }

  async nextPackedPage(signal?: AbortSignal): Promise<PackedPage> {
    return packedPage(await this.#queue.take(() => this.#pull(signal)));
  }

  get pageWait(): PageWait | null {
    return this.#waits.now;
  }

  begin(): void {
    const [due] = this.#merge.toFetch(1);
    if (due !== undefined) this.#pages?.begin(due.from);
  }

  setConcurrency(concurrency: number): void {
    this.#concurrency = Math.min(maxParallelRanges, Math.max(1, Math.round(concurrency)));
  }

  close(): void {
    this.#closed = true;
    this.#endRound();
  }

  async #pull(signal?: AbortSignal): Promise<HeldPage> {
    if (this.#closed || signal?.aborted === true) throw cancelled();
    const startedMs = this.#options.clock.monotonic();
    const { rows, rounds } = this.#due;
    while (this.#rowsLeft > 0 && !this.#merge.isDone) {
      const round = await this.#nextRound(signal);
      rounds.push(round);
      if (this.#whole !== null) break;
      const taken = this.#merge.take(this.#rowsLeft);
      this.#rowsLeft -= taken.length;
      rows.push(...taken);
      const sawEmpty = round.pages.some((page) => page.sent.rows === 0 && page.next.kind !== 'end');
      const isOld = this.#options.clock.monotonic() - startedMs >= mergedPageMs;
      if (this.ranges === 1 || rows.length >= this.#top || sawEmpty || (isOld && rows.length > 0)) break;
    }
    const held = this.#whole ?? { form: 'entities', rows };
    const count = countOf(held);
    if (this.#whole !== null) this.#rowsLeft -= count;
    this.#whole = null;
    this.#due = { rows: [], rounds: [] };
    this.#pagesPulled += 1;
    const more = this.#rowsLeft > 0 && !this.#merge.isDone;
    // The next page is fetched while the user reads this one.
    if (more && this.#pagesPulled > 1) this.#readAhead();
    const point = this.#merge.resumePoint();
    return {
      held,
      stats: pageStats(count, rounds, this.#merge.isDone ? 'last' : this.#top),
      more,
      token: point === null ? null : encodeToken(this.#identity, point),
    };
  }

  /** Reads the due pages in parallel. Pages that arrived are retained even when another one fails. */
  async #nextRound(signal?: AbortSignal): Promise<PageRound> {
    const { clock } = this.#options;
    const controller = new AbortController();
    this.#running = controller;
    signal?.addEventListener('abort', this.#endRound, { once: true });
    const startedMs = clock.monotonic();
    const reads = this.#merge.toFetch(this.#concurrency).map(async ({ index, filter, from }) => {
      const page = await (this.#pages === null
        ? this.#fetch(filter, from, { signal: controller.signal })
        : this.#pages.page(from, this.#readsOn ? 'read-on' : 'stay'));
      const rows = this.#checks[index]?.checked(page) ?? page.rows;
      if (this.#isWhole(rows)) {
        this.#whole = rows;
        this.#merge.passed(page.next);
      } else this.#merge.received(index, entitiesOf(rows), page.next);
      return page;
    });
    try {
      return { pages: await Promise.all(reads), wallMs: clock.monotonic() - startedMs };
    } catch (thrown) {
      controller.abort();
      await Promise.allSettled(reads);
      throw signal?.aborted === true || this.#closed ? cancelled() : thrown;
    } finally {
      this.#running = null;
      signal?.removeEventListener('abort', this.#endRound);
    }
  }

  /** Whether the page can be handed out unchanged: no row of it is dropped, and none waits before it. */
  #isWhole(held: PageRows): boolean {
    if (held.form === 'entities' || this.#merge.mayRepeat || countOf(held) > this.#rowsLeft) return false;
    return this.#accept === null || everyRow(held.blocks, this.#accept);
  }

  /**
   * A caller that requests a second page probably reads on, so the following page is requested ahead, unless the limit
   * ends the query.
   */
  get #readsOn(): boolean {
    return this.#pagesPulled > 0 && this.#rowsLeft > this.#top;
  }

  #readAhead(): void {
    const [due] = this.#merge.toFetch(1);
    if (due !== undefined) this.#pages?.readAhead(due.from);
  }

  readonly #endRound = (): void => {
    this.#running?.abort();
    this.#pages?.stop();
  };

  async #fetch(
    filter: string,
    from: Position,
    options: Pick<FetchOptions, 'signal' | 'onNext'>,
  ): Promise<FetchedPage<PageRows>> {
    const { account, query, clock, form = 'entities' } = this.#options;
    try {
      const range = { table: query.table, filter, select: this.#columns.requested, top: this.#top };
      const page = await fetchPage(account, range, from, rowForms[this.ranges > 1 ? 'entities' : form], {
        clock,
        ...options,
        onRetry: this.#waits.noteRetry,
        onHeld: this.#waits.noteHeld,
      });
      this.#answered = true;
      return page;
    } catch (thrown) {
      const isFirstOfResumed = this.#resumed && !this.#answered && from.kind === 'at';
      if (!isFirstOfResumed || !(thrown instanceof StowageError) || thrown.code !== 'invalid.refused') throw thrown;
      throw invalidToken(t`the service rejected it.`, t`Run the query from the start.`, thrown);
    } finally {
      this.#waits.end();
    }
  }
}

/** The ranges in key order. */
function rangesOf(verdict: CostVerdict): RangeStart[] {
  return verdict.splits
    .map((filter) => ({ filter, lower: lowerBound(parseFilter(filter)) }))
    .sort((left, right) => compareKeys(left.lower, right.lower));
}

/** @param onNext called when it is known where the next page starts */
export type PageFetch<Rows> = (
  from: Position,
  onNext: (next: Position) => void,
  signal: AbortSignal,
) => Promise<FetchedPage<Rows>>;

interface Fetching<Rows> {
  readonly from: Position;
  readonly page: Promise<FetchedPage<Rows>>;
  readonly ending: AbortController;
  /** It failed before any caller requested it, so it is requested again. */
  isStale: boolean;
  /** Null until the head of the response has arrived. */
  next: Position | null;
  /** Called with `next`. */
  onNext: ((next: Position) => void) | null;
}

export class RangePages<Rows> {
  readonly #fetch: PageFetch<Rows>;
  #current: Fetching<Rows> | null = null;
  #ahead: Fetching<Rows> | null = null;

  constructor(fetch: PageFetch<Rows>) {
    this.#fetch = fetch;
  }

  /**
   * The page that starts at `from`, which may have been requested already. One call at a time. Rejects as the fetch
   * does.
   * @param then `read-on`: requests the following page as soon as it is known where it starts
   */
  async page(from: Position, then: 'read-on' | 'stay'): Promise<FetchedPage<Rows>> {
    const early = this.#takeAhead(from);
    const fetching = early === null || early.isStale ? this.#start(from) : early;
    this.#current = fetching;
    if (then === 'read-on') {
      fetching.onNext = (next) => this.readAhead(next);
      if (fetching.next !== null) this.readAhead(fetching.next);
    }
    try {
      return await fetching.page;
    } catch (thrown) {
      throw fetching.ending.signal.aborted ? cancelled() : thrown;
    } finally {
      this.#current = null;
    }
  }

  /**
   * Requests the page that starts at `from` in advance. If that fails before the page is wanted, it is requested again.
   */
  readAhead(from: Position): void {
    if (from.kind === 'end' || (this.#ahead !== null && isSamePosition(this.#ahead.from, from))) return;
    this.#ahead?.ending.abort();
    const ahead = this.#start(from);
    this.#ahead = ahead;
    ahead.page.catch(() => {
      ahead.isStale = true;
    });
  }

  /** Requests the first page, which the caller will want for sure, so that its failure is reported too. */
  begin(from: Position): void {
    this.#ahead = this.#start(from);
  }

  /** Aborts the requests in flight; pending calls reject with `cancelled.by-user`. */
  stop(): void {
    this.#current?.ending.abort();
    this.#ahead?.ending.abort();
    this.#ahead = null;
  }

  #start(from: Position): Fetching<Rows> {
    const abort = new AbortController();
    const report = (next: Position): void => {
      fetching.next = next;
      fetching.onNext?.(next);
    };
    const page = this.#fetch(from, report, abort.signal);
    const fetching: Fetching<Rows> = { from, page, ending: abort, isStale: false, next: null, onNext: null };
    // The caller of `page` gets the failure; there may be no caller yet.
    page.catch(() => undefined);
    return fetching;
  }

  #takeAhead(from: Position): Fetching<Rows> | null {
    const ahead = this.#ahead;
    this.#ahead = null;
    if (ahead === null || isSamePosition(ahead.from, from)) return ahead;
    ahead.ending.abort();
    return null;
  }
}
