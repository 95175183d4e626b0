// The result in the current view, and the bar over it with the choice of view and its tools; before the first run, what
// can be run.
import { useTableService } from '@renderer/live/connection';
import { t } from '@shared/strings/t';
import { showColumn } from '../grid/column-actions';
import { PendingQuery } from '../query/pending-query';
import {
  type BesideWindow,
  type WholeWindow,
  useBesideReadings,
  useWindowReading,
} from '../insights/use-window-reading';
import { rangeOfQuery } from '../query/window-draft';
import { AnalysisView } from '../insights/analysis-view';
import { ChartView } from '../insights/chart-view';
import { CounterView } from '../insights/counter-view';
import { useChanges, useInspector, useResult, useShown, useTab } from './open-table';
import { RowsView } from './rows-view';
import { TableMenu } from './table-menu';
import { ViewMenu } from './view-menu';
import { type TableView, isOfCounters } from '../result/table-view';
import { useShortcut } from '@renderer/keys/keys';
import { classNames, IconButton, SegmentedControl } from '@renderer/ui';
import { ChartLine, ChartScatter, LayoutGrid, ListTree, PanelRight, Plus, Rows3, Table2 } from 'lucide-react';
import { CountVerb } from '../insights/count-verb';
import { RowsTools } from '../grid/rows-tools';
import type { ReactNode } from 'react';
import styles from './result-pane.module.css';

export function ResultPane() {
  const { connectionId } = useTab().location;
  const { state, runs, library, seen } = useResult();
  const { view, board } = useShown();
  const counters = isOfCounters(view.inFront) ? 'in-front' : 'behind';
  const whole = useWindowReading(connectionId, state, counters, seen.time ?? 'ticks', board.follow);
  const range = state.query === undefined ? null : rangeOfQuery(state.query);
  const { beside: tables, follow } = board;
  const beside = useBesideReadings({ connectionId, tables, range, counters, follow });
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
  return <ViewInFront whole={whole} beside={beside} />;
}

interface ViewInFrontProps {
  /** The reading of the whole time window, for the counters alone. */
  readonly whole: WholeWindow;
  readonly beside: readonly BesideWindow[];
}

function ViewInFront({ whole, beside }: ViewInFrontProps) {
  const { location, zone, analysis } = useTab();
  const { session, state, runs, columns } = useResult();
  const { view, grid, board } = useShown();
  const { rows } = session;
  const service = useTableService(location.connectionId);
  const input = { connectionId: location.connectionId, table: location.table, state, rows, zone };
  switch (view.inFront) {
    case 'rows':
      return <RowsView />;
    case 'schema':
    case 'partitions':
      return (
        <AnalysisView
          view={view.inFront}
          input={{ ...input, service }}
          analysis={analysis}
          onReadPartition={(partitionKey) => {
            view.choose('rows');
            runs.readPartition(partitionKey);
          }}
          onShowColumn={(property) => {
            view.choose('rows');
            showColumn(property, columns, grid);
          }}
        />
      );
    case 'chart':
      return <ChartView input={input} />;
    case 'counters':
    case 'figures':
      return (
        <CounterView
          {...input}
          whole={whole}
          beside={beside}
          board={board}
          view={view.inFront === 'counters' ? 'chart' : 'figures'}
        />
      );
  }
}

/** The choice of view, and the tools of the one in front. */
export function ResultBar() {
  const { location, isActive, analysis, disabledReasons } = useTab();
  const { session, state } = useResult();
  const { view, grid } = useShown();
  const { insert } = useChanges();
  const insertKeys = useShortcut('insert');
  const { inFront } = view;
  return (
    <ViewBar view={inFront} onViewChange={view.choose} hasCounters={view.hasCounters}>
      <CountVerb
        analysis={analysis}
        connectionId={location.connectionId}
        query={state.query}
        run={state.run}
        latest={session.store.getState}
        beside={inFront === 'schema' || inFront === 'partitions' ? 'statistics' : 'rows'}
      />
      {inFront === 'rows' ? (
        <IconButton
          label={t`Insert entity`}
          shortcut={insertKeys}
          icon={<Plus size={16} aria-hidden />}
          disabledReason={disabledReasons.insert}
          onPress={insert}
        />
      ) : null}
      <TableMenu />
      {inFront === 'rows' ? (
        <RowsTools grid={grid} isActive={isActive} rowCount={state.rowCount} view={<ViewMenu />} />
      ) : null}
      <InspectorButton />
    </ViewBar>
  );
}

/** What can be done with the table before its query has run. */
export function PendingBar() {
  return (
    <div className={styles.bar}>
      <div className={styles.tools}>
        <TableMenu />
        <InspectorButton />
      </div>
    </div>
  );
}

function InspectorButton() {
  const inspector = useInspector();
  if (inspector.isShown) return null;
  return (
    <span data-tools="inspector">
      <IconButton label={t`Open inspector`} icon={<PanelRight size={16} aria-hidden />} onPress={inspector.open} />
    </span>
  );
}

interface ViewBarProps {
  readonly view: TableView;
  readonly onViewChange: (view: TableView) => void;
  /** Whether the rows are samples of performance counters. */
  readonly hasCounters: boolean;
  /** Tools of the view in front, at the end of the bar. */
  readonly children?: ReactNode;
}

const rows = { value: 'rows', label: t`Rows`, icon: <Rows3 size={14} aria-hidden /> } as const;
const schema = { value: 'schema', label: t`Schema`, icon: <ListTree size={14} aria-hidden /> } as const;
const partitions = { value: 'partitions', label: t`Partitions`, icon: <LayoutGrid size={14} aria-hidden /> } as const;
const chart = { value: 'chart', label: t`Chart`, icon: <ChartScatter size={14} aria-hidden /> } as const;
const counters = { value: 'counters', label: t`Counters`, icon: <ChartLine size={14} aria-hidden /> } as const;
const figures = { value: 'figures', label: t`Data`, icon: <Table2 size={14} aria-hidden /> } as const;

function ViewBar({ view, onViewChange, hasCounters, children }: ViewBarProps) {
  const views = [rows, schema, partitions, chart, ...(hasCounters ? [counters, figures] : [])];
  // Where there is little room the view in front keeps its name, and the others are icons.
  const options = views.map((each) => ({
    ...each,
    text: <span className={textClass(each.value, view)}>{each.label}</span>,
  }));
  return (
    <div className={classNames(styles.bar, hasCounters && styles.manyViews)}>
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
