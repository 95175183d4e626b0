// The runs of one connection, one entry for each query of a table: how a new run changes the list, and its bound. Pure.
import { type HistoryEntry, type QueryTerms, type RunFigures, sameTerms } from '@shared/model/saved-query';

/** Maximum number of stored runs per connection; beyond, the oldest are dropped. */
export const maxRuns = 500;

export interface RecordedRun {
  readonly table: string;
  readonly terms: QueryTerms;
  readonly lastRun: RunFigures;
}

/** The list with this run as its newest; it replaces an earlier run of the same query and gets its id. */
export function withRun(
  runs: readonly HistoryEntry[],
  run: RecordedRun,
  now: { readonly atMs: number; readonly newId: () => string },
): readonly HistoryEntry[] {
  const earlier = runs.find(({ table, terms }) => isSameTable(table, run.table) && sameTerms(terms, run.terms));
  const entry: HistoryEntry = { id: earlier?.id ?? now.newId(), ...run, ranAtMs: now.atMs };
  return [entry, ...runs.filter((each) => each !== earlier)].slice(0, maxRuns);
}

export function runsOfTable(runs: readonly HistoryEntry[], table: string): readonly HistoryEntry[] {
  return runs.filter((each) => isSameTable(each.table, table));
}

/** Without one run of the table, or without all of them. */
export function withoutRuns(
  runs: readonly HistoryEntry[],
  { table, id }: { readonly table: string; readonly id?: string | undefined },
): readonly HistoryEntry[] {
  const left = runs.filter((each) => !isSameTable(each.table, table) || (id !== undefined && each.id !== id));
  return left.length === runs.length ? runs : left;
}

/** The service takes table names without regard to case. */
export function isSameTable(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
