// All rows of a query, for statistics, charts, exports and copies. Yields pages as they arrive; the consumer sets the
// pace.
import type { Entity } from '@shared/model/entity';
import type { QueryPage } from '@shared/model/query-page';
import type { TableQuery } from '@shared/model/table-query';
import { systemClock } from '../system-clock';
import type { Clock } from '../ports';
import type { ReadingAccount } from './page';
import { type RunningQuery, openQuery } from './query';
import { isInKeyOrder } from './read-check';
import { openParallelQuery } from './scan/parallel-query';

export interface ReadingOptions {
  /** Requests in flight at once, 1…32; fewer while the service throttles. */
  readonly concurrency: number;
  /**
   * `key`: rows in key order, as a query returns them; Cosmos DB promises none, and `sortedPages` sorts. `any`: pages in the order in which they arrive, which is faster.
   */
  readonly order: 'key' | 'any';
  /** Default: the system clock. */
  readonly clock?: Clock;
}

export interface ScanOptions extends ReadingOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ScannedPage {
  readonly entities: readonly Entity[];
  /** The same rows with their cost. With order `any`, the page's token means nothing. */
  readonly page: QueryPage;
}

/**
 * The same reading for callers that pull its pages themselves: after a failure the next pull continues at the same
 * position. With order `any` the tokens of its pages are meaningless.
 * @throws StowageError as `openQuery`
 */
export function openReading(
  account: ReadingAccount,
  query: TableQuery,
  { concurrency, order, clock = systemClock }: ReadingOptions,
): Pick<RunningQuery, 'nextPage' | 'close'> {
  const options = { account, clock, query: { ...query, parallel: concurrency } };
  const isSplit = query.splitOr === true || !isInKeyOrder(account);
  const parallel = concurrency > 1 && !isSplit ? openParallelQuery({ ...options, concurrency, order }) : null;
  return parallel ?? openQuery(isSplit ? options : { ...options, query });
}

/**
 * Every row of the query, each once; the limit of the query applies. Aborts the requests in flight when the consumer
 * leaves the loop. A page may be empty.
 * @throws StowageError as `openQuery` at the first page; `cancelled.by-user` when `signal` aborts; of the transport
 */
export async function* scanEntities(
  account: ReadingAccount,
  query: TableQuery,
  { signal, ...options }: ScanOptions,
): AsyncGenerator<ScannedPage, void, undefined> {
  const session = openReading(account, query, options);
  try {
    for (let more = true; more;) {
      const page = await session.nextPage(signal);
      yield { entities: page.rows, page };
      ({ more } = page);
    }
  } finally {
    session.close();
  }
}
