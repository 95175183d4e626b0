// Saved queries, the query history of each table, and the query that a table opens with.
import { z } from 'zod';
import {
  historyEntry,
  defaultQuery,
  queryTerms,
  runFigures,
  savedQuery,
  savedQueryInput,
} from '../../model/saved-query';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onTable, stream } from './declare';

const savedQueries = z.object({ saved: z.array(savedQuery), opening: z.array(defaultQuery) });

export const libraryCalls = {
  /** Saves a new query, or replaces the one with this id. */
  'library.save': call('engine', savedQueryInput, savedQuery),
  'library.delete': call('engine', z.object({ id: z.string() }), nothing),
  /** Sets the query that the table opens with; null for the empty query. */
  'library.set-opening': call(
    'engine',
    onTable.extend({ opening: defaultQuery.pick({ name: true, terms: true }).nullable() }),
    nothing,
  ),
  /** The query that the table's tab starts with: the default query, and the newest run if it is unfinished. */
  'library.opening': call(
    'engine',
    onTable,
    z.object({ opening: defaultQuery.nullable(), unfinished: historyEntry.nullable() }),
  ),
  /** Records the last run of this query on this table; replaces the record of an earlier one. */
  'library.record': call('engine', onTable.extend({ terms: queryTerms, lastRun: runFigures }), nothing),
  /** Removes one run of a table by its id, or all of them. */
  'library.forget': call('engine', onTable.extend({ id: z.string().optional() }), nothing),
} as const satisfies Record<string, CallDeclaration>;

export const libraryStreams = {
  /** All saved queries by name, at once and whenever one changes. */
  'library.watch': stream('engine', nothing, savedQueries),
  /** The runs of one table, newest first, at once and whenever they change. */
  'library.watch-history': stream('engine', onTable, z.array(historyEntry)),
} as const satisfies Record<string, StreamDeclaration>;
