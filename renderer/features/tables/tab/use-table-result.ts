// What is asked of the table of a tab and what came of it: the query and its runs, the rows with what is staged for them,
// and what these say about the table's columns and keys.
import { useSettings } from '@renderer/bridge';
import { type Columns, useColumns } from '../result/use-columns';
import type { SavedTab } from './saved-tab';
import { useSavedTab } from './use-saved-tab';
import { type SeenKeys, useSeenKeys } from '../query/use-seen-keys';
import { type TableLibrary, useTableLibrary } from '../query/use-table-library';
import { type Runs, useRuns } from '../query/use-runs';
import { type LivingSession, useResultSession } from '../result/use-result-session';
import { type StagedEdits, type TableLocation, useStaging } from '../staging/staged-tables';
import { type StagedView, useStagedRows } from '../staging/staged-rows';

/** `session` owns the loaded rows, `state` is what there is to show of them. */
export interface TableResult extends LivingSession {
  readonly runs: Runs;
  readonly library: TableLibrary;
  readonly staging: StagedEdits;
  readonly staged: StagedView;
  readonly columns: Columns;
  readonly seen: SeenKeys;
  /** Rows per page as in the settings. */
  readonly pageSize: number;
  /** What the tab was left with; undefined for one that is opened anew. */
  readonly atStart: SavedTab | undefined;
}

export function useTableResult({ connectionId, table }: TableLocation): TableResult {
  const { session, state } = useResultSession();
  const pageSize = useSettings((settings) => settings.pageSize);
  const staging = useStaging({ connectionId, table }, session);
  const staged = useStagedRows(staging, state);
  const columns = useColumns(staged.summary, `${connectionId}/${table}`);
  const atStart = useSavedTab(connectionId, table);
  const seen = useSeenKeys({
    table,
    run: state.run,
    rowCount: state.rowCount,
    keysAt: (index) => session.rows.keysAt(index),
  });
  const runs = useRuns({
    connectionId,
    table,
    session,
    pageSize,
    select: columns.select,
    delimiters: seen.delimiters,
    initialDraft: atStart?.draft,
  });
  const { draft, setDraft, preview } = runs;
  const library = useTableLibrary({
    connectionId,
    table,
    session,
    draft,
    preview,
    pageSize,
    atStart,
    onDraftChange: setDraft,
  });
  return { session, state, runs, library, staging, staged, columns, seen, pageSize, atStart };
}
