// Reads a source in key order and writes it into the target, a few pages at a time. Reports up to which row everything
// is settled, so that a later run continues there.
import { setMaxListeners } from 'node:events';
import { canonicalRow } from '@shared/diff/canonical';
import { StowageError, cancelled } from '@shared/errors';
import type { EntityKeys } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import type { TableQuery } from '@shared/model/table-query';
import { compareKeys } from '@shared/query/evaluate';
import type { RestAccount } from '../../azure/account';
import type { Clock } from '../../ports';
import { entityPages } from '../export/entity-pages';
import { isInKeyOrder } from '../read-check';
import { RowHash } from './row-hash';
import { RowWriter, type RowWriterOptions, type WrittenRows } from './row-writer';

/** All rows up to here are settled. */
export interface CopyCheckpoint {
  /** The number of rows read, and their hash. */
  readonly rows: number;
  readonly hash: string;
  /** Where to continue; null after the last page. */
  readonly next: string | null;
}

export interface SettledPage extends WrittenRows {
  readonly stand: CopyCheckpoint;
  readonly readRequests: number;
}

export interface CopyRunOptions extends Omit<RowWriterOptions, 'account' | 'table'> {
  readonly source: { readonly account: RestAccount; readonly query: TableQuery };
  readonly target: { readonly account: RestAccount; readonly table: string };
  readonly clock: Clock;
  /** Where an earlier run stopped; null for the first run. */
  readonly from: CopyCheckpoint | null;
  /** The last row that an earlier run may have written. */
  readonly reached: EntityKeys | null;
  /** Announces that rows up to this one are about to be written; none of them is sent before it resolves. */
  readonly onReach: (key: EntityKeys) => Promise<void>;
  /** In the order of the rows. */
  readonly onSettled: (page: SettledPage) => Promise<void>;
}

/** The most pages that are held in memory: read, or written but not completely settled. */
const pagesInFlight = 3;

/** @throws StowageError for failures that end all reading or writing; `cancelled.by-user` */
export async function runCopy(options: CopyRunOptions): Promise<void> {
  const { source, target, from, reached, clock, signal } = options;
  // The writer lets requests in flight finish, unless the user wants to stop.
  setMaxListeners(0, signal);
  const writer = new RowWriter({ ...options, ...target });
  const stop = (): void => writer.stop();
  signal.addEventListener('abort', stop, { once: true });
  const hash = from === null ? RowHash.empty() : RowHash.from(from.rows, from.hash);
  // Without a promised order, any row that is read now may have been read by the earlier run.
  const hasOrder = isInKeyOrder(source.account);
  const isDoubtful = (row: Entity): boolean => reached !== null && (!hasOrder || compareKeys(row, reached) <= 0);
  const open: Promise<void>[] = [];
  const failures: StowageError[] = [];
  const fail = (thrown: unknown): void => {
    failures.push(StowageError.from(thrown));
  };
  let settled: Promise<void> = Promise.resolve();
  try {
    const pages = entityPages({
      account: source.account,
      source: { kind: 'query', query: source.query },
      columns: source.query.select,
      clock,
      signal,
      from: from?.next == null ? null : { next: from.next, rows: from.rows },
    });
    for await (const { rows, next, requests } of pages) {
      await options.whileAllowed();
      if (signal.aborted) throw cancelled();
      const last = rows[rows.length - 1];
      if (last !== undefined) await options.onReach({ partitionKey: last.partitionKey, rowKey: last.rowKey });
      const written = writer.write(rows, isDoubtful);
      settled = Promise.all([written, settled]).then(async ([result]) => {
        for (const row of rows) hash.add(canonicalRow(row, () => true));
        const checkpoint = { rows: hash.rows, hash: hash.text(), next };
        await options.onSettled({ ...result, stand: checkpoint, readRequests: requests });
      });
      open.push(settled.catch(fail));
      if (open.length >= pagesInFlight) await open.shift();
      if (failures.length > 0) break;
    }
  } catch (thrown) {
    fail(thrown);
  } finally {
    await Promise.all(open);
    signal.removeEventListener('abort', stop);
  }
  const [first] = failures;
  if (first !== undefined) throw first;
}
