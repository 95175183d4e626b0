// Queries that outlive their tab: saved by name, stored as history with their cost, or chosen as a table's default.
import { z } from 'zod';
import { type TableQuery, costClass, tableQuery } from './table-query';

/** A query without its table. `pageSize` only if it differs from the settings. */
export const queryTerms = tableQuery
  .omit({ table: true, pageSize: true })
  .extend({ pageSize: tableQuery.shape.pageSize.optional() });
export type QueryTerms = z.infer<typeof queryTerms>;

/** `columns`: for any table with these columns; an empty list means any table. */
const queryScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), connectionId: z.string(), table: z.string() }),
  z.object({ kind: z.literal('columns'), columns: z.array(z.string()) }),
]);
export type QueryScope = z.infer<typeof queryScope>;

export const longestQueryName = 120;
export const longestQueryDescription = 500;

export const savedQueryInput = z.object({
  /** Absent for a new query. */
  id: z.string().optional(),
  name: z.string(),
  description: z.string().max(longestQueryDescription),
  place: queryScope,
  terms: queryTerms,
});
export type SavedQueryInput = z.infer<typeof savedQueryInput>;

export const savedQuery = savedQueryInput.extend({
  name: z.string().max(longestQueryName),
  id: z.string().min(1),
  /** ms since 1970. */
  changedAtMs: z.number(),
});
export type SavedQuery = z.infer<typeof savedQuery>;

/** The query that a table opens with. `name`: of the saved query it came from, if any. */
export const defaultQuery = z.object({
  connectionId: z.string(),
  table: z.string(),
  name: z.string().optional(),
  terms: queryTerms,
});
export type DefaultQuery = z.infer<typeof defaultQuery>;

/**
 * The outcome of the last run. `waiting`: more rows are left that were not requested; `running`: the app ended while it
 * was reading to the end; `limit`: the row limit was reached.
 */
const runOutcome = z.enum(['complete', 'limit', 'waiting', 'stopped', 'failed', 'running']);
export type RunOutcome = z.infer<typeof runOutcome>;

export const runFigures = z.object({
  ending: runOutcome,
  rows: z.int().nonnegative(),
  requests: z.int().nonnegative(),
  bytes: z.number().nonnegative(),
  /** Time that the service and the network took for the pages, in ms. */
  elapsedMs: z.number().nonnegative(),
  costClass,
  /** The continuation token; null when nothing is left or no page had arrived. */
  token: z.string().nullable(),
  /** `token`: it started at a continuation token, so earlier rows are not counted. */
  from: z.enum(['start', 'token']),
});
export type RunFigures = z.infer<typeof runFigures>;

/** The last run of one query on one table. */
export const historyEntry = z.object({
  id: z.string().min(1),
  table: z.string(),
  terms: queryTerms,
  lastRun: runFigures,
  /** Wall time of the last change of `lastRun`, ms since 1970. */
  ranAtMs: z.number(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** The query for a table with these terms. */
export function queryOf(terms: QueryTerms, table: string, defaultPageSize: number): TableQuery {
  return { ...terms, table, pageSize: terms.pageSize ?? defaultPageSize };
}

/** The terms of a query, without the page size if that is the default. */
export function termsOf({ table: _table, pageSize, ...terms }: TableQuery, defaultPageSize: number): QueryTerms {
  return pageSize === defaultPageSize ? terms : { ...terms, pageSize };
}

/** Whether both are the same query, regardless of page size. */
export function sameTerms(left: QueryTerms, right: QueryTerms): boolean {
  return termsText(left) === termsText(right);
}

/** The same text for equal terms, without the page size. */
function termsText(terms: QueryTerms): string {
  const { pageSize: _pageSize, ...rest } = queryTerms.parse(terms);
  return JSON.stringify(rest);
}

/** Whether a run left rows behind and can be continued. */
export function isUnfinished({ ending: outcome, token }: RunFigures): boolean {
  return token !== null && (outcome === 'stopped' || outcome === 'failed' || outcome === 'running');
}
