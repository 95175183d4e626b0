// Processes the rows of a bulk plan: calls the action for what each row needs, groups requests by partition, has
// several transactions in flight within the pace and the rate limit, isolates the row that makes a transaction fail,
// and reports the outcome of each row. Rows that an earlier run sent without learning the outcome are read first.
import { sentence } from '@shared/error-text';
import { StowageError, cancelled } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { PartTarget } from '@shared/edit/review';
import type { PlannedRequest } from '@shared/model/edit-review';
import { type RestAccount, partTargetOf } from '../../azure/account';
import type { Clock } from '../../ports';
import { isAfterLostReply, judgeRows, showsEarlierSuccess, wasRejected } from '../ambiguous-writes';
import type { PlannedOperation } from '../batch';
import { type EditTarget, type Written, writeRequest, writtenBefore } from '../edit/write-request';
import { writeTransaction } from '../edit/write-transaction';
import { rowsText } from '../import/done-rows';
import type { Pace } from '../jobs/pace';
import { KnownIndexes } from '../indexes/index-definitions';
import { PacedSends } from '../jobs/paced-sends';
import type { ResultRecord } from './bulk-records';
import type { PlannedRow } from './plan-file';
import type { RateLimit } from '../jobs/rate-limit';
import { type RowRules, nameOf, planRow } from './row-action';
import { RowBatches, requestBytes } from './row-batches';
import type { RowStates } from './row-states';

export interface BulkRunOptions {
  readonly account: RestAccount;
  readonly rules: RowRules;
  readonly rows: AsyncIterable<PlannedRow>;
  /** The rows to process; settled ones are left out. */
  readonly states: RowStates;
  /** `again`: an earlier run may have written rows without recording it, for example before a power cut. */
  readonly attempt: 'first' | 'again';
  readonly rate: RateLimit;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Resolves at once, or when a paused run may continue. */
  readonly whileAllowed: () => Promise<void>;
  /** Records the outcome of rows. */
  readonly onResults: (records: readonly ResultRecord[]) => Promise<void>;
  readonly onSent: (more: { readonly batches?: number; readonly requests?: number; readonly retries?: number }) => void;
  readonly onThrottled: (count: number) => void;
  readonly onPace: (pace: Pace) => void;
}

interface Operation extends PlannedOperation {
  readonly index: number;
  readonly request: PlannedRequest;
}

/** @throws StowageError for failures that end all writing; failures of single rows do not */
export async function runBulk(options: BulkRunOptions): Promise<void> {
  await new BulkRun(options).run();
}

class BulkRun {
  readonly #options: BulkRunOptions;
  readonly #target: EditTarget;
  readonly #partTarget: PartTarget;
  readonly #rules: RowRules;
  readonly #batches: RowBatches<Operation>;
  readonly #sends: PacedSends;
  readonly #indexes = new KnownIndexes();
  #failure: StowageError | null = null;

  constructor(options: BulkRunOptions) {
    this.#options = options;
    const { clock, rules } = options;
    this.#sends = new PacedSends({
      account: options.account,
      clock,
      onPace: options.onPace,
      onPushback: ({ throttled }) => {
        if (throttled > 0) options.onThrottled(throttled);
        options.onSent({ requests: 1, retries: 1 });
      },
    });
    const { account } = this.#sends;
    const counted: RestAccount = {
      ...account,
      send: (request) => {
        options.onSent({ requests: 1 });
        return account.send(request);
      },
    };
    this.#target = { account: counted, table: rules.table, clock, signal: this.#sends.signal };
    this.#partTarget = partTargetOf(account.descriptor);
    this.#rules = { ...rules, service: this.#partTarget.service };
    this.#batches = new RowBatches<Operation>(this.#partTarget.service);
  }

  async run(): Promise<void> {
    const { rows, states, signal } = this.#options;
    const abort = (): void => this.#fail(cancelled());
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      for await (const row of rows) {
        if (this.#failure !== null) break;
        const state = states.of(row.index);
        if (state === 'pending' || state === 'sent') await this.#take(row);
      }
      for (const batch of this.#batches.flush()) await this.#dispatch(batch);
    } catch (thrown) {
      this.#fail(StowageError.from(thrown));
    } finally {
      await this.#sends.settled();
      signal.removeEventListener('abort', abort);
    }
    if (this.#failure !== null) throw this.#failure;
  }

  async #take({ index, entity }: PlannedRow): Promise<void> {
    const plan = planRow(this.#rules, entity);
    const rows = String(index);
    if (plan.kind === 'unchanged') await this.#note([{ kind: 'unchanged', rows }]);
    else if (plan.kind === 'refused') {
      const { field, problem } = plan.violation;
      const example = nameOf(entity);
      await this.#note([{ kind: 'failed', rows, code: 'invalid.entity', message: `${field}: ${problem}`, example }]);
    } else {
      const { request } = plan;
      const { partitionKey, rowKey } = entity;
      const bytes = requestBytes(this.#partTarget, request);
      const ready = this.#batches.add({ index, partitionKey, rowKey, request, bytes });
      for (const batch of ready) await this.#dispatch(batch);
    }
  }

  async #dispatch(batch: readonly Operation[]): Promise<void> {
    for (let start = 0; start < batch.length && this.#failure === null;) {
      const part = batch.slice(start, start + this.#options.rate.batchSize(this.#sends.pace.batchSize));
      start += part.length;
      await this.#send(part);
    }
  }

  /** Waits for the end of a pause, for the rate limit, then for a free slot. */
  async #send(part: readonly Operation[]): Promise<void> {
    const { whileAllowed, rate } = this.#options;
    await whileAllowed();
    if (this.#failure !== null) return;
    await rate.take(part.length, this.#sends.signal);
    await this.#sends.takeSlot();
    await whileAllowed();
    if (this.#failure !== null) return;
    const { account, rules, clock } = this.#options;
    await this.#indexes.rejectIndexed({ account, table: rules.table, clock, signal: this.#sends.signal }, bulkChange());
    const work = this.#settle(part).catch((thrown: unknown) => this.#fail(StowageError.from(thrown)));
    void this.#sends.add(work.then(() => part.length));
  }

  async #settle(part: readonly Operation[]): Promise<void> {
    const { states } = this.#options;
    let rest = part.some(({ index }) => states.of(index) === 'sent') ? await this.#withoutWritten(part) : part;
    if (rest.length === 0) return;
    await this.#note([{ kind: 'sent', rows: textOf(rest) }]);
    while (rest.length > 0) {
      try {
        const written = await this.#write(rest);
        this.#options.onSent({ batches: 1 });
        await this.#note([writtenRecord(rest, written)]);
        return;
      } catch (thrown) {
        const failure = StowageError.from(thrown);
        if (!isAboutRows(failure)) {
          if (wasRejected(failure)) await this.#note([{ kind: 'refused', rows: textOf(rest) }]);
          throw failure;
        }
        if (isAfterLostReply(failure)) {
          await this.#settle(rest);
          return;
        }
        const { index } = failure.context;
        const culprit = rest.length === 1 ? rest[0] : rest[typeof index === 'number' ? index : -1];
        const repeated = await this.#ofFirstCopy(rest, culprit, failure);
        if (repeated !== null) {
          this.#options.onSent({ batches: 1 });
          await this.#note([writtenRecord(rest, repeated)]);
          return;
        }
        if (culprit === undefined) {
          // The service did not name the failing row: send each alone. None is written yet, except by a lost attempt.
          if (!showsEarlierSuccess(failure)) await this.#note([{ kind: 'refused', rows: textOf(rest) }]);
          for (const one of rest) await this.#settle([one]);
          return;
        }
        await this.#note([await this.#judged(culprit, failure)]);
        rest = rest.filter((operation) => operation !== culprit);
      }
    }
  }

  async #write(operations: readonly Operation[]): Promise<readonly Written[]> {
    const [only] = operations;
    if (only !== undefined && operations.length === 1) return [await writeRequest(this.#target, only.request)];
    return writeTransaction(
      this.#target,
      operations.map(({ request }) => request),
    );
  }

  /**
   * The rows that a rejected transaction wrote nevertheless; null for none. A network that repeats requests delivers
   * the response to the second copy, which is rejected because of the first one. Another client may have changed one
   * row the same way, but hardly all of them. Missing rows are weaker evidence: a client that deletes them wants them
   * to remain deleted, whatever is undone here.
   */
  async #ofFirstCopy(
    operations: readonly Operation[],
    culprit: Operation | undefined,
    failure: StowageError,
  ): Promise<readonly Written[] | null> {
    const other = operations.find((operation) => operation !== culprit);
    if (other === undefined || other.request.operation === 'delete' || !isAboutState(failure)) return null;
    const judge = ({ request }: Operation): Promise<Written | null> => writtenBefore(this.#target, request);
    // Almost always the only one that is read.
    if ((await judge(other)) === null) return null;
    const { written, rest } = await judgeRows(operations, judge);
    return rest.length === 0 ? written.map((one) => one.written) : null;
  }

  /** The meaning of one row's rejection. */
  async #judged(operation: Operation, failure: StowageError): Promise<ResultRecord> {
    const { request, index } = operation;
    const rows = String(index);
    if (this.#options.attempt === 'again' && isAboutState(failure)) {
      const written = await writtenBefore(this.#target, request);
      if (written !== null) return writtenRecord([operation], [written]);
    }
    // Another client deleted it: that was the intention, and undo must not restore it.
    if (request.operation === 'delete' && failure.code === 'not-found.entity') return { kind: 'unchanged', rows };
    return { kind: 'failed', rows, code: failure.code, message: sentence(failure), example: nameOf(request) };
  }

  /** Among rows that an earlier run sent, records those that were written; the others are still to be sent. */
  async #withoutWritten(part: readonly Operation[]): Promise<readonly Operation[]> {
    const { states } = this.#options;
    const { written, rest } = await judgeRows(part, ({ index, request }) =>
      states.of(index) === 'sent' ? writtenBefore(this.#target, request) : Promise.resolve(null),
    );
    if (written.length > 0) {
      const operations = written.map(({ row }) => row);
      await this.#note([
        writtenRecord(
          operations,
          written.map((one) => one.written),
        ),
      ]);
    }
    return rest;
  }

  #note(records: readonly ResultRecord[]): Promise<void> {
    return this.#options.onResults(records);
  }

  #fail(failure: StowageError): void {
    this.#failure ??= failure;
    // Requests in flight may finish, unless the user wants to stop.
    if (failure.kind === 'cancelled') this.#sends.stop();
  }
}

/** As the subject of a sentence. */
export const bulkChange = (): string => t`a bulk change`;

/** Rows in ascending order, as `rowsText` writes them, with their ETags in the same order. */
function writtenRecord(operations: readonly Operation[], written: readonly Written[]): ResultRecord {
  const pairs = operations.map(({ index }, at) => ({ index, etag: written[at]?.etag ?? null }));
  pairs.sort((left, right) => left.index - right.index);
  const etags = pairs.flatMap(({ etag }) => (etag === null ? [] : [etag]));
  return { kind: 'written', rows: rowsText(pairs.map(({ index }) => index)), etags };
}

function textOf(operations: readonly Operation[]): string {
  return rowsText(operations.map(({ index }) => index));
}

/** Whether another row may still be accepted. */
function isAboutRows({ kind, code }: StowageError): boolean {
  return (
    (kind === 'conflict' && code !== 'conflict.being-deleted') || kind === 'invalid' || code === 'not-found.entity'
  );
}

/** Whether the row is not as the request expected, which an earlier run may have caused. */
function isAboutState({ code }: StowageError): boolean {
  return code === 'conflict.etag-changed' || code === 'conflict.exists' || code === 'not-found.entity';
}
