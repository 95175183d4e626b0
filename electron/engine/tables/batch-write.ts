// Writes entities through entity group transactions: any number, several in flight, grouped as they stream; or a single
// transaction, whose outcome is determined even when the reply is lost. Over 300 lines, because both decide together
// what a failure means for which rows.
import { cancelled, StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { checkTableName } from '@shared/query/key-rules';
import { type RestAccount, type ServiceResponse, partTargetOf } from '../azure/account';
import { systemClock } from '../system-clock';
import type { Clock } from '../ports';
import {
  afterLostReply,
  isAfterLostReply,
  isRejectedAfterBusy,
  judgeRows,
  mayHaveHappened,
  rowsMatch,
  showsEarlierSuccess,
  storedAsSent,
} from './ambiguous-writes';
import {
  type BatchAnswer,
  type BatchOperation,
  type WriteMode,
  allWritten,
  batchLimitsOf,
  batchOperation,
  BatchPlanner,
  busyOperation,
  parseBatchAnswer,
  renderBatch,
} from './batch';
import { checkEntity } from './entity-rules';
import { entityPath } from '@shared/edit/entity-path';
import type { PartTarget } from '@shared/edit/review';
import type { EntityKeys } from '@shared/model/edit';
import { afterBusy } from '../azure/failures/after-busy';
import { serviceError } from '../azure/failures/error-mapping';
import type { ReceivedAnswer } from './answer-memory';
import { readHeaders } from '@shared/query/read-request';

export interface WriteOptions {
  readonly mode: WriteMode;
  /** Batches in flight, default 4. */
  readonly concurrency?: number;
  /** Operations in a batch, 1…100, default 100. */
  readonly batchSize?: number;
  /** `stop` (default) ends at the first rejected row; `collect` lists rejected rows and writes the others. */
  readonly rejectedRows?: 'stop' | 'collect';
  readonly signal?: AbortSignal | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Entities written until now, after each batch. */
  readonly onProgress?: (written: number) => void;
}

export type SentOperations = Pick<WriteResult, 'written' | 'batches' | 'requests' | 'retries' | 'bytes'>;

export interface RejectedRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly error: StowageError;
}

export interface WriteResult {
  readonly written: number;
  readonly rejected: readonly RejectedRow[];
  readonly batches: number;
  readonly requests: number;
  readonly retries: number;
  readonly bytes: number;
}

/**
 * Two entities with one key are written one after the other, in the order given; else the order is free.
 * @throws StowageError with `written` in its context: `invalid.key`, `invalid.entity`, `conflict.exists`, and whatever
 * ends all writing, such as `not-found.table`; `cancelled.by-user`
 */
export async function writeEntities(
  account: RestAccount,
  table: string,
  entities: Iterable<Entity> | AsyncIterable<Entity>,
  options: WriteOptions,
): Promise<WriteResult> {
  checkTableName(table);
  return new BulkWrite(account, table, options).run(entities);
}

const defaultConcurrency = 4;

class BulkWrite {
  readonly #target: Omit<BatchTarget, 'afterLostReply'>;
  readonly #options: WriteOptions;
  readonly #partTarget: PartTarget;
  readonly #stop = new AbortController();
  readonly #inFlight = new Set<Promise<void>>();
  /** The rows in flight, so that a row is never in two batches at the same time. */
  readonly #rowsInFlight = new Map<string, Promise<void>>();
  readonly #rejected: RejectedRow[] = [];
  #failure: StowageError | null = null;
  #totals = { written: 0, batches: 0, requests: 0, retries: 0, bytes: 0 };

  constructor(account: RestAccount, table: string, options: WriteOptions) {
    const { clock = systemClock } = options;
    this.#target = { account, table, clock, signal: this.#stop.signal };
    this.#partTarget = partTargetOf(account.descriptor);
    this.#options = options;
  }

  async run(entities: Iterable<Entity> | AsyncIterable<Entity>): Promise<WriteResult> {
    const { signal, batchSize } = this.#options;
    const limits = batchLimitsOf(this.#partTarget.service);
    const planner = new BatchPlanner<BatchOperation>({
      ...limits,
      operations: Math.min(limits.operations, Math.max(1, batchSize ?? limits.operations)),
    });
    const abort = (): void => this.#fail(cancelled());
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort, { once: true });
    try {
      for await (const entity of entities) {
        const operation = this.#operation(entity);
        if (operation !== null) for (const batch of planner.add(operation)) await this.#dispatch(batch);
        if (this.#failure !== null) break;
      }
      for (const batch of planner.flush()) await this.#dispatch(batch);
    } catch (thrown) {
      this.#fail(StowageError.from(thrown));
    } finally {
      await Promise.all(this.#inFlight);
      signal?.removeEventListener('abort', abort);
    }
    if (this.#failure !== null) throw withProgress(this.#failure, this.#totals.written);
    return { ...this.#totals, rejected: this.#rejected };
  }

  #operation(entity: Entity): BatchOperation | null {
    try {
      checkEntity(entity, this.#partTarget.service);
      return batchOperation(this.#partTarget, this.#target.table, this.#options.mode, entity);
    } catch (thrown) {
      this.#reject(entity, StowageError.from(thrown));
      return null;
    }
  }

  /** Waits for a free slot, and for earlier batches that contain one of these rows. */
  async #dispatch(batch: readonly BatchOperation[]): Promise<void> {
    const keys = batch.map(({ partitionKey, rowKey }) => JSON.stringify([partitionKey, rowKey]));
    for (const key of keys) await this.#rowsInFlight.get(key);
    while (this.#inFlight.size >= (this.#options.concurrency ?? defaultConcurrency)) await Promise.race(this.#inFlight);
    if (this.#failure !== null) return;
    const sent = this.#write(batch).finally(() => {
      this.#inFlight.delete(sent);
      for (const key of keys) if (this.#rowsInFlight.get(key) === sent) this.#rowsInFlight.delete(key);
    });
    this.#inFlight.add(sent);
    for (const key of keys) this.#rowsInFlight.set(key, sent);
  }

  /** Never rejects: the failure is stored and thrown at the end. */
  async #write(batch: readonly BatchOperation[]): Promise<void> {
    try {
      const sent = await writeOperations(this.#target, this.#options.mode, batch, ({ entity }, error) => {
        this.#reject(entity, error);
        return this.#failure === null ? 'go-on' : 'stop';
      });
      const { written, batches, requests, retries, bytes } = this.#totals;
      this.#totals = {
        written: written + sent.written,
        batches: batches + sent.batches,
        requests: requests + sent.requests,
        retries: retries + sent.retries,
        bytes: bytes + sent.bytes,
      };
      if (sent.written > 0) this.#options.onProgress?.(this.#totals.written);
    } catch (thrown) {
      this.#fail(StowageError.from(thrown));
    }
  }

  #reject({ partitionKey, rowKey }: Entity, error: StowageError): void {
    if (this.#options.rejectedRows === 'collect') this.#rejected.push({ partitionKey, rowKey, error });
    else this.#fail(error);
  }

  #fail(failure: StowageError): void {
    this.#failure ??= failure;
    this.#stop.abort();
  }
}

/**
 * Writes one batch: operations of one partition, each row once, at most 100 of them and 4 MiB. When the service rejects
 * a row, `onRejected` is called and the others are sent again, unless it returns `stop`.
 * @throws StowageError for failures that concern more than one row
 */
async function writeOperations(
  target: Omit<BatchTarget, 'afterLostReply'>,
  mode: WriteMode,
  batch: readonly BatchOperation[],
  onRejected: (operation: BatchOperation, error: StowageError) => 'go-on' | 'stop',
): Promise<SentOperations> {
  let rest = batch;
  let rejections = 0;
  let before = 0;
  while (rest.length > 0) {
    const sending = rest;
    // Repeating an insert would report that its rows exist; the other operations may be repeated.
    const afterLostReply: BatchTarget['afterLostReply'] =
      mode === 'insert'
        ? async () => ((await rowsMatch(target, sending)) === 'all' ? 'written' : 'not-written')
        : 'send-again';
    try {
      const { requests, retries, bytes } = await writeBatch({ ...target, afterLostReply }, sending);
      return { written: before + sending.length, batches: 1, requests: requests + rejections, retries, bytes };
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (isAfterLostReply(failure)) {
        const judged = await judgeRows(sending, ({ entity }) => storedAsSent(target, entity));
        before += judged.written.length;
        rest = judged.rest;
        continue;
      }
      const { index } = failure.context;
      const culprit = typeof index === 'number' && isAboutOneRow(failure) ? sending[index] : undefined;
      if (culprit === undefined) throw failure;
      rejections += 1;
      if (onRejected(culprit, failure) === 'stop') break;
      rest = sending.filter((operation) => operation !== culprit);
    }
  }
  return { written: before, batches: 0, requests: rejections, retries: 0, bytes: 0 };
}

/** The other rows may be sent without this one. */
export function isAboutOneRow(failure: StowageError): boolean {
  return (failure.kind === 'conflict' && failure.code !== 'conflict.being-deleted') || failure.kind === 'invalid';
}

function withProgress(failure: StowageError, written: number): StowageError {
  const { code, message, retry, context, requestId } = failure;
  return new StowageError(code, message, { retry, context: { ...context, written }, requestId, cause: failure });
}

export interface BatchTarget {
  readonly account: RestAccount;
  readonly table: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /**
   * How to continue after a lost response. `send-again`: the operations may be repeated. Otherwise the function reads
   * the rows back and returns whether they were written, before anything is sent again.
   */
  readonly afterLostReply: 'send-again' | (() => Promise<'written' | 'not-written'>);
}

/** One operation of the transaction, as text. */
export interface BatchPart {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly text: string;
}

/** A transaction ready to be sent. */
export interface BatchMessage {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly operations: number;
  readonly keyOf: (operation: number) => EntityKeys | undefined;
  /** Receives the response when no caller needs its ETags and it is only checked for failures. */
  readonly lookedThrough: ReceivedAnswer | null;
}

export interface BatchResult {
  /**
   * One per operation, empty after a delete; empty list when the rows were read back or the response was not parsed.
   */
  readonly etags: readonly string[];
  readonly requests: number;
  readonly retries: number;
  readonly bytes: number;
}

const maxAttempts = 5;
const firstPauseMs = 500;

/**
 * Writes all operations or none.
 * @throws StowageError; when the service names the failed operation, the context holds `index`, `partitionKey` and
 * `rowKey`. One for which `isAfterLostReply` holds leaves it open which rows are written.
 */
export function writeBatch(target: BatchTarget, operations: readonly BatchPart[]): Promise<BatchResult> {
  const rendered = renderBatch(operations);
  const keyOf = (index: number): EntityKeys | undefined => operations[index];
  return sendMessage(target, { ...rendered, operations: operations.length, keyOf, lookedThrough: null });
}

/** As `writeBatch`, for a transaction that is rendered already. */
export async function sendMessage(target: BatchTarget, message: BatchMessage): Promise<BatchResult> {
  const bytes = message.body.length;
  let requests = 0;
  let lost: StowageError | null = null;
  let wasBusy = false;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(target, message);
    requests += outcome.requests;
    if (outcome.kind === 'done') return { etags: outcome.etags, requests, retries: requests - 1, bytes };
    const failure: StowageError = wasBusy ? afterBusy(outcome.failure) : outcome.failure;
    wasBusy ||= failure.code === 'throttled.server-busy';
    const isLost = mayHaveHappened(failure);
    if (isLost) lost = failure;
    else if (isRejectedAfterBusy(failure)) lost ??= afterLostReply(failure);
    if (target.afterLostReply !== 'send-again' && lost !== null && (isLost || showsEarlierSuccess(failure))) {
      const found = await lookedUp(target.afterLostReply, lost);
      if (found === 'written') return { etags: [], requests, retries: requests - 1, bytes };
    }
    if (!outcome.isWorthAnother || attempt === maxAttempts) {
      // After a lost response, any other failure does not explain the lost attempt, so the first failure is thrown.
      if (lost === null || isLost || isAboutARow(failure)) throw failure;
      throw showsEarlierSuccess(failure) ? afterLostReply(failure) : lost;
    }
    await target.clock.sleep(firstPauseMs * 2 ** (attempt - 1), target.signal);
  }
}

/** If the rows cannot be read either, the outcome of the batch remains unknown. */
async function lookedUp(
  check: () => Promise<'written' | 'not-written'>,
  lost: StowageError,
): Promise<'written' | 'not-written'> {
  try {
    return await check();
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    throw failure.kind === 'cancelled' ? failure : lost;
  }
}

/** The service rejected the batch itself, so it had not been carried out before. */
const isAboutARow = ({ kind, context }: StowageError): boolean => kind === 'invalid' && context.index !== undefined;

type Outcome =
  | { readonly kind: 'done'; readonly etags: readonly string[]; readonly requests: number }
  | {
      readonly kind: 'failed';
      readonly failure: StowageError;
      readonly requests: number;
      readonly isWorthAnother: boolean;
    };

async function tryOnce(target: BatchTarget, message: BatchMessage): Promise<Outcome> {
  const isDelicate = target.afterLostReply !== 'send-again';
  const { lookedThrough } = message;
  let response: ServiceResponse;
  try {
    response = await target.account.send({
      service: 'table',
      operation: 'EntityGroupTransaction',
      method: 'POST',
      path: '/$batch',
      resource: target.table,
      headers: { ...readHeaders, 'content-type': message.contentType },
      body: message.body,
      entities: message.operations,
      replay: isDelicate ? 'unsafe' : 'safe',
      busyInside: (body) => busyOperation(lookedThrough?.bytes ?? body),
      ...(lookedThrough === null ? {} : { target: lookedThrough, onAttempt: () => lookedThrough.clear() }),
      signal: target.signal,
    });
  } catch (thrown) {
    // The transport has retried what may safely be repeated. The rest is decided here after reading the rows back.
    const failure = StowageError.from(thrown);
    return { kind: 'failed', failure, requests: 1, isWorthAnother: isDelicate && mayHaveHappened(failure) };
  }
  const requests = response.attempts;
  const body = lookedThrough?.bytes ?? response.body;
  if (lookedThrough !== null && allWritten(body, message.operations)) return { kind: 'done', etags: [], requests };
  try {
    const answer = parseBatchAnswer(body.toString('utf8'), message.operations);
    if (answer.kind === 'done') return { ...answer, requests };
    const rejection = operationError(target, message, answer, response.headers);
    const failure = response.afterBusy ? afterBusy(rejection) : rejection;
    return { kind: 'failed', failure, requests, isWorthAnother: false };
  } catch (thrown) {
    return { kind: 'failed', failure: StowageError.from(thrown), requests, isWorthAnother: true };
  }
}

function operationError(
  target: BatchTarget,
  message: BatchMessage,
  answer: Extract<BatchAnswer, { readonly kind: 'failed' }>,
  headers: Readonly<Record<string, string>>,
): StowageError {
  const { account, table } = target;
  const culprit = answer.index === null ? undefined : message.keyOf(answer.index);
  return serviceError(
    answer,
    {
      service: 'table',
      account: account.descriptor.accountName,
      operation: 'EntityGroupTransaction',
      resource: table,
      path: culprit === undefined ? `/${table}` : entityPath(table, culprit),
    },
    {
      requestId: headers['x-ms-request-id'],
      context:
        answer.index === null || culprit === undefined
          ? {}
          : { index: answer.index, partitionKey: culprit.partitionKey, rowKey: culprit.rowKey },
    },
  );
}
