// A query whose key range is read in parallel: pages in key order with their cost, each with a token that holds the
// position of every range. The rows are the same as in a serial read.
import { cancelled, StowageError } from '@shared/errors';
import { createSerialQueue } from '@shared/serial-queue';
import type { Entity } from '@shared/model/entity';
import {
  type PageForm,
  type FetchedPage,
  type Position,
  type RangeRequest,
  type ReadingAccount,
  type RowForm,
  costTogether,
  entityForm,
  fetchPage,
  PageWaits,
  type RowKeys,
  type HeldPage,
  type PageRows,
  accepted,
  countOf,
  entityPage,
  joined,
  packedPage,
  rowForms,
} from '../page';
import type { PageStats, PageWait, QueryPage } from '@shared/model/query-page';
import type { PackedPage } from '@shared/rows/packed-page';
import { classify } from '@shared/query/cost-class';
import { prefixCheck } from '@shared/query/evaluate';
import type { CostVerdict, TableQuery } from '@shared/model/table-query';
import { checkedFilter } from '@shared/query/key-filter';
import { t } from '@shared/strings/t';
import type { Clock } from '../../ports';
import { type QueryIdentity, invalidToken } from '../resume-token';
import { type ReadColumns, ReadCheck, readColumns } from '../read-check';
import { type ScanTarget, scanTarget } from './key-range';
import { RangeReader } from './range-reader';
import { type ReadPage, ScanRanges } from './scan-ranges';
import { ReadSlots } from './read-slots';
import { type ScanCheckpoint, decodeScanToken, encodeScanToken } from './scan-token';

export interface ParallelQueryOptions {
  readonly account: ReadingAccount;
  readonly clock: Clock;
  readonly query: TableQuery;
  readonly fromToken?: string | undefined;
  /** Requests in flight at once, 1…32. */
  readonly concurrency: number;
  readonly order: 'key' | 'any';
  /** The form in which pages will be requested and are held until then; default entities. */
  readonly form?: PageForm | undefined;
}

/**
 * Null when the query cannot be split: a single row, contradictory keys, or a filter at its maximum length.
 * @throws StowageError `invalid.name`, `invalid.key`, `invalid.filter`, `invalid.input`, `invalid.token`
 */
export function openParallelQuery(options: ParallelQueryOptions): ParallelQuery | null {
  const { node, text } = checkedFilter(options.query);
  const target = scanTarget(node);
  return target === null ? null : new ParallelQuery(options, text, classify(node), target);
}

class ParallelQuery {
  readonly filter: string;
  readonly verdict: CostVerdict;
  readonly #options: ParallelQueryOptions;
  readonly #identity: QueryIdentity;
  readonly #slots: ReadSlots;
  readonly #ranges: ScanRanges;
  readonly #reader: RangeReader;
  readonly #accept: ((row: Entity) => boolean) | null;
  readonly #columns: ReadColumns;
  readonly #top: number;
  /** Requests since the last page that looked for keys to split at. */
  #probes: FetchedPage[] = [];
  /** Requests that were sent and that no page has reported, and those of them that searched for split keys. */
  readonly #untold = { requests: 0, probes: 0 };
  #rowsLeft: number;
  #answered = false;
  #closed = false;
  readonly #queue = createSerialQueue();
  readonly #waits: PageWaits;

  constructor(options: ParallelQueryOptions, filter: string, verdict: CostVerdict, { whole, rest }: ScanTarget) {
    const { account, query, fromToken, order } = options;
    this.#waits = new PageWaits(options.clock);
    this.filter = filter;
    this.verdict = verdict;
    this.#options = options;
    this.#identity = { accountName: account.descriptor.accountName, table: query.table, filters: [filter] };
    const start: ScanCheckpoint = { ranges: [{ range: whole, position: { kind: 'start' } }], after: null };
    const checkpoint = fromToken === undefined ? start : decodeScanToken(this.#identity, fromToken);
    this.#slots = new ReadSlots(options.concurrency);
    this.#rowsLeft = query.limit ?? Infinity;
    this.#top = Math.min(query.pageSize, this.#rowsLeft);
    this.#accept = prefixCheck(query);
    const { node } = checkedFilter(query);
    const columns = readColumns(query, node);
    this.#columns = columns;
    this.#ranges = new ScanRanges({ stand: checkpoint, rest, order });
    this.#reader = new RangeReader({
      ranges: this.#ranges,
      slots: this.#slots,
      checkOf: (range) => new ReadCheck({ account, table: query.table, node, columns, accept: null, range }),
      top: this.#top,
      fetchPage: (text, from, signal) => this.#fetch(text, from, signal),
      probe: (text, signal) => this.#probe(text, signal),
    });
    if (order === 'any') this.#reader.readAhead();
  }

  /** Known ranges that are not finished. */
  get ranges(): number {
    return Math.max(1, this.#ranges.left.length);
  }

  get pageWait(): PageWait | null {
    return this.#waits.now;
  }

  begin(): void {
    this.#reader.begin();
  }

  setConcurrency(concurrency: number): void {
    this.#slots.setRequested(concurrency);
  }

  async nextPage(signal?: AbortSignal): Promise<QueryPage> {
    return entityPage(await this.#queue.take(() => this.#pull(signal)));
  }

  async nextPackedPage(signal?: AbortSignal): Promise<PackedPage> {
    return packedPage(await this.#queue.take(() => this.#pull(signal)));
  }

  close(): void {
    this.#closed = true;
    void this.#reader.stop();
  }

  async #pull(signal?: AbortSignal): Promise<HeldPage> {
    if (this.#closed || signal?.aborted === true) throw cancelled();
    const { clock } = this.#options;
    const startedMs = clock.monotonic();
    const pieces: PageRows[] = [];
    const pages: FetchedPage<PageRows>[] = [];
    let rows = 0;
    while (this.#rowsLeft > 0) {
      const page = await this.#nextOf(rows, signal);
      if (page === null) break;
      const count = countOf(page.rows);
      pages.push(page.fetched);
      if (count > 0) pieces.push(page.rows);
      rows += count;
      this.#rowsLeft -= count;
      // The empty end of a range is not a separate page; an empty page with a token is.
      if (countOf(page.fetched.rows) === 0 && page.fetched.next.kind !== 'end') break;
    }
    this.#reader.readAhead();
    const more = this.#rowsLeft > 0 && !this.#ranges.isDone;
    // The requests in flight would return unwanted rows.
    if (!more) await this.#reader.stop();
    const checkpoint = this.#ranges.stand();
    return {
      held: joined(pieces),
      stats: this.#stats(rows, pages, { more, waitedMs: clock.monotonic() - startedMs }),
      more,
      token: checkpoint === null ? null : encodeScanToken(this.#identity, checkpoint),
      scan: {
        concurrency: this.#slots.requested,
        allowed: this.#slots.allowed,
        ranges: this.#ranges.done + this.#ranges.left.length,
        rangesDone: this.#ranges.done,
        throttles: this.#slots.throttles,
      },
    };
  }

  /** Waits for the first page and adds others that have arrived and fit. */
  async #nextOf(rows: number, signal: AbortSignal | undefined): Promise<ReadPage | null> {
    try {
      if (rows === 0) return await this.#reader.next(this.#rowsLeft, signal);
    } catch (thrown) {
      throw this.#closed ? cancelled() : thrown;
    }
    const ready = this.#ranges.readyRows();
    return ready === null || rows + ready > this.#top ? null : this.#ranges.takeReady(this.#rowsLeft);
  }

  async #fetch(filter: string, from: Position, signal: AbortSignal): Promise<FetchedPage<PageRows>> {
    const { query, fromToken, form = 'entities' } = this.#options;
    const range = { table: query.table, filter, select: this.#columns.requested, top: this.#top };
    try {
      const page = await this.#request({ range, from, form: rowForms[form], signal, for: 'rows' });
      this.#answered = true;
      return { ...page, rows: accepted(page.rows, this.#accept) };
    } catch (thrown) {
      const isFirstOfResumed = fromToken !== undefined && !this.#answered && from.kind === 'at';
      if (!isFirstOfResumed || !(thrown instanceof StowageError) || thrown.code !== 'invalid.refused') throw thrown;
      throw invalidToken(t`the service rejected it.`, t`Run the query from the start.`, thrown);
    }
  }

  async #probe(filter: string, signal: AbortSignal): Promise<RowKeys | null> {
    const range = { table: this.#options.query.table, filter, select: ['PartitionKey', 'RowKey'], top: 1 };
    let from: Position = { kind: 'start' };
    do {
      const page: FetchedPage = await this.#request({ range, from, form: entityForm, signal, for: 'cuts' });
      this.#probes.push(page);
      const [row] = page.rows;
      if (row !== undefined) return row;
      from = page.next;
    } while (from.kind !== 'end');
    return null;
  }

  #request<Rows>({ range, from, form, signal, for: wanted }: ReadRequest<Rows>): Promise<FetchedPage<Rows>> {
    const { account, clock } = this.#options;
    return fetchPage(account, range, from, form, {
      clock,
      signal,
      onSent: () => {
        this.#untold.requests += 1;
        if (wanted === 'cuts') this.#untold.probes += 1;
      },
      onThrottled: () => this.#slots.throttled(),
      onRetry: this.#waits.noteRetry,
      onHeld: this.#waits.noteHeld,
    }).finally(() => this.#waits.end());
  }

  #stats(rows: number, pages: readonly FetchedPage<unknown>[], { more, waitedMs }: PageEnd): PageStats {
    const found = this.#probes;
    this.#probes = [];
    // The last page also reports wasted requests: aborted, failed, or read ahead and not wanted.
    const { requests, probes } = more
      ? { requests: found.length + pages.length, probes: found.length }
      : { ...this.#untold };
    this.#untold.requests -= requests;
    this.#untold.probes -= probes;
    return {
      latencyMs: waitedMs,
      firstByteMs: pages.length === 0 ? 0 : Math.min(...pages.map((page) => page.firstByteMs), waitedMs),
      rows,
      ...costTogether([...found, ...pages]),
      requests,
      ...(probes === 0 ? {} : { probes }),
      ended: this.#ranges.isDone ? 'last' : rows >= this.#top ? 'page-size' : 'boundary',
    };
  }
}

interface ReadRequest<Rows> {
  readonly range: RangeRequest;
  readonly from: Position;
  readonly form: RowForm<Rows>;
  readonly signal: AbortSignal;
  /** Rows that are returned, or the first row of a range, which determines where it can be split. */
  readonly for: 'rows' | 'cuts';
}

interface PageEnd {
  readonly more: boolean;
  readonly waitedMs: number;
}
