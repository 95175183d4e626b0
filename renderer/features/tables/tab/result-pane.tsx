// The result in the current view, below its bar; before the first run, what can be run.
import { t } from '@shared/strings/t';
import type { TimeZone } from '@shared/query/ticks';
import { AfterRows } from './after-rows';
import type { AnalysisSession } from '../result/analysis-session';
import { showColumn } from '../grid/show-column';
import { PendingQuery } from '../query/pending-query';
import { ResultBar } from './result-bar';
import { ResultViews } from './result-views';
import type { EditTarget } from '../review/edit-target';
import type { TableChanges } from './use-table-changes';
import type { TableResult } from './use-table-result';
import type { ShownResult } from './use-shown-result';
import { useWindowReading } from '../insights/window-reading';

export interface ResultPaneProps {
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
