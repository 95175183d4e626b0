// The state of one table's tab, made once in table-tab.tsx: the query and its rows, how the rows are shown, and the
// changes to them. Every part of the tab takes what it needs by `useTab`, `useResult`, `useShown` and `useChanges`, and
// renders again only when that group changes. Over 300 lines, because it is all of that state.
import { useConnection, useLearnedRights } from '@renderer/live/connection';
import { currentSettings, useSettings } from '@renderer/bridge';
import { forgetDenials } from '@renderer/pane/known-rights';
import { type TableDisabledReasons, tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { showToast } from '@renderer/ui';
import type { SasScope } from '@shared/model/connection';
import type { TimeZone } from '@shared/query/ticks';
import { t } from '@shared/strings/t';
import { type Context, type ReactNode, type RefObject, createContext, use, useState } from 'react';
import type { OnStep } from '../edits/changes-bar';
import { reportRejected } from '../edits/rejected-texts';
import { type InspectorPane, useInspectorPane } from '../edits/use-inspector-pane';
import { type TableEditing, useTableEditing } from '../edits/use-table-editing';
import { type ResultGrid, useResultGrid } from '../grid/use-result-grid';
import { requestImport } from '../import/import-target';
import { type CounterBoard, useCounterBoard } from '../insights/counter-board';
import { useAnalysis } from '../insights/use-analysis';
import { type Runs, useRuns } from '../query/use-runs';
import { type SeenKeys, useSeenKeys } from '../query/seen-keys';
import { type SeenPartitions, createSeenPartitions } from '../query/seen-partitions';
import { type TableLibrary, useTableLibrary } from '../query/use-table-library';
import type { AnalysisSession } from '../result/analysis-session';
import { type Columns, useColumns } from '../result/columns';
import { type QueryRun, useQueryRun } from '../result/query-run';
import type { SessionState } from '../result/run-state';
import { type ViewChoice, useViewChoice } from '../result/table-view';
import type { EditTarget } from '../review/edit-target';
import { useUndoLatest } from '../review/undo-latest';
import { type Review, useReview } from '../review/use-review';
import { type StagedView, useStagedRows } from '../staging/staged-rows';
import { type StagedEdits, useStaging } from '../staging/staged-tables';
import { AfterRows } from './after-rows';
import type { EntityKey } from './entity-tab';
import { type SavedTab, type TabKeeping, useKeepTab, useSavedTab } from './saved-tab';

export interface TableTabProps {
  readonly connectionId: string;
  readonly table: string;
  readonly connectionName: string;
  readonly readOnly: boolean;
  /** The scope of the connection's SAS, if it signs with one. */
  readonly sas?: SasScope | undefined;
  /** Production connections require an extra confirmation before deleting or overwriting. */
  readonly environment: EditTarget['environment'];
  /** Whether this tab is the one on screen. */
  readonly isActive: boolean;
  /** Shows the changes applied to this table, to undo them. */
  readonly onOpenUndo: () => void;
  /** Reports whether the connection is writable. */
  readonly onUnlock: () => void;
  /** Shows one entity in a separate tab. */
  readonly onOpenEntity: (key: EntityKey) => void;
  /** Shows all long jobs on tables. */
  readonly onShowJobs: () => void;
  /** Shows the import into this table. */
  readonly onImport: () => void;
}

/** Which table it is, and where the tab leads to. */
interface TableTabState extends Pick<
  TableTabProps,
  'isActive' | 'onOpenUndo' | 'onUnlock' | 'onOpenEntity' | 'onShowJobs' | 'onImport'
> {
  readonly location: EditTarget;
  readonly disabledReasons: TableDisabledReasons;
  /** The whole tab. */
  readonly element: RefObject<HTMLElement | null>;
  readonly analysis: AnalysisSession;
  /** The time zone of times in a diagnostics table. */
  readonly zone: TimeZone;
  readonly setZone: (zone: TimeZone) => void;
}

/** The query and its runs, the rows with their staged edits, and what these show about columns and keys. */
interface TableResult {
  /** Owns the loaded rows; `state` is their presentation. */
  readonly session: QueryRun;
  readonly state: SessionState;
  readonly runs: Runs;
  readonly library: TableLibrary;
  readonly staging: StagedEdits;
  readonly staged: StagedView;
  readonly columns: Columns;
  readonly seen: SeenKeys;
  readonly partitions: SeenPartitions;
  /** Rows per page as in the settings. */
  readonly pageSize: number;
  /** The saved state of the tab; undefined for a new one. */
  readonly atStart: SavedTab | undefined;
}

/** The view in front and the grid of the rows, restored as the tab was left. */
interface ShownResult extends TabKeeping {
  readonly view: ViewChoice;
  readonly board: CounterBoard;
  readonly grid: ResultGrid;
  readonly focusRows: () => void;
}

/** Cells and new entities that are staged, their review, and the ways back to the row concerned. */
interface TableChanges {
  readonly editing: TableEditing;
  readonly review: Review;
  /** Undo and redo by key: of staged changes, then of what was applied. */
  readonly step: OnStep;
  /** Asks before a large batch, or one on production, is undone. */
  readonly undoPrompt: ReactNode;
  /** Explains to a user who used a disabled control why it is disabled, with the way to unlock it where that helps. */
  readonly notify: (reason: string) => void;
  /** Id of the new entity that the inspector lets a user fill in. */
  readonly fillIn: string | undefined;
  /** Stages a new entity, on top of the rows. */
  readonly insert: () => void;
  /** To a row by the id of its edit or form; if it is not loaded, the entity opens by its keys. */
  readonly goTo: (rowId: string, field: string, keys: EntityKey | undefined) => void;
  /** Returns the focus to the rows. */
  readonly backToRows: () => void;
}

export interface OpenTable {
  readonly tab: TableTabState;
  /** Whether the panel of one entity is shown, its width and view. */
  readonly inspector: InspectorPane;
  readonly result: TableResult;
  readonly shown: ShownResult;
  readonly changes: TableChanges;
}

const TabContext = createContext<TableTabState | null>(null);
const InspectorContext = createContext<InspectorPane | null>(null);
const ResultContext = createContext<TableResult | null>(null);
const ShownContext = createContext<ShownResult | null>(null);
const ChangesContext = createContext<TableChanges | null>(null);

export const useTab = (): TableTabState => useProvided(TabContext);
export const useInspector = (): InspectorPane => useProvided(InspectorContext);
export const useResult = (): TableResult => useProvided(ResultContext);
export const useShown = (): ShownResult => useProvided(ShownContext);
export const useChanges = (): TableChanges => useProvided(ChangesContext);

interface OpenTableProviderProps extends OpenTable {
  readonly children: ReactNode;
}

export function OpenTableProvider({ tab, inspector, result, shown, changes, children }: OpenTableProviderProps) {
  return (
    <TabContext value={tab}>
      <InspectorContext value={inspector}>
        <ResultContext value={result}>
          <ShownContext value={shown}>
            <ChangesContext value={changes}>{children}</ChangesContext>
          </ShownContext>
        </ResultContext>
      </InspectorContext>
    </TabContext>
  );
}

interface LaterProps {
  readonly table: OpenTable;
  readonly children: ReactNode;
}

/** Draws its part of the tab one frame after the first rows, see `AfterRows`; until then the part has the state before. */
export function Later({ table, children }: LaterProps) {
  return (
    <AfterRows state={table.result.state} draft={table.result.runs.draft}>
      <OpenTableProvider {...table}>{children}</OpenTableProvider>
    </AfterRows>
  );
}

/** To be called once a tab. */
export function useOpenTable(props: TableTabProps, element: RefObject<HTMLElement | null>): OpenTable {
  const tab = useTabState(props, element);
  const inspector = useInspectorPane(element);
  const result = useTableResult(tab.location);
  const shown = useShownResult(tab.location, result, inspector.open);
  const changes = useTableChanges(tab, result, shown, inspector);
  return { tab, inspector, result, shown, changes };
}

function useTabState(props: TableTabProps, element: TableTabState['element']): TableTabState {
  const { connectionId, connectionName, table, environment, readOnly, sas } = props;
  const { isActive, onOpenUndo, onUnlock, onOpenEntity, onShowJobs, onImport } = props;
  const analysis = useAnalysis();
  const [zone, setZone] = useState<TimeZone>(() => currentSettings().timeZone);
  const access = readOnly ? 'read-only' : 'writable';
  const learned = useLearnedRights(connectionId);
  const disabledReasons = tableDisabledReasons({ ...learned, name: connectionName, locked: readOnly, sas }, table);
  return {
    location: { connectionId, connectionName, table, environment, access },
    disabledReasons,
    element,
    analysis,
    zone,
    setZone,
    isActive,
    onOpenUndo,
    onUnlock,
    onOpenEntity,
    onShowJobs,
    onImport,
  };
}

function useTableResult({ connectionId, table }: EditTarget): TableResult {
  const { session, state } = useQueryRun();
  const pageSize = useSettings((settings) => settings.pageSize);
  const connection = useConnection(connectionId);
  const service = connection?.tableService ?? 'storage';
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
  const [partitions] = useState(() =>
    createSeenPartitions({
      count: () => session.store.getState().rowCount,
      partitionAt: (index) => session.rows.keysAt(index)?.partitionKey,
    }),
  );
  const runs = useRuns({
    connectionId,
    table,
    session,
    pageSize,
    select: columns.select,
    service,
    delimiters: seen.delimiters,
    onRun: () => {
      partitions.collect();
      forgetDenials(connection, { service: 'table', resource: table });
    },
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
  return { session, state, runs, library, staging, staged, columns, seen, partitions, pageSize, atStart };
}

function useShownResult({ connectionId, table }: EditTarget, result: TableResult, onOpen: () => void): ShownResult {
  const { session, state, runs, staged, columns, seen, atStart } = result;
  const { draft, setDraft } = runs;
  const view = useViewChoice(atStart?.view ?? 'rows', { time: seen.time, columns: state.columns });
  const grid = useResultGrid({
    session,
    state,
    columns,
    delimiters: seen.delimiters,
    onAddCondition: ({ label, apply }) => {
      setDraft(apply(draft));
      showToast({ tone: 'good', title: label, text: t`Added to the query. Run it to see the rows.` });
    },
    onOpen,
    staged: staged.rows,
  });
  const board = useCounterBoard(atStart?.board);
  const shown = { draft, view: view.chosen, board };
  const { onScrolled } = useKeepTab({ connectionId, table, atStart, ...shown, session, state, grid });
  return { view, board, grid, onScrolled, focusRows: () => grid.handle.current?.focus() };
}

function useTableChanges(
  tab: TableTabState,
  result: TableResult,
  shown: ShownResult,
  inspector: Pick<InspectorPane, 'open' | 'setView'>,
): TableChanges {
  const { location, disabledReasons, onUnlock, onImport, onOpenEntity } = tab;
  const { connectionId, table } = location;
  const { staging, columns } = result;
  const { view, grid } = shown;
  const [fillIn, setFillIn] = useState<string>();
  const notify = (reason: string): void => reportRejected(reason, disabledReasons.wayOut, onUnlock);

  const backToRows = (): void => {
    setFillIn(undefined);
    shown.focusRows();
  };
  const goTo: TableChanges['goTo'] = (rowId, field, keys) => {
    view.choose('rows');
    setFillIn(undefined);
    void grid.goToRow(rowId, field).then((found) => {
      if (found === 'there' || keys === undefined) return;
      onOpenEntity({ partitionKey: keys.partitionKey, rowKey: keys.rowKey });
    });
  };
  const { edits } = staging.state.staging;
  const review = useReview({
    location,
    edits,
    staging,
    onLeave: backToRows,
    onGoTo: (editId, field) => {
      const edit = edits.find(({ id }) => id === editId);
      goTo(editId, field, edit === undefined || edit.kind === 'insert' ? undefined : edit.read);
    },
  });
  const editing = useTableEditing({
    connectionId,
    table,
    staging,
    grid,
    disabledReasons,
    onRejected: notify,
    columns: columns.shown,
    onImport: (text) => {
      requestImport(connectionId, table, { kind: 'text', text });
      onImport();
    },
    onResolve: review.resolve,
    onFillIn: (editId) => {
      setFillIn(editId);
      inspector.open();
      inspector.setView('edit');
    },
  });
  const latest = useUndoLatest({ location, staging, disabledReason: disabledReasons.all, onRejected: notify });
  const step: OnStep = (direction, key) => {
    if (direction === 'forward' || staging.hasStep('back')) editing.step(direction);
    else if (key === 'pressed') latest.undo();
  };
  const insert = (): void => {
    view.choose('rows');
    editing.insert();
  };
  return { editing, review, step, undoPrompt: latest.element, notify, fillIn, insert, goTo, backToRows };
}

function useProvided<T>(context: Context<T | null>): T {
  const value = use(context);
  if (value === null) throw new Error('This belongs into the tab of a table.');
  return value;
}
