// The result in the current view, below the bar with the choice of view and its tools; before the first run, what can be
// run.
import { t } from '@shared/strings/t';
import type { TimeZone } from '@shared/query/ticks';
import { AfterRows } from './after-rows';
import type { AnalysisSession } from '../result/analysis-session';
import { showColumn } from '../grid/column-actions';
import { PendingQuery } from '../query/pending-query';
import type { EditTarget } from '../review/edit-target';
import type { TableChanges } from './use-table-changes';
import type { TableResult } from './use-table-result';
import type { ShownResult } from './use-shown-result';
import { type WholeWindow, useWindowReading } from '../insights/use-window-reading';
import { type AnalysisViewProps, AnalysisView } from '../insights/analysis-view';
import { ChartView } from '../insights/chart-view';
import { CounterView } from '../insights/counter-view';
import { type RowsViewProps, RowsView } from './rows-view';
import type { TableView, ViewInput } from '../result/table-view';
import { useShortcut } from '@renderer/keys/keys';
import { classNames, IconButton, SegmentedControl } from '@renderer/ui';
import { ChartLine, ChartScatter, LayoutGrid, ListTree, Plus, Rows3, Table2 } from 'lucide-react';
import { type CountVerbProps, CountVerb } from '../insights/count-verb';
import { type RowsToolsProps, RowsTools } from '../grid/rows-tools';
import type { QueryRun } from '../result/query-run';
import type { SessionState } from '../result/run-state';
import type { ReactNode } from 'react';
import styles from './result-pane.module.css';

interface ResultPaneProps {
  readonly place: EditTarget;
  readonly isActive: boolean;
  readonly result: TableResult;
  readonly analysis: AnalysisSession;
  readonly shown: ShownResult;
  readonly changes: TableChanges;
  /** The time zone of times in a diagnostics table. */
  readonly zone: TimeZone;
  /** Shows the import into the table. */
  readonly onImport: () => void;
}

export function ResultPane({ place, isActive, result, analysis, shown, changes, zone, onImport }: ResultPaneProps) {
  const { connectionId, connectionName, table } = place;
  const { session, state, runs, library, columns, seen } = result;
  const { view, grid, onScrolled } = shown;
  const { editing, disabledReasons, insert } = changes;
  const isOfCounters = view.inFront === 'counters' || view.inFront === 'figures';
  const whole = useWindowReading(connectionId, state, isOfCounters ? 'in-front' : 'behind');
  if (library.state !== null) {
    return (
      <PendingQuery
        state={library.state}
        onContinue={library.continueRun}
        onRun={runs.run}
        onShowAll={library.showAll}
      />
    );
  }
  return (
    <>
      <AfterRows state={state} draft={runs.draft}>
        <ResultBar
          view={view.inFront}
          onViewChange={view.choose}
          hasCounters={view.hasCounters}
          connectionId={connectionId}
          session={session}
          state={state}
          analysis={analysis}
          grid={grid}
          columns={columns}
          isActive={isActive}
          insertDisabledReason={disabledReasons.insert}
          onInsert={insert}
        />
      </AfterRows>
      <ResultViews
        view={view.inFront}
        whole={whole}
        input={{ connectionId, table, state, rows: session.rows, zone }}
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
            disabledReasons,
            onScrolled,
            onRejected: changes.notify,
          },
          onRetry: () => session.resume(),
          pageWait: () => session.pageWait(),
          filling: {
            ...(disabledReasons.insert === null ? { onImport, onInsert: insert } : {}),
            example: seen.example,
          },
        }}
      />
    </>
  );
}

interface ResultViewsProps {
  /** What only the counters need. */
  readonly whole: WholeWindow;
  readonly view: TableView;
  readonly input: ViewInput;
  /** What only the statistics need. */
  readonly analysis: Omit<AnalysisViewProps, 'view' | 'input'>;
  /** What only the grid needs. */
  readonly rows: Omit<RowsViewProps, 'state'>;
}

function ResultViews({ view, input, whole, analysis, rows }: ResultViewsProps) {
  const { state, zone } = input;
  const loaded = input.rows;
  switch (view) {
    case 'rows':
      return <RowsView {...rows} state={state} />;
    case 'schema':
    case 'partitions':
      return <AnalysisView {...analysis} view={view} input={input} />;
    case 'chart':
      return <ChartView input={input} />;
    case 'counters':
      return <CounterView whole={whole} state={state} rows={loaded} zone={zone} view="chart" />;
    case 'figures':
      return <CounterView whole={whole} state={state} rows={loaded} zone={zone} view="figures" />;
  }
}

interface ResultBarProps
  extends
    Omit<ViewBarProps, 'children'>,
    Pick<CountVerbProps, 'analysis' | 'connectionId'>,
    Omit<RowsToolsProps, 'rowCount'> {
  readonly session: Pick<QueryRun, 'store'>;
  readonly state: SessionState;
  /** Why nothing can be inserted; null where it can. */
  readonly insertDisabledReason: string | null;
  readonly onInsert: () => void;
}

function ResultBar(props: ResultBarProps) {
  const { view, onViewChange, hasCounters, analysis, connectionId, session, state } = props;
  const { grid, columns, isActive, insertDisabledReason, onInsert } = props;
  const insertKeys = useShortcut('insert');
  return (
    <ViewBar view={view} onViewChange={onViewChange} hasCounters={hasCounters}>
      <CountVerb
        analysis={analysis}
        connectionId={connectionId}
        query={state.query}
        run={state.run}
        latest={session.store.getState}
        beside={view === 'schema' || view === 'partitions' ? 'statistics' : 'rows'}
      />
      {view === 'rows' ? (
        <IconButton
          label={t`Insert an entity`}
          shortcut={insertKeys}
          icon={<Plus size={16} aria-hidden />}
          disabledReason={insertDisabledReason}
          onPress={onInsert}
        />
      ) : null}
      {view === 'rows' ? (
        <RowsTools grid={grid} columns={columns} isActive={isActive} rowCount={state.rowCount} />
      ) : null}
    </ViewBar>
  );
}

interface ViewBarProps {
  readonly view: TableView;
  readonly onViewChange: (view: TableView) => void;
  /** Whether the rows are samples of performance counters. */
  readonly hasCounters: 'yes' | 'no';
  /** Tools of the view in front, at the end of the bar. */
  readonly children?: ReactNode;
}

const rows = { value: 'rows', label: t`Rows`, icon: <Rows3 size={14} aria-hidden /> } as const;
const schema = { value: 'schema', label: t`Schema`, icon: <ListTree size={14} aria-hidden /> } as const;
const partitions = { value: 'partitions', label: t`Partitions`, icon: <LayoutGrid size={14} aria-hidden /> } as const;
const chart = { value: 'chart', label: t`Chart`, icon: <ChartScatter size={14} aria-hidden /> } as const;
const counters = { value: 'counters', label: t`Counters`, icon: <ChartLine size={14} aria-hidden /> } as const;
const figures = { value: 'figures', label: t`Figures`, icon: <Table2 size={14} aria-hidden /> } as const;

function ViewBar({ view, onViewChange, hasCounters, children }: ViewBarProps) {
  const views = [rows, schema, partitions, chart, ...(hasCounters === 'yes' ? [counters, figures] : [])];
  // Where there is little room the view in front keeps its name, and the others are icons.
  const options = views.map((each) => ({
    ...each,
    text: <span className={textClass(each.value, view)}>{each.label}</span>,
  }));
  return (
    <div className={classNames(styles.bar, hasCounters === 'yes' && styles.manyViews)}>
      <SegmentedControl<TableView> label={t`Show`} options={options} value={view} onChange={onViewChange} />
      <div className={styles.tools}>{children}</div>
    </div>
  );
}

/** In a table of counters, the two views that only such tables have keep their names longest. */
function textClass(of: TableView, view: TableView): string | undefined {
  if (of === view) return undefined;
  return classNames(styles.words, (of === 'counters' || of === 'figures') && styles.kept);
}
