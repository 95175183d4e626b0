// Queries that outlive their tab: saved by name, kept as history with what they cost, or chosen as a table's start.
import { z } from 'zod';
import { costClass, tableQuery } from '../query/filter';
import { parseFilter } from '../query/odata';
import type { FilterNode, TableQuery } from '../query/filter';

/** A query without its table. `pageSize` only where it differs from the settings. */
export const queryTerms = tableQuery
  .omit({ table: true, pageSize: true })
  .extend({ pageSize: tableQuery.shape.pageSize.optional() });
export type QueryTerms = z.infer<typeof queryTerms>;

/** `columns`: for any table that has these columns; none at all means any table. */
const queryPlace = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), connectionId: z.string(), table: z.string() }),
  z.object({ kind: z.literal('columns'), columns: z.array(z.string()) }),
]);
export type QueryPlace = z.infer<typeof queryPlace>;

export const longestQueryName = 120;
export const longestQueryDescription = 500;

export const savedQueryInput = z.object({
  /** Absent for a new one. */
  id: z.string().optional(),
  name: z.string(),
  description: z.string().max(longestQueryDescription),
  place: queryPlace,
  terms: queryTerms,
});
export type SavedQueryInput = z.infer<typeof savedQueryInput>;

export const savedQuery = savedQueryInput.extend({
  id: z.string().min(1),
  /** ms since 1970. */
  changedAtMs: z.number(),
});
export type SavedQuery = z.infer<typeof savedQuery>;

/** A table opens with this instead of the empty query. `name` says where it came from, where it had one. */
export const openingQuery = z.object({
  connectionId: z.string(),
  table: z.string(),
  name: z.string().optional(),
  terms: queryTerms,
});
export type OpeningQuery = z.infer<typeof openingQuery>;

/**
 * How the last run went. `waiting`: more is to come and nobody asked for it; `running`: the app ended while it read
 * to the end; `limit`: the row limit was reached, not the end.
 */
const runEnding = z.enum(['complete', 'limit', 'waiting', 'stopped', 'failed', 'running']);
export type RunEnding = z.infer<typeof runEnding>;

export const runFigures = z.object({
  ending: runEnding,
  rows: z.int().nonnegative(),
  requests: z.int().nonnegative(),
  bytes: z.number().nonnegative(),
  /** Time that the service and the network took for the pages, in ms. */
  elapsedMs: z.number().nonnegative(),
  costClass,
  /** Where it goes on; null where nothing is left or no page had arrived. */
  token: z.string().nullable(),
  /** `token`: it began at a token, and what lies before is not counted. */
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

/** The query of a table that these terms stand for. */
export function queryOf(terms: QueryTerms, table: string, usualPageSize: number): TableQuery {
  return { ...terms, table, pageSize: terms.pageSize ?? usualPageSize };
}

/** The terms of a query; its page size is left out where it is the usual one. */
export function termsOf({ table: _table, pageSize, ...terms }: TableQuery, usualPageSize: number): QueryTerms {
  return pageSize === usualPageSize ? terms : { ...terms, pageSize };
}

/** True where both say the same; page sizes do not change what is found. */
export function sameTerms(left: QueryTerms, right: QueryTerms): boolean {
  return termsText(left) === termsText(right);
}

/** One text for equal terms, page size left out. */
function termsText(terms: QueryTerms): string {
  const { pageSize: _pageSize, ...rest } = queryTerms.parse(terms);
  return JSON.stringify(rest);
}

/** A run that left rows behind and knows where to go on. */
export function isUnfinished({ ending, token }: RunFigures): boolean {
  return token !== null && (ending === 'stopped' || ending === 'failed' || ending === 'running');
}

/** The properties that a query needs a table to have, keys and Timestamp left out; sorted. */
export function columnsOfTerms(terms: QueryTerms): readonly string[] {
  const names = new Set(terms.select);
  const node = terms.filterText === undefined ? terms.where : filterOfText(terms.filterText);
  if (node !== undefined) collectNames(node, names);
  for (const everywhere of ['PartitionKey', 'RowKey', 'Timestamp']) names.delete(everywhere);
  return [...names].sort();
}

function filterOfText(text: string): FilterNode | undefined {
  try {
    return text.trim() === '' ? undefined : parseFilter(text);
  } catch {
    return undefined;
  }
}

function collectNames(node: FilterNode, names: Set<string>): void {
  switch (node.kind) {
    case 'comparison':
    case 'starts-with':
    case 'truth':
      names.add(node.property);
      break;
    case 'not':
      collectNames(node.node, names);
      break;
    case 'and':
    case 'or':
      for (const inner of node.nodes) collectNames(inner, names);
  }
}
