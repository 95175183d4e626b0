// One table: build a query, see its cost, run it, read its rows and one row in full, stage changes. Puts the tab together
// and leads from one of its parts to another; what each of them knows and does is its own.
import { t } from '@shared/strings/t';
import { currentSettings, useSettings } from '@renderer/bridge';
import { lockedReason } from '@renderer/pane/locked-reason';
import { showToast } from '@renderer/ui';
import type { TimeZone } from '@shared/query/ticks';
import { ticksOfWadKey } from '@shared/query/wad-window';
import { type ReactNode, useRef, useState } from 'react';
import { AfterRows } from './after-rows';
import { useAnalysis } from './analysis/use-analysis';
import { copyText } from './copy-text';
import { ChangesBar } from './edit/changes-bar';
import { ReadingNote } from './views/reading-note';
import { useReview } from './review/use-review';
import { useStagedRows } from './staged/use-staged-rows';
import { useStaging } from './staged/use-staging';
import { tellLocked } from './edit/tell-locked';
import { useTableEditing } from './edit/use-table-editing';
import { useColumns } from './columns/use-columns';
import { showColumn } from './grid/show-column';
import { useResultGrid } from './grid/use-result-grid';
import { askForImport } from './import/asked-import';
import { InspectorPane } from './inspector/inspector-pane';
import { useInspectorPane } from './inspector/use-inspector-pane';
import type { EntityKey } from './inspector/entity-tab';
import { useKeepTab, useKeptAtStart } from './kept/use-kept-tab';
import { useSeenKeys } from './keys/use-seen-keys';
import { LibraryNotes } from './library/library-notes';
import { StandingQuery } from './library/standing-query';
import { useTableLibrary } from './library/use-table-library';
import { TableMenu } from './menu/table-menu';
import { MovesNotice } from './moves/moves-notice';
import { QueryPages } from './pages/query-pages';
import { useRuns } from './query/use-runs';
import { ResultBar } from './result-bar';
import { ResultViews } from './result-views';
import type { EditPlace } from './review/edit-place';
import { useResultSession } from './session/use-result-session';
import { TableHead } from './table-head';
import styles from './table-tab.module.css';
import { OvertakenNote } from './views/overtaken-note';
import { RefusedRunNote } from './views/refused-run-note';
import { useViewChoice } from './views/use-view-choice';
import { WadBar } from './wad/wad-bar';

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

export function TableTab(props: TableTabProps) {
  const { connectionId, table, connectionName, environment, isActive, onUnlock } = props;
  const access = props.readOnly ? 'read-only' : 'writable';
  const { session, state } = useResultSession();
  const pageSize = useSettings((settings) => settings.pageSize);
  const tab = useRef<HTMLElement>(null);
  const inspector = useInspectorPane(tab);
  const [fillIn, setFillIn] = useState<string>();

  const staging = useStaging({ connectionId, table }, session);
  const staged = useStagedRows(staging, state);
  const columns = useColumns(staged.summary, `${connectionId}/${table}`);
  const atStart = useKeptAtStart(connectionId, table);
  const runs = useRuns({
    ...{ connectionId, table, session, pageSize, isActive },
    select: columns.select,
    initialDraft: atStart?.draft,
  });
  const { draft, setDraft, preview, run } = runs;
  const library = useTableLibrary({
    ...{ connectionId, table, session, draft, preview, pageSize, atStart },
    onDraftChange: setDraft,
  });
  const analysis = useAnalysis();

  const seen = useSeenKeys({
    table,
    run: state.run,
    rowCount: state.rowCount,
    keysAt: (index) => session.rows.keysAt(index),
  });
  const view = useViewChoice(atStart?.view ?? 'rows', { kind: seen.kind, columns: state.columns });
  const grid = useResultGrid({
    session,
    state,
    columns,
    delimiters: seen.delimiters,
    onAddCondition: ({ label, apply }) => {
      setDraft(apply(draft));
      showToast({ tone: 'good', title: label, text: t`Added to the query. Run it to see them.` });
    },
    onOpen: inspector.open,
    staged: staged.rows,
  });
  const { onScrolled } = useKeepTab({ connectionId, table, atStart, draft, view: view.chosen, session, state, grid });
  const locked = access === 'read-only' ? lockedReason(connectionName) : null;
  const editing = useTableEditing({
    connectionId,
    table,
    staging,
    grid,
    columns: columns.shown,
    onLocked: locked === null ? undefined : () => tellLocked(locked, onUnlock),
    onImport: (text) => {
      askForImport(connectionId, table, { kind: 'text', text });
      props.onImport();
    },
    onFillIn: (editId) => {
      setFillIn(editId);
      inspector.open();
      inspector.setView('edit');
    },
  });
  const leaveToRows = (): void => {
    setFillIn(undefined);
    grid.handle.current?.focus();
  };
  /** To a row by the id of its edit or form; where it is not loaded, the entity opens by its keys. */
  const goTo = (rowId: string, field: string, keys: EntityKey | undefined): void => {
    view.choose('rows');
    setFillIn(undefined);
    void grid.goToRow(rowId, field).then((found) => {
      if (found === 'there' || keys === undefined) return;
      props.onOpenEntity({ partitionKey: keys.partitionKey, rowKey: keys.rowKey });
    });
  };
  const review = useReview({
    place: { connectionId, connectionName, table, environment, access },
    edits: staging.state.staging.edits,
    staging,
    onCopy: copyText,
    onLeave: leaveToRows,
    onGoTo: (editId, field) => {
      const edit = staging.state.staging.edits.find(({ id }) => id === editId);
      goTo(editId, field, edit === undefined || edit.kind === 'insert' ? undefined : edit.read);
    },
  });
  const insert = (): void => {
    view.choose('rows');
    editing.insert();
  };
  const [zone, setZone] = useState<TimeZone>(() => currentSettings().timeZone);
  const newestRow = state.rowCount === 0 ? undefined : session.rows.keysAt(state.rowCount - 1);

  const filling = { onImport: props.onImport, onInsert: insert };
  const later = (part: ReactNode) => <AfterRows {...{ state, draft }}>{part}</AfterRows>;
  const main = (
    <div className={styles.main}>
      {later(
        <TableHead
          {...{ connectionId, connectionName, table, tab, session, state, runs, library, columns, pageSize }}
          delimiters={seen.delimiters}
          onCopy={copyText}
          onOpenInspector={inspector.isShown ? undefined : inspector.open}
        >
          <TableMenu
            {...{ connectionId, connectionName, table, access, isActive, session, state, columns, grid }}
            query={preview.state === 'ready' ? preview.query : undefined}
            onShowJobs={props.onShowJobs}
            onOpenUndo={props.onOpenUndo}
            {...filling}
            onReview={staging.state.staging.edits.length === 0 ? undefined : review.open}
          />
        </TableHead>,
      )}
      {seen.kind === 'diagnostics' ? (
        <WadBar
          zone={zone}
          onZoneChange={setZone}
          newestTicks={newestRow === undefined ? null : ticksOfWadKey(newestRow.partitionKey)}
          asked={state.query?.partitionKey}
          onRead={runs.readWindow}
        />
      ) : null}
      <MovesNotice connectionId={connectionId} table={table} access={access} onSettled={run} />
      <OvertakenNote
        by={staging.state.overtakenBy}
        {...{ state, leadRows: staged.rows.lead.length }}
        onReadAgain={() => (state.query === undefined ? run() : session.run(connectionId, state.query))}
      />
      <ReadingNote reads={editing.edits.reads} onStopped={() => grid.handle.current?.focus()} />
      <RefusedRunNote {...{ session, refused: state.refused }} onDismissed={() => grid.handle.current?.focus()} />
      <LibraryNotes library={library} state={state} />
      {library.standing === null ? (
        <>
          {later(
            <ResultBar
              {...{ view: view.inFront, onViewChange: view.choose, hasCounters: view.hasCounters }}
              {...{ connectionId, session, state, analysis, grid, columns, isActive }}
              onInsert={locked === null ? insert : undefined}
            />,
          )}
          <ResultViews
            view={view.inFront}
            input={{ connectionId, table, state, rows: session.rows, zone, onCopy: copyText }}
            analysis={{
              analysis,
              onReadPartition: (partitionKey) => {
                view.choose('rows');
                runs.readPartition(partitionKey);
              },
              onShowColumn: (property) => {
                view.choose('rows');
                showColumn(property, columns, grid);
              },
            }}
            rows={{
              label: t`Entities of ${table} on ${connectionName}`,
              grid: {
                ...grid.props,
                ...editing.grid,
                locked,
                onScrolled,
                onRefused: () => tellLocked(locked ?? '', onUnlock),
              },
              onRetry: () => session.resume(),
              pageWait: () => session.pageWait(),
              filling: { ...(locked === null ? filling : {}), example: seen.example },
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
      <ChangesBar
        counts={staging.counts}
        steps={{ isActive: isActive && review.element === null, onStep: editing.step }}
        onDiscardAll={editing.discardAll}
        onReview={review.open}
      />
      {later(
        <QueryPages
          connectionId={connectionId}
          table={table}
          session={session}
          state={state}
          analysis={analysis}
          onContinueFrom={library.continueFrom}
          onCopy={copyText}
        />,
      )}
    </div>
  );

  return (
    <section ref={tab} aria-label={t`Table ${table}`} className={styles.tab}>
      {main}
      {later(
        <InspectorPane
          pane={inspector}
          place={{ connectionId, table }}
          row={grid.activeRow}
          fillIn={fillIn}
          edits={editing.edits}
          columns={columns.all}
          onUnlock={onUnlock}
          fetched={state.query !== undefined && state.query.select.length > 0 ? 'some' : 'all'}
          selectedRows={grid.selectedRows}
          access={access}
          delimiters={seen.delimiters}
          onCopy={copyText}
          onClose={() => {
            inspector.close();
            leaveToRows();
          }}
          onGoTo={goTo}
          onOpenItself={props.onOpenEntity}
          onLeave={leaveToRows}
        />,
      )}
      {review.element}
    </section>
  );
}
