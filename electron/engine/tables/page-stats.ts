// The cost of one page of a query: the sum over the pages of its ranges, which are read in rounds.
import type { PageStats } from '@shared/model/query-page';
import type { FetchedPage } from './page-fetch';

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
