// Saved queries, the query history of each table, and the query that a table opens with.
import { z } from 'zod';
import {
  historyEntry,
  openingQuery,
  queryTerms,
  runFigures,
  savedQuery,
  savedQueryInput,
} from '../../model/saved-query';
import { type CallDeclaration, type StreamDeclaration, call, nothing, onTable, stream } from './declare';

const kept = z.object({ saved: z.array(savedQuery), opening: z.array(openingQuery) });

export const libraryCalls = {
  /** A new query, or the one with this id in place. */
  'library.save': call('engine', savedQueryInput, savedQuery),
  'library.delete': call('engine', z.object({ id: z.string() }), nothing),
  /** What the table opens with from now on; null for the empty query. */
  'library.set-opening': call(
    'engine',
    onTable.extend({ opening: openingQuery.pick({ name: true, terms: true }).nullable() }),
    nothing,
  ),
  /** What the table's tab starts with: the chosen query, and the newest run where it was left unfinished. */
  'library.opening': call(
    'engine',
    onTable,
    z.object({ opening: openingQuery.nullable(), unfinished: historyEntry.nullable() }),
  ),
  /** The last run of this query on this table; replaces what was known of an earlier one. */
  'library.record': call('engine', onTable.extend({ terms: queryTerms, lastRun: runFigures }), nothing),
  /** One run of a table by its id, or all of them. */
  'library.forget': call('engine', onTable.extend({ id: z.string().optional() }), nothing),
} as const satisfies Record<string, CallDeclaration>;

export const libraryStreams = {
  /** All that is saved, by name, whenever it changes; the first event comes at once. */
  'library.watch': stream('engine', nothing, kept),
  /** The runs of one table, newest first. */
  'library.watch-history': stream('engine', onTable, z.array(historyEntry)),
} as const satisfies Record<string, StreamDeclaration>;
