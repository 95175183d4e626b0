// Compares two queries: reads both in key order at the same time and yields the differences. Holds one page of each
// side, unless the service promises no order.
import { differenceOf, withDifference } from '@shared/diff/differences';
import { type RowPages, pairsByKey } from '@shared/diff/key-merge';
import { type DiffCounts, type DiffRequest, type Difference, noDifferences } from '@shared/model/table-diff';
import type { QueryPage } from '@shared/model/query-page';
import type { TableQuery } from '@shared/model/table-query';
import type { Account } from '../../azure/account';
import type { Clock } from '../../ports';
import { sortedPages } from '../sorted-pages';

export interface DiffProgress {
  readonly counts: DiffCounts;
  readonly leftRows: number;
  readonly rightRows: number;
  readonly requests: number;
}

export interface DiffPiece extends DiffProgress {
  readonly differences: readonly Difference[];
}

export interface RunDiffOptions {
  readonly left: Account;
  readonly right: Account;
  readonly request: DiffRequest;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Requests in flight on each side. */
const concurrency = 4;

/** @throws StowageError of the queries; `cancelled.by-user` */
export async function* runDiff({
  left,
  right,
  request,
  clock,
  signal,
}: RunDiffOptions): AsyncGenerator<DiffPiece, void, undefined> {
  const leaveOut = new Set(request.leaveOut);
  let counts = noDifferences;
  let requests = 0;
  const onPage = (stats: QueryPage['stats']): void => {
    requests += (stats.requests ?? 1) + stats.retries;
  };
  const pagesOf = (account: Account, query: TableQuery): RowPages =>
    sortedPages(account, { ...query, select: [], pageSize: 1000 }, { concurrency, signal, clock, onPage });
  let [leftRows, rightRows] = [0, 0];
  const pairs = pairsByKey(pagesOf(left, request.left.query), pagesOf(right, request.right.query));
  for await (const piece of pairs) {
    const differences: Difference[] = [];
    for (const pair of piece) {
      if (pair.left !== null) leftRows += 1;
      if (pair.right !== null) rightRows += 1;
      const found = differenceOf(pair, leaveOut);
      counts = withDifference(counts, found);
      if (found !== null) differences.push(found);
    }
    yield { differences, counts, leftRows, rightRows, requests };
  }
}
