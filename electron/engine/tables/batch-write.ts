// Writes any number of entities through entity group transactions, several in flight. Groups them as they stream, so
// that little memory is needed; refused rows stop the work or are collected.
import { StowageError, cancelled } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { checkTableName } from '@shared/query/key-rules';
import type { RestAccount } from '../azure/account';
import { systemClock } from '../system-clock';
import type { Clock } from '../ports';
import { judgeRows } from './reconcile-writes';
import { type BatchOperation, type WriteMode, batchOperation } from './batch-message';
import { BatchPlanner, batchLimits } from './batch-plan';
import { type BatchTarget, writeBatch } from './batch-send';
import { checkEntity } from './entity-rules';
import { isAfterLostReply } from './lost-reply';
import { rowsMatch, storedAsSent } from './read-back';

export interface WriteOptions {
  readonly mode: WriteMode;
  /** Batches in flight, default 4. */
  readonly concurrency?: number;
  /** Operations in a batch, 1…100, default 100. */
  readonly batchSize?: number;
  /** `stop` (default) ends at the first refused row; `collect` lists refused rows and writes the others. */
  readonly rejectedRows?: 'stop' | 'collect';
  readonly signal?: AbortSignal | undefined;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Entities written so far, after each batch. */
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
  readonly #endpoint: string;
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
    this.#endpoint = account.descriptor.endpoints.table ?? '';
    this.#options = options;
  }

  async run(entities: Iterable<Entity> | AsyncIterable<Entity>): Promise<WriteResult> {
    const { signal, batchSize } = this.#options;
    const planner = new BatchPlanner<BatchOperation>({
      ...batchLimits,
      operations: Math.min(batchLimits.operations, Math.max(1, batchSize ?? batchLimits.operations)),
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
      checkEntity(entity);
      return batchOperation(this.#endpoint, this.#target.table, this.#options.mode, entity);
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

  /** Never rejects: the failure is kept and thrown at the end. */
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
 * Writes one batch: operations of one partition, each row once, at most 100 of them and 4 MiB. When the service refuses
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
