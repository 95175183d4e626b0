// The footer's sentences about the loaded pages and how their requests are billed, from counts alone. Pure.
import type { PageStats } from '@shared/model/query-page';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import { type SessionState, endedByLimit } from '../result/run-state';
import { requestsTo } from '@shared/cost/billing';
import { fewestRequests } from '@shared/cost/request-cost';
import type { SentOperation } from '@shared/model/monitor';
import type { RequestsToCome } from '@renderer/cost/cost-popover';
import type { Reading } from '../result/analysis-session';

/** `46 pages · 2 empty · 24 ms/page`; empty text before the first page. */
export function pagesText(pages: readonly PageStats[], emptyPages: number): string {
  if (pages.length === 0) return '';
  const count = counted(pages.length, 'page');
  const empty = emptyPages === 0 ? '' : t` · ${formatCount(emptyPages)} empty`;
  return t`${count}${empty} · ${formatDuration(averageLatencyMs(pages))}/page`;
}

/** The rest of the sentence after the row count: ` rows so far · 11.8 MiB · more to come`; empty before the first page. */
export function rowsText(
  state: Pick<SessionState, 'rowCount' | 'bytes' | 'status' | 'pages' | 'startTokens'> &
    Partial<Pick<SessionState, 'query'>>,
): string {
  if (state.pages.length === 0) return '';
  const rows = plural(state.rowCount)`row | rows`;
  const size = formatBytes(state.bytes);
  if (endedByLimit(state)) return t`${rows} · ${size} · row limit reached`;
  const whole = typeof state.startTokens[0] === 'string' ? t`from a continuation token to the end` : t`complete`;
  return state.status === 'complete' ? `${rows} · ${size} · ${whole}` : t`${rows} so far · ${size} · more available`;
}

function averageLatencyMs(pages: readonly PageStats[]): number {
  return pages.length === 0 ? 0 : pages.reduce((sum, page) => sum + page.latencyMs, 0) / pages.length;
}

/** The label of a bar on hover and for a screen reader. */
export function pageFacts(page: PageStats): readonly (readonly [string, string])[] {
  return [
    [t`Latency`, formatDuration(page.latencyMs)],
    [t`First byte`, formatDuration(page.firstByteMs)],
    [t`Rows`, page.rows === 0 ? t`0 (empty page)` : formatCount(page.rows)],
    [t`Received`, formatBytes(page.bytes)],
    [t`Decoding`, formatDuration(page.decodeMs)],
    [t`Retries`, String(page.retries)],
    [t`Page ended by`, endLabels[page.ended]],
  ];
}

const endLabels: Readonly<Record<PageStats['ended'], string>> = {
  last: t`the last row`,
  'page-size': t`the page size`,
  boundary: t`a time or partition boundary`,
};

interface PageBar {
  /** Index of the first page that the bar represents, and how many. */
  readonly first: number;
  readonly count: number;
  /** The slowest page behind the bar, 0…1 of the slowest of all. */
  readonly height: number;
  /** `empty` only where every page behind the bar was. */
  readonly kind: 'rows' | 'empty';
}

/** Bars for at most `maxBars` positions: beyond that neighbours share one, the slowest decides its height. */
export function pageBars(pages: readonly PageStats[], maxBars: number): readonly PageBar[] {
  if (pages.length === 0 || maxBars < 1) return [];
  const perBar = Math.ceil(pages.length / maxBars);
  const slowest = pages.reduce((max, page) => Math.max(max, page.latencyMs), 0);
  const bars: PageBar[] = [];
  for (let first = 0; first < pages.length; first += perBar) {
    const group = pages.slice(first, first + perBar);
    const latencyMs = group.reduce((max, page) => Math.max(max, page.latencyMs), 0);
    bars.push({
      first,
      count: group.length,
      height: slowest === 0 ? 0 : latencyMs / slowest,
      kind: group.every((page) => page.rows === 0) ? 'empty' : 'rows',
    });
  }
  return bars;
}

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
