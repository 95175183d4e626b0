// Writes rows into the target of a copy under its conflict rule: batches by partition, several in flight, at a pace
// that follows the service and below the configured rate. Detects and reports rows that already exist, whichever
// attempt wrote them.
import { canonicalRow } from '@shared/diff/canonical';
import { cancelled, StowageError } from '@shared/errors';
import type { EdmValue, Entity } from '@shared/model/entity';
import type { CopyRule } from '@shared/model/table-copy';
import { type RestAccount, partTargetOf } from '../../azure/account';
import type { Clock } from '../../ports';
import { type PlannedOperation, type WriteMode, batchLimitsOf, BatchPlanner } from '../batch';
import { type RejectedRow, type WriteResult, writeEntities } from '../batch-write';
import type { Pace } from '../jobs/pace';
import { PacedSends } from '../jobs/paced-sends';
import { readMany } from '../read-many';
import { t } from '@shared/strings/t';
import { KnownIndexes } from '../indexes/index-definitions';
import { RateLimit } from '../jobs/rate-limit';
import type { TableService } from '@shared/model/table-service';
import { utf8Bytes } from '@shared/utf8-bytes';

export interface RowWriterOptions {
  readonly account: RestAccount;
  readonly table: string;
  readonly rule: CopyRule;
  readonly rowsPerSecond: number | null;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Resolves at once, or when a paused copy may continue. */
  readonly whileAllowed: () => Promise<void>;
  /** `rejected`: rows are not written while the table has indexes. `copied`: they come with the rows. */
  readonly indexes: 'rejected' | 'copied';
  readonly onPace: (pace: Pace) => void;
  readonly onThrottled: (count: number) => void;
  readonly onAnswer: () => void;
  /** Called when the requested rate holds back the next rows for this time. */
  readonly onHoldBack: (ms: number) => void;
}

/** An existing row that was left unchanged: the row that would have been written, and the stored one. */
export interface RetainedRow {
  readonly row: Entity;
  readonly stored: Entity;
}

export interface WrittenRows {
  readonly written: number;
  readonly kept: readonly RetainedRow[];
  readonly rejected: readonly RejectedRow[];
  readonly batches: number;
  readonly requests: number;
  readonly retries: number;
}

const nothingWritten: WrittenRows = { written: 0, kept: [], rejected: [], batches: 0, requests: 0, retries: 0 };

interface PlannedRow extends PlannedOperation {
  readonly entity: Entity;
}

const modes: Readonly<Record<CopyRule, WriteMode>> = {
  insert: 'insert',
  skip: 'insert',
  merge: 'upsert-merge',
  replace: 'upsert-replace',
};

export class RowWriter {
  readonly #options: RowWriterOptions;
  readonly #rate: RateLimit;
  readonly #sends: PacedSends;
  readonly #indexes = new KnownIndexes();

  constructor(options: RowWriterOptions) {
    this.#options = options;
    this.#rate = new RateLimit(options.clock, options.rowsPerSecond, options.onHoldBack);
    const { account, clock, onPace, onThrottled, onAnswer } = options;
    const onPushback = ({ throttled }: { readonly throttled: number }): void => {
      if (throttled > 0) onThrottled(throttled);
    };
    this.#sends = new PacedSends({ account, clock, onPace, onPushback, onAnswer });
  }

  /**
   * Writes rows with distinct keys. May be called again before it has resolved.
   * @param isDoubtful whether an earlier run may have written the row without recording it
   * @throws StowageError for failures that end all writing; some of the rows are written then
   */
  async write(rows: readonly Entity[], isDoubtful: (row: Entity) => boolean): Promise<WrittenRows> {
    const results: WrittenRows[] = [];
    const failures: StowageError[] = [];
    const sent: Promise<void>[] = [];
    const fail = (thrown: unknown): void => void failures.push(StowageError.from(thrown));
    try {
      for (const batch of batchesOf(rows, partTargetOf(this.#options.account.descriptor).service)) {
        for (let start = 0; start < batch.length && failures.length === 0;) {
          const part = batch.slice(start, start + this.#sends.pace.batchSize).map(({ entity }) => entity);
          start += part.length;
          await this.#place(part.length);
          // It may fail while the next ones still wait for their slots.
          sent.push(this.#send(part, isDoubtful, (result) => results.push(result)).catch(fail));
        }
      }
    } catch (thrown) {
      fail(thrown);
    }
    await Promise.all(sent);
    const [first] = failures;
    if (first !== undefined) throw first;
    return results.reduce(summed, nothingWritten);
  }

  /** Aborts the requests in flight. */
  stop(): void {
    this.#sends.stop();
  }

  /** Waits for a free slot, the rate limit, and the end of a pause. */
  async #place(rows: number): Promise<void> {
    await this.#options.whileAllowed();
    await this.#rate.take(rows, this.#options.signal);
    await this.#sends.takeSlot();
    if (this.#options.signal.aborted) throw cancelled();
    if (this.#options.indexes === 'rejected') await this.#indexes.rejectIndexed(this.#options, t`a copy`);
  }

  async #send(
    part: readonly Entity[],
    isDoubtful: (row: Entity) => boolean,
    done: (result: WrittenRows) => void,
  ): Promise<void> {
    const sent = this.#write(part, isDoubtful);
    void this.#sends.add(sent.then(({ written }) => written));
    done(await sent);
  }

  async #write(part: readonly Entity[], isDoubtful: (row: Entity) => boolean): Promise<WrittenRows> {
    const { rule } = this.#options;
    if (rule === 'merge' || rule === 'replace') return asWritten(await this.#writeRows(part, 'collect'), part.length);
    try {
      // A batch is atomic: if it succeeds, none of its rows existed.
      return asWritten(await this.#writeRows(part, 'stop'), part.length);
    } catch (thrown) {
      const { code, kind, context } = StowageError.from(thrown);
      if (code !== 'conflict.exists' && kind !== 'invalid') throw thrown;
      // If a row is as it was sent, it is unknown whether this attempt wrote it.
      if (Number(context.written) > 0) return this.#insertMissing(part, all);
    }
    return this.#insertMissing(part, isDoubtful);
  }

  /**
   * Reads the existing rows in the one partition of these rows and inserts the rest; rows that an earlier run wrote
   * count as written.
   */
  async #insertMissing(
    part: readonly Entity[],
    isDoubtful: (row: Entity) => boolean,
    lookupsLeft = maxLookups,
  ): Promise<WrittenRows> {
    const target = { ...this.#options, account: this.#sends.account, signal: this.#sends.signal };
    const { rows } = await readMany(target, part);
    const existing = new Map(rows.flatMap((row) => (row === null ? [] : [[row.rowKey, row] as const])));
    const ours = part.filter((row) => {
      const stored = existing.get(row.rowKey);
      return stored !== undefined && isDoubtful(row) && canonicalRow(stored, all) === canonicalRow(row, all);
    });
    const own = new Set(ours);
    const retained = part.flatMap((row) => {
      const stored = existing.get(row.rowKey);
      return stored === undefined || own.has(row) ? [] : [{ row, stored }];
    });
    const rest = part.filter((row) => !existing.has(row.rowKey));
    const found = { ...nothingWritten, written: ours.length, kept: retained, requests: 2 };
    if (rest.length === 0) return found;
    const result = await this.#writeRows(rest, 'collect');
    const sent = summed(found, asWritten(result, rest.length));
    // Another client inserted them after they were looked up.
    const taken = result.rejected.filter(isTaken);
    if (taken.length === 0) return sent;
    if (lookupsLeft === 1) return summed(sent, { ...nothingWritten, rejected: taken });
    const keys = new Set(taken.map(({ rowKey }) => rowKey));
    const again = rest.filter(({ rowKey }) => keys.has(rowKey));
    return summed(sent, await this.#insertMissing(again, isDoubtful, lookupsLeft - 1));
  }

  #writeRows(rows: readonly Entity[], onRejectedRow: 'stop' | 'collect'): Promise<WriteResult> {
    const { table, rule, clock } = this.#options;
    const { account, signal } = this.#sends;
    return writeEntities(account, table, rows, {
      mode: modes[rule],
      concurrency: 1,
      rejectedRows: onRejectedRow,
      signal,
      clock,
    });
  }
}

const all = (): boolean => true;
/** Limited, because some stores ignore case in keys: a row in another case exists for an insert, but not for a read. */
const maxLookups = 3;

function batchesOf(rows: readonly Entity[], service: TableService): readonly (readonly PlannedRow[])[] {
  const planner = new BatchPlanner<PlannedRow>(batchLimitsOf(service));
  const batches = rows.flatMap((entity) => {
    const { partitionKey, rowKey } = entity;
    return planner.add({ partitionKey, rowKey, bytes: sentBytes(entity), entity });
  });
  return [...batches, ...planner.flush()];
}

function isTaken({ error }: RejectedRow): boolean {
  return error.code === 'conflict.exists';
}

function asWritten({ rejected: rejectedRows, batches, requests, retries }: WriteResult, sent: number): WrittenRows {
  const rejected = rejectedRows.filter((row) => !isTaken(row));
  return { ...nothingWritten, written: sent - rejectedRows.length, rejected, batches, requests, retries };
}

function summed(left: WrittenRows, right: WrittenRows): WrittenRows {
  return {
    written: left.written + right.written,
    kept: [...left.kept, ...right.kept],
    rejected: [...left.rejected, ...right.rejected],
    batches: left.batches + right.batches,
    requests: left.requests + right.requests,
    retries: left.retries + right.retries,
  };
}

/** Size of the boundary, headers and address of a part, without the keys. */
const envelopeBytes = 600;
/** Size of the type, quotes and punctuation of a property. */
const propertyBytes = 60;
/** Size of one character of a key in a URL, percent-encoded. */
const unitInPath = 9;

export function sentBytes({ partitionKey, rowKey, properties }: Entity): number {
  let bytes = envelopeBytes + keyBytes(partitionKey) + keyBytes(rowKey);
  // The name is written twice if the type has to be annotated.
  for (const { name, value } of properties) bytes += propertyBytes + 2 * utf8Bytes(name) + valueBytes(value);
  return bytes;
}

function keyBytes(key: string): number {
  return unitInPath * key.length + jsonBytes(key);
}

/** Values other than strings are sent as their wire text, which is ASCII. */
function valueBytes(value: EdmValue): number {
  if (value.type === 'Edm.Boolean') return 5;
  return value.type === 'Edm.String' ? jsonBytes(value.value) : value.value.length;
}

/** Unicode line separators are escaped although JSON does not require it. */
function jsonBytes(text: string): number {
  const separators = /[\u2028\u2029]/.test(text) ? text.split(/[\u2028\u2029]/).length - 1 : 0;
  return utf8Bytes(JSON.stringify(text)) + 3 * separators;
}
