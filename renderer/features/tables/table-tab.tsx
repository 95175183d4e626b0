// One table: build a query, see its cost, run it, read its rows and one row in full. Owns the tab's session and
// what a person chose; the parts only show it.
import { call, currentSettings, useEngineState, useSettings } from '@renderer/bridge';
import { IconButton, ResizeHandle, showToast } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { TimeZone } from '@shared/query/ticks';
import { type WadRange, ticksOfWadKey } from '@shared/query/wad-window';
import { PanelRight, Plus } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { CountVerb } from './analysis/count-verb';
import { useAnalysis } from './analysis/use-analysis';
import { ChangesBar } from './edit/changes-bar';
import { discardAll } from './edit/staging';
import { useReview } from './edit/use-review';
import { useStagedRows } from './edit/use-staged-rows';
import { useStaging } from './edit/use-staging';
import { useTableEditing } from './edit/use-table-editing';
import { RowsTools } from './grid/rows-tools';
import { useColumns } from './grid/use-columns';
import { showColumn } from './grid/show-column';
import { useResultGrid } from './grid/use-result-grid';
import { EntityInspector } from './inspector/entity-inspector';
import { inspectorBounds, useInspectorPane } from './inspector/use-inspector-pane';
import type { EntityKey } from './inspector/entity-tab';
import { useSeenKeys } from './keys/use-seen-keys';
import { LibraryNotes } from './library/library-notes';
import { QueriesButton } from './library/queries-button';
import { StandingQuery } from './library/standing-query';
import { useTableLibrary } from './library/use-table-library';
import { TableMenu } from './menu/table-menu';
import { MovesNotice } from './moves/moves-notice';
import { QueryPages } from './pages/query-pages';
import { ColumnsChooser } from './query/columns-chooser';
import { CostLine } from './query/cost-line';
import { withOperator } from './query/key-draft';
import { QueryBar } from './query/query-bar';
import { type QueryDraft, emptyQueryDraft } from './query/query-draft';
import { previewQuery, sameQuery } from './query/query-preview';
import { QueryOptions, withOptions } from './query/text/query-options';
import type { EditPlace } from './review/edit-place';
import { bridgePort, waitInWindow } from './session/bridge-port';
import { createDiskRows } from './session/disk-rows';
import { createQuerySession } from './session/query-session';
import { CopyAsMenu } from './share/copy-as-menu';
import styles from './table-tab.module.css';
import { ResultViews } from './views/result-views';
import type { TableView } from './views/table-view';
import { ViewBar } from './views/view-bar';
import { WadBar } from './wad/wad-bar';
import { windowKeyDraft } from './wad/window-draft';

export interface TableTabProps {
  readonly connectionId: string;
  readonly table: string;
  readonly connectionName: string;
  readonly readOnly: boolean;
  /** Production asks for more before something is deleted or overwritten. */
  readonly environment: EditPlace['environment'];
  /** Whether this tab is the one on screen. */
  readonly isActive: boolean;
  /** Shows what was applied to this table, to be undone. */
  readonly onOpenUndo: () => void;
  /** Asks whether the connection may be written to. */
  readonly onUnlock: () => void;
  /** Shows one entity in a tab of its own. */
  readonly onOpenEntity: (key: EntityKey) => void;
  /** Shows all long jobs on tables. */
  readonly onShowJobs: () => void;
  /** Shows the import into this table. */
  readonly onImport: () => void;
}

const partitionKeyInput = '[aria-label="PartitionKey condition"] input';

export function TableTab({
  connectionId,
  table,
  connectionName,
  readOnly,
  environment,
  isActive,
  onUnlock,
  onOpenEntity,
  onOpenUndo,
  onShowJobs,
  onImport,
}: TableTabProps) {
  const [session] = useState(() => createQuerySession(bridgePort, waitInWindow, createDiskRows()));
  const state = useStore(session.store);
  const pageSize = useSettings((settings) => settings.pageSize);

  const [draft, setDraft] = useState<QueryDraft>(emptyQueryDraft);
  const [problemsShown, setProblemsShown] = useState<'wrong' | 'all'>('wrong');
  const tab = useRef<HTMLElement>(null);
  const inspector = useInspectorPane(tab);

  const staging = useStaging(connectionId, table, session);
  const staged = useStagedRows(staging, state);
  const columns = useColumns(staged.summary, `${connectionId}/${table}`);
  const { select } = columns;
  const preview = useMemo(() => previewQuery(draft, { table, pageSize, select }), [draft, table, pageSize, select]);

  const readWindow = (range: WadRange): void => {
    const next: QueryDraft = { ...draft, mode: 'conditions', partitionKey: windowKeyDraft(range) };
    setDraft(next);
    const windowed = previewQuery(next, { table, pageSize, select });
    if (windowed.state === 'ready') session.run(connectionId, windowed.query);
    else setProblemsShown('all');
  };

  const analysis = useAnalysis();
  const readPartition = (text: string): void => {
    const partitionKey = { ...draft.partitionKey, operator: 'is' as const, text };
    const next: QueryDraft = { ...draft, mode: 'conditions', partitionKey };
    setDraft(next);
    setView('rows');
    const narrowed = previewQuery(next, { table, pageSize, select });
    if (narrowed.state === 'ready') session.run(connectionId, narrowed.query);
    else setProblemsShown('all');
  };

  const run = (): void => {
    if (preview.state === 'problem') {
      setProblemsShown('all');
      return;
    }
    setProblemsShown('wrong');
    session.run(connectionId, preview.query);
  };

  const library = useTableLibrary({ connectionId, table, session, draft, onDraftChange: setDraft, preview, pageSize });
  useEffect(() => () => session.dispose(), [session]);
  const engine = useEngineState();
  useEffect(() => {
    // What broke on the way while the engine and its store went away works again now.
    const { status, error } = session.store.getState();
    if (engine === 'running' && status === 'failed' && error?.kind === 'network') session.resume();
  }, [engine, session]);

  const runAgain = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'F5' || event.defaultPrevented) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!isActive) return;
    const listen = (event: KeyboardEvent): void => runAgain(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isActive]);

  const copy = (text: string, what: string): void => {
    call('clipboard.write', { text }).then(
      () => showToast({ tone: 'good', title: `Copied ${what}` }),
      (thrown: unknown) => showToast({ tone: 'bad', title: 'Could not copy', text: StowageError.from(thrown).message }),
    );
  };
  const rowAt = useCallback((index: number) => session.rows.at(index), [session]);

  const seen = useSeenKeys({ table, run: state.run, rowCount: state.rowCount, rowAt });
  const grid = useResultGrid({
    session,
    state,
    columns,
    delimiters: seen.delimiters,
    onAddCondition: ({ label, apply }) => {
      setDraft(apply(draft));
      showToast({ tone: 'good', title: label, text: 'Added to the query. Run it to see them.' });
    },
    onOpen: inspector.open,
    staged: staged.rows,
  });
  const editing = useTableEditing({
    connectionId,
    table,
    access: readOnly ? 'read-only' : 'writable',
    staging,
    grid,
    columns: columns.shown,
    onFillIn: () => {
      inspector.open();
      inspector.setView('edit');
    },
  });
  const leaveToRows = (): void => grid.handle.current?.focus();
  const access = readOnly ? 'read-only' : 'writable';
  const review = useReview({
    place: { connectionId, connectionName, table, environment, access },
    staging,
    onCopy: copy,
    onLeave: leaveToRows,
  });
  const [view, setView] = useState<TableView>('rows');
  const [zone, setZone] = useState<TimeZone>(() => currentSettings().timeZone);
  const hasCounters = seen.kind === 'diagnostics' && state.columns.some(({ name }) => name === 'CounterValue');
  const needsCounters = view === 'counters' || view === 'figures';
  const shownView = needsCounters && !hasCounters ? 'rows' : view;
  const newestRow = state.rowCount === 0 ? undefined : rowAt(state.rowCount - 1);

  const running = state.status === 'fetching' || state.status === 'reconnecting';
  const edited = preview.state === 'ready' && state.query !== undefined && !sameQuery(state.query, preview.query);

  const main = (
    <div className={styles.main}>
      <QueryBar
        draft={draft}
        onChange={setDraft}
        preview={preview}
        problemsShown={problemsShown}
        columns={state.columns}
        delimiters={seen.delimiters}
        running={running && state.goal === 'on-demand' && state.rowCount === 0 ? 'yes' : 'no'}
        onRun={run}
        onStop={() => session.stop()}
      >
        <QueriesButton
          connectionId={connectionId}
          connectionName={connectionName}
          table={table}
          library={library}
          columns={state.columns.map(({ name }) => name)}
          pageSize={pageSize}
          onCopy={copy}
        />
        <QueryOptions
          options={draft}
          onChange={(options) => setDraft(withOptions(draft, options))}
          usualPageSize={pageSize}
        />
        <ColumnsChooser
          columns={columns.all}
          hidden={columns.hidden}
          onHiddenChange={columns.setHidden}
          fetching={draft.select === undefined ? columns.fetching : 'shown'}
          onFetchingChange={(fetching) => {
            const { select: _select, ...rest } = draft;
            setDraft(rest);
            columns.setFetching(fetching);
          }}
        />
        <TableMenu
          {...{ connectionId, connectionName, table, isActive, session, state, columns, grid, onShowJobs, onOpenUndo }}
          access={readOnly ? 'read-only' : 'writable'}
          {...(readOnly ? {} : { onImport })}
          query={preview.state === 'ready' ? preview.query : undefined}
        />
        {inspector.isShown ? null : (
          <IconButton
            label="Open the inspector"
            tone="outlined"
            icon={<PanelRight size={16} aria-hidden />}
            onPress={inspector.open}
          />
        )}
      </QueryBar>
      <CostLine
        preview={preview}
        freshness={edited ? 'edited' : 'current'}
        reading={draft.reading}
        onReadingChange={(reading) => setDraft({ ...draft, reading })}
        concurrency={draft.concurrency}
        onConcurrencyChange={(concurrency) => {
          setDraft({ ...draft, concurrency });
          session.setConcurrency(concurrency);
        }}
        scan={state.scan}
        onGivePartitionKey={
          draft.mode === 'text'
            ? undefined
            : () => {
                setDraft({ ...draft, partitionKey: withOperator(draft.partitionKey, 'is') });
                giveKeyboardTo(tab, partitionKeyInput);
              }
        }
        onCopy={(filter) => copy(filter, 'the filter')}
        sharing={(query) => (
          <CopyAsMenu connectionId={connectionId} connectionName={connectionName} query={query} onCopy={copy} />
        )}
      />
      {seen.kind === 'diagnostics' ? (
        <WadBar
          zone={zone}
          onZoneChange={setZone}
          newestTicks={newestRow === undefined ? null : ticksOfWadKey(newestRow.partitionKey)}
          onRead={readWindow}
        />
      ) : null}
      <MovesNotice
        connectionId={connectionId}
        table={table}
        access={readOnly ? 'read-only' : 'writable'}
        onSettled={run}
      />
      <LibraryNotes library={library} state={state} />
      {library.standing === null ? (
        <>
          <ViewBar view={shownView} onViewChange={setView} hasCounters={hasCounters ? 'yes' : 'no'}>
            <CountVerb analysis={analysis} connectionId={connectionId} query={state.query} run={state.run} />
            {shownView === 'rows' && !readOnly ? (
              <IconButton label="Insert an entity" icon={<Plus size={16} aria-hidden />} onPress={editing.insert} />
            ) : null}
            {shownView === 'rows' ? (
              <RowsTools grid={grid} columns={columns} rowCount={state.rowCount} isActive={isActive} />
            ) : null}
          </ViewBar>
          <ResultViews
            view={shownView}
            input={{ connectionId, table, state, rows: session.rows, zone, onCopy: copy }}
            analysis={{
              analysis,
              onReadPartition: readPartition,
              onShowColumn: (property) => {
                setView('rows');
                showColumn(property, columns, grid);
              },
            }}
            rows={{
              label: `Entities of ${table} on ${connectionName}`,
              grid: { ...grid.props, ...editing.grid },
              onRetry: () => session.resume(),
            }}
          />
        </>
      ) : (
        <StandingQuery
          standing={library.standing}
          onContinue={library.continueRun}
          onRun={run}
          onShowAll={library.showAll}
        />
      )}
      <ChangesBar counts={staging.counts} onDiscardAll={() => staging.stage(discardAll)} onReview={review.open} />
      <QueryPages table={table} session={session} state={state} onContinueFrom={library.continueFrom} onCopy={copy} />
    </div>
  );

  return (
    <section ref={tab} aria-label={`Table ${table}`} className={styles.tab}>
      {main}
      {inspector.isShown ? (
        <>
          <ResizeHandle
            label="Resize the inspector"
            orientation="vertical"
            panel="after"
            size={inspector.widthPx}
            bounds={inspectorBounds}
            onResize={inspector.resize}
          />
          <EntityInspector
            row={grid.activeRow}
            view={inspector.view}
            onViewChange={inspector.setView}
            edits={editing.edits}
            columns={columns.all}
            onUnlock={onUnlock}
            fetched={state.query !== undefined && state.query.select.length > 0 ? 'some' : 'all'}
            selectedRows={grid.selectedRows}
            access={readOnly ? 'read-only' : 'writable'}
            delimiters={seen.delimiters}
            widthPx={inspector.widthPx}
            onCopy={copy}
            onClose={() => {
              inspector.close();
              leaveToRows();
            }}
            onOpenItself={onOpenEntity}
            onLeave={leaveToRows}
          />
        </>
      ) : null}
      {review.element}
    </section>
  );
}

/** Once what was just asked for is on the page. */
function giveKeyboardTo(within: RefObject<HTMLElement | null>, selector: string): void {
  requestAnimationFrame(() => within.current?.querySelector<HTMLInputElement>(selector)?.focus());
}
