// The saved queries and the history of one table as state, and the actions on them. Failures are reported where they
// occur.
import { t } from '@shared/strings/t';
import { call, useStream } from '@renderer/bridge';
import { showFailure } from '@renderer/ui';
import { type StowageError } from '@shared/errors';
import type { CallInput, CallName } from '@shared/ipc/contract';
import type { HistoryEntry, DefaultQuery, QueryTerms, SavedQuery, SavedQueryInput } from '@shared/model/saved-query';

export interface SavedQueries {
  /** Undefined until known. */
  readonly saved: readonly SavedQuery[] | undefined;
  readonly opening: DefaultQuery | undefined;
  readonly error: StowageError | null;
  /** Rejects with what is wrong with the name. */
  readonly save: (input: SavedQueryInput) => Promise<SavedQuery>;
  readonly remove: (saved: SavedQuery) => void;
  readonly setDefaultQuery: (defaultQuery: { readonly name?: string; readonly terms: QueryTerms } | null) => void;
  readonly forget: (id?: string) => void;
}

export function useSavedQueries(connectionId: string, table: string): SavedQueries {
  const { latest, error } = useStream('library.watch', {});
  const isThis = (defaultQuery: DefaultQuery): boolean =>
    defaultQuery.connectionId === connectionId && defaultQuery.table.toLowerCase() === table.toLowerCase();
  return {
    saved: latest?.saved,
    opening: latest?.opening.find(isThis),
    error,
    save: (input) => call('library.save', input),
    remove: ({ id, name }) => orReport(t`Could not delete ${name}`, 'library.delete', { id }),
    setDefaultQuery: (defaultQuery) =>
      orReport(t`Could not change the table’s default query`, 'library.set-opening', {
        connectionId,
        table,
        opening: defaultQuery,
      }),
    forget: (id) =>
      orReport(t`Could not change the history`, 'library.forget', {
        connectionId,
        table,
        ...(id === undefined ? {} : { id }),
      }),
  };
}

/** The runs of the table, newest first; undefined until known. */
export function useTableRuns(connectionId: string, table: string): readonly HistoryEntry[] | undefined {
  return useStream('library.watch-history', { connectionId, table }).latest;
}

/** Saved queries that make sense on the table: its own, and those for any table with columns that it has. */
export function queriesFor(
  saved: readonly SavedQuery[],
  here: { readonly connectionId: string; readonly table: string; readonly columns: ReadonlySet<string> },
): readonly SavedQuery[] {
  return saved.filter(({ place }) =>
    place.kind === 'table'
      ? place.connectionId === here.connectionId && place.table.toLowerCase() === here.table.toLowerCase()
      : place.columns.every((name) => here.columns.has(name)),
  );
}

function orReport<N extends CallName>(title: string, name: N, input: CallInput<N>): void {
  call(name, input).catch((thrown: unknown) => {
    showFailure(thrown, title);
  });
}
