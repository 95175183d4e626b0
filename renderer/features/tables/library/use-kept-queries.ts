// The saved queries and the history of one table as state, and the actions on them. Failures are reported where they
// occur.
import { t } from '@shared/strings/t';
import { call, useStream } from '@renderer/bridge';
import { showFailure } from '@renderer/ui';
import { type StowageError } from '@shared/errors';
import type { CallInput, CallName } from '@shared/ipc/contract';
import type { HistoryEntry, OpeningQuery, QueryTerms, SavedQuery, SavedQueryInput } from '@shared/model/saved-query';

export interface KeptQueries {
  /** Undefined until known. */
  readonly saved: readonly SavedQuery[] | undefined;
  readonly opening: OpeningQuery | undefined;
  readonly error: StowageError | null;
  /** Rejects with what is wrong with the name. */
  readonly save: (input: SavedQueryInput) => Promise<SavedQuery>;
  readonly remove: (saved: SavedQuery) => void;
  readonly setOpening: (opening: { readonly name?: string; readonly terms: QueryTerms } | null) => void;
  readonly forget: (id?: string) => void;
}

export function useKeptQueries(connectionId: string, table: string): KeptQueries {
  const { latest, error } = useStream('library.watch', {});
  const isThis = (opening: OpeningQuery): boolean =>
    opening.connectionId === connectionId && opening.table.toLowerCase() === table.toLowerCase();
  return {
    saved: latest?.saved,
    opening: latest?.opening.find(isThis),
    error,
    save: (input) => call('library.save', input),
    remove: ({ id, name }) => orSay(t`Could not delete ${name}`, 'library.delete', { id }),
    setOpening: (opening) =>
      orSay(t`Could not change what the table opens with`, 'library.set-opening', { connectionId, table, opening }),
    forget: (id) =>
      orSay(t`Could not change the history`, 'library.forget', {
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

function orSay<N extends CallName>(title: string, name: N, input: CallInput<N>): void {
  call(name, input).catch((thrown: unknown) => {
    showFailure(thrown, title);
  });
}
