// One page of one range: the request, its rows (packed from the bytes of the response, or as entities), the
// continuation token, its cost, and what it waits for. A truncated response is requested again; part of a page never
// passes for the whole. Over 300 lines: everything between a range of keys and its rows.
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { PackedPage } from '@shared/rows/packed-page';
import type { PageStats, PageWait, QueryPage, SentRequest } from '@shared/model/query-page';
import { type ReadRange, readHeaders, readParameters } from '@shared/query/read-request';
import type { Account, ServiceRequest, ServiceResponse } from '../azure/account';
import type { Clock } from '../ports';
import { KiB, MiB } from '@shared/units';
import { type ReceivedAnswer, AnswerMemory } from './answer-memory';
import { decodePage } from './entity-codec';
import { type PackedRows, keysOf, packBlocks, unpackRows } from '@shared/rows/packed-rows';
import { RowView } from '@shared/rows/row-view';
import { decodePacked } from './packing/packed-page';

/** What reading needs of an account. The credential behind it may change between requests. */
export type ReadingAccount = Pick<Account, 'descriptor' | 'onEmptyPages' | 'send'>;

/**
 * The position in a range: its start, a continuation token, or its end. The token is opaque; its RowKey may be absent.
 */
export type Position =
  | { readonly kind: 'start' }
  | { readonly kind: 'at'; readonly partitionKey: string; readonly rowKey: string | null }
  | { readonly kind: 'end' };

/** The key of a row. */
export interface RowKeys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

export function isSamePosition(one: Position, other: Position): boolean {
  if (one.kind !== 'at' || other.kind !== 'at') return one.kind === other.kind;
  return one.partitionKey === other.partitionKey && one.rowKey === other.rowKey;
}

/** A continuation token as one text, to compare it with others. */
export function tokenText({ partitionKey, rowKey }: Position & { readonly kind: 'at' }): string {
  return JSON.stringify([partitionKey, rowKey]);
}

export interface RangeRequest extends ReadRange {
  readonly table: string;
}

/** The form in which rows are held. `decode` throws as `decodePage` and must not keep the bytes. */
export interface RowForm<Rows> {
  decode(body: Buffer): Rows;
  count(rows: Rows): number;
}

export const entityForm: RowForm<readonly Entity[]> = { decode: decodePage, count: (rows) => rows.length };

export interface FetchedPage<Rows = readonly Entity[]> {
  readonly rows: Rows;
  readonly next: Position;
  readonly latencyMs: number;
  readonly firstByteMs: number;
  readonly bytes: number;
  readonly retries: number;
  readonly decodeMs: number;
  /** The request as it is shown to the user. */
  readonly sent: SentRequest;
}

export interface FetchOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  /** Called once, when the request is sent: not for one that was cancelled before. */
  readonly onSent?: (() => void) | undefined;
  /** Called each time the service throttles the request, while it waits to be retried. */
  readonly onThrottled?: (() => void) | undefined;
  /** Called each time the request will be retried, with the reason. */
  readonly onRetry?: ServiceRequest['onRetry'];
  /** Called when the request waits because the account is throttled. */
  readonly onHeld?: ServiceRequest['onHeld'];
  /** Called as soon as the head of the response reveals where the next page starts, before any row. */
  readonly onNext?: ((next: Position) => void) | undefined;
}

const maxAttempts = 3;

/** A page holds up to 4 MiB; two buffers are retained, for the current page and the one read ahead. */
const answers = new AnswerMemory({ defaultBytes: 128 * KiB, maxRetainedBytes: 4 * MiB, maxRetained: 2 });

/** @throws StowageError of the transport; `network.truncated` when the response is truncated again and again */
export async function fetchPage<Rows>(
  account: ReadingAccount,
  range: RangeRequest,
  from: Position,
  form: RowForm<Rows>,
  options: FetchOptions,
): Promise<FetchedPage<Rows>> {
  const answer = answers.acquire();
  try {
    return await fetchInto(answer, { account, range, from, form, ...options });
  } finally {
    answers.release(answer);
  }
}

interface WantedPage<Rows> extends FetchOptions {
  readonly account: ReadingAccount;
  readonly range: RangeRequest;
  readonly from: Position;
  readonly form: RowForm<Rows>;
}

async function fetchInto<Rows>(answer: ReceivedAnswer, wanted: WantedPage<Rows>): Promise<FetchedPage<Rows>> {
  const { account, range, from, form, clock, signal, onSent, onThrottled, onRetry, onHeld, onNext } = wanted;
  let retries = 0;
  let isSent = false;
  const parameters = queryOf(range, from);
  const path = `/${range.table}()`;
  const startedAtMs = clock.now();
  const queuedMs = clock.monotonic();
  for (let attempt = 1; ; attempt += 1) {
    const response = await account.send({
      service: 'table',
      operation: 'QueryEntities',
      method: 'GET',
      path,
      resource: range.table,
      query: parameters,
      headers: readHeaders,
      replay: 'safe',
      target: answer,
      onAttempt: () => {
        answer.clear();
        if (!isSent) onSent?.();
        isSent = true;
      },
      ...(onHeld === undefined ? {} : { onHeld }),
      ...(onNext === undefined ? {} : { onHead: (head) => onNext(positionAfter(head)) }),
      onRetry: (cause, next) => {
        onRetry?.(cause, next);
        if (cause === '503' || cause === '429') onThrottled?.();
      },
      signal,
    });
    retries += response.attempts - 1;
    const startedMs = clock.monotonic();
    try {
      const rows = form.decode(answer.bytes);
      const count = form.count(rows);
      const decodeMs = clock.monotonic() - startedMs;
      const next = positionAfter(response);
      const { status, totalMs: latencyMs, firstByteMs } = response;
      const bytes = answer.bytes.length;
      return {
        rows,
        next,
        latencyMs,
        firstByteMs,
        bytes,
        retries,
        decodeMs,
        sent: {
          method: 'GET',
          address: `${account.descriptor.endpoints.table ?? ''}${path}`,
          parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })),
          startedAtMs,
          queueMs: Math.max(0, startedMs - queuedMs - latencyMs),
          firstByteMs,
          downloadMs: Math.max(0, latencyMs - firstByteMs),
          decodeMs,
          status,
          rows: count,
          bytes,
          retries,
          ended: next.kind === 'end' ? 'last' : count >= range.top ? 'page-size' : 'boundary',
        },
      };
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (failure.code !== 'network.truncated' || attempt === maxAttempts) {
        throw new StowageError(failure.code, failure.message, {
          retry: failure.retry,
          context: { table: range.table, operation: 'QueryEntities', attempts: attempt },
          requestId: response.headers['x-ms-request-id'],
          cause: thrown,
        });
      }
      retries += 1;
    }
  }
}

function queryOf(range: RangeRequest, from: Position): Record<string, string> {
  return {
    ...readParameters(range),
    ...(from.kind === 'at' ? { NextPartitionKey: from.partitionKey } : {}),
    ...(from.kind === 'at' && from.rowKey !== null ? { NextRowKey: from.rowKey } : {}),
  };
}

function positionAfter({ headers }: Pick<ServiceResponse, 'headers'>): Position {
  const partitionKey = headers['x-ms-continuation-nextpartitionkey'];
  if (partitionKey === undefined) return { kind: 'end' };
  return { kind: 'at', partitionKey, rowKey: headers['x-ms-continuation-nextrowkey'] ?? null };
}

/** Pages that were read concurrently, one of each range that was due. */
export interface PageRound {
  readonly pages: readonly FetchedPage<unknown>[];
  readonly wallMs: number;
}

/** @param end `last`, or how many rows make a full page */
export function pageStats(rows: number, rounds: readonly PageRound[], end: 'last' | number): PageStats {
  const pages = rounds.flatMap((round) => round.pages);
  const [only] = pages;
  const isFull = end !== 'last' && (rows >= end || pages.some((page) => page.sent.rows >= end));
  return {
    // Pages of one round are read concurrently, so a round counts once.
    latencyMs: only !== undefined && pages.length === 1 ? only.latencyMs : rounds.reduce((ms, r) => ms + r.wallMs, 0),
    firstByteMs: pages.length === 0 ? 0 : Math.min(...pages.map((page) => page.firstByteMs)),
    rows,
    ...costTogether(pages),
    ended: end === 'last' ? 'last' : isFull ? 'page-size' : 'boundary',
  };
}

/** The costs that simply add up, whichever pages were read concurrently. */
export function costTogether(
  pages: readonly FetchedPage<unknown>[],
): Pick<PageStats, 'bytes' | 'retries' | 'requests' | 'decodeMs' | 'sent'> {
  const sum = (of: (page: FetchedPage<unknown>) => number): number =>
    pages.reduce((total, page) => total + of(page), 0);
  return {
    bytes: sum((page) => page.bytes),
    retries: sum((page) => page.retries),
    requests: pages.length,
    decodeMs: sum((page) => page.decodeMs),
    sent: pages.map((page) => page.sent),
  };
}

type Held = Parameters<NonNullable<ServiceRequest['onHeld']>>[0];
type Retry = Parameters<NonNullable<ServiceRequest['onRetry']>>;

export class PageWaits {
  readonly #clock: Clock;
  #latest: (Omit<PageWait, 'dueInMs'> & { readonly dueMs: number }) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly noteRetry = (...[cause, { attempt, afterMs }]: Retry): void => {
    this.#latest = { why: whyOf(cause), attempt, dueMs: this.#clock.monotonic() + afterMs };
  };

  /**
   * A wait of the account that another request caused is reported as such; throttling of the page itself takes
   * precedence.
   */
  readonly noteHeld = ({ attempt, afterMs }: Held): void => {
    const isOwn = this.#latest?.why === 'throttled' && this.#latest.attempt === attempt;
    const dueMs = this.#clock.monotonic() + afterMs;
    this.#latest = { why: isOwn ? 'throttled' : 'held', attempt, dueMs };
  };

  /** Null while no request of the page was throttled or delayed; with several requests, the latest report. */
  get now(): PageWait | null {
    if (this.#latest === null) return null;
    const { dueMs, ...rest } = this.#latest;
    return { ...rest, dueInMs: Math.max(0, dueMs - this.#clock.monotonic()) };
  }

  /** The service has answered, or the page is no longer wanted. */
  end(): void {
    this.#latest = null;
  }
}

function whyOf(cause: string): PageWait['why'] {
  if (cause === '503' || cause === '429') return 'throttled';
  return /^\d+$/.test(cause) ? 'failing' : 'line';
}

/** The form in which the rows of a query are wanted. */
export type PageForm = PageRows['form'];

export type PageRows =
  | { readonly form: 'entities'; readonly rows: readonly Entity[] }
  | { readonly form: 'packed'; readonly blocks: readonly PackedRows[] };

/** A page before it is converted to the form that the caller requested. */
export type HeldPage = Omit<QueryPage, 'rows'> & { readonly held: PageRows };

export function entityPage({ held, ...page }: HeldPage): QueryPage {
  return { rows: [...entitiesOf(held)], ...page };
}

export function packedPage({ held, ...page }: HeldPage): PackedPage {
  return { blocks: [...blocksOf(held)], ...page };
}

export const rowForms: Readonly<Record<PageForm, RowForm<PageRows>>> = {
  entities: { decode: (body) => ({ form: 'entities', rows: decodePage(body) }), count: countOf },
  packed: { decode: (body) => ({ form: 'packed', blocks: decodePacked(body) }), count: countOf },
};

export function countOf(held: PageRows): number {
  if (held.form === 'entities') return held.rows.length;
  return held.blocks.reduce((sum, { count }) => sum + count, 0);
}

/** Memory that entities take per byte of their response, about. */
const entityBytes = 3;

/** @param answerBytes size of the response that brought them */
export function bytesHeld(held: PageRows, answerBytes: number): number {
  if (held.form === 'entities') return entityBytes * answerBytes;
  return held.blocks.reduce((sum, { bytes }) => sum + bytes, 0);
}

export function entitiesOf(held: PageRows): readonly Entity[] {
  return held.form === 'entities' ? held.rows : held.blocks.flatMap(unpackRows);
}

export function blocksOf(held: PageRows): readonly PackedRows[] {
  return held.form === 'packed' ? held.blocks : packBlocks(held.rows);
}

/** The keys of the row at an index; undefined beyond the last row. */
export function positionIn(held: PageRows, at: number): RowKeys | undefined {
  if (held.form === 'entities') return held.rows[at];
  let left = at;
  for (const block of held.blocks) {
    if (left < block.count) return keysOf(block, left);
    left -= block.count;
  }
  return undefined;
}

/** Rows from one index to another. A part of a page is held as entities. */
export function partOf(held: PageRows, from: number, to: number): PageRows {
  if (from === 0 && to >= countOf(held)) return held;
  return { form: 'entities', rows: entitiesOf(held).slice(from, to) };
}

/** The rows that pass the check; unchanged when all of them do. */
export function accepted(held: PageRows, accept: ((row: Entity) => boolean) | null): PageRows {
  if (accept === null || (held.form === 'packed' && everyRow(held.blocks, accept))) return held;
  return { form: 'entities', rows: entitiesOf(held).filter(accept) };
}

/** Concatenates the pieces. A single piece stays as it is, and packed pieces retain their blocks. */
export function joined(pieces: readonly PageRows[]): PageRows {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  if (pieces.length > 0 && pieces.every(isPacked)) {
    return { form: 'packed', blocks: pieces.flatMap(({ blocks }) => blocks) };
  }
  return { form: 'entities', rows: pieces.flatMap(entitiesOf) };
}

function isPacked(held: PageRows): held is PageRows & { readonly form: 'packed' } {
  return held.form === 'packed';
}

/** Whether every row passes; whole entities are built only if the check reads more than the keys. */
export function everyRow(blocks: readonly PackedRows[], passes: (row: Entity) => boolean): boolean {
  return blocks.every((block) => {
    for (let at = 0; at < block.count; at += 1) if (!passes(new RowView(block, at))) return false;
    return true;
  });
}
