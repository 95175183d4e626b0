// How the requests of a query are billed: those sent so far, and the minimum number for reading to the end. Pure.
import { requestsTo } from '@shared/cost/billing';
import { fewestRequests } from '@shared/cost/request-cost';
import type { SentOperation } from '@shared/model/monitor';
import type { PageStats } from '@shared/model/query-page';
import type { RequestsToCome } from '@renderer/cost/cost-popover';
import type { Reading } from '../result/analysis-session';
import type { SessionState } from '../result/session-state';

const operation = 'QueryEntities';

/** Every try of every page. */
export function requestsSent(connectionId: string, pages: readonly PageStats[]): readonly SentOperation[] {
  const requests = pages.reduce((sum, page) => sum + (page.requests ?? 1) + page.retries, 0);
  return requests === 0 ? [] : requestsTo(connectionId, 'table', [{ operation, requests }]);
}

export type CostedRun = Pick<SessionState, 'status' | 'run' | 'rowCount' | 'startTokens' | 'query'>;

/**
 * Known once the query is at its end, or once its rows were counted from the same start to the end.
 * @param count the tab's latest count, of whichever run
 */
export function requestsToCome(
  connectionId: string,
  state: CostedRun,
  count: Pick<Reading, 'run' | 'status' | 'progress'> | null,
) {
  const { status, run, rowCount, startTokens, query } = state;
  if (status === 'complete') return none;
  const isOfThisRun = count?.run === run && count.status === 'done';
  const startsWithToken = typeof startTokens[0] === 'string';
  if (!isOfThisRun || count.progress === null || query === undefined || startsWithToken) return unknown;
  // There is more to ask for as long as a token is left, be it an empty page.
  const requests = Math.max(1, fewestRequests(count.progress.rows - rowCount, query.pageSize));
  return {
    kind: 'at-least',
    counts: requestsTo(connectionId, 'table', [{ operation, requests }]),
  } satisfies RequestsToCome;
}

const none = { kind: 'none' } satisfies RequestsToCome;
const unknown = { kind: 'unknown' } satisfies RequestsToCome;
