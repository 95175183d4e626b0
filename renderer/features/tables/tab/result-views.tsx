// The view that the person has chosen. The rows are the same in every view.
import { type AnalysisViewProps, AnalysisView } from '../insights/analysis-view';
import { ChartView } from '../insights/chart-view';
import { CounterView } from '../insights/counter-view';
import type { WholeWindow } from '../insights/window-reading';
import { RowsView, type RowsViewProps } from './rows-view';
import type { TableView, ViewInput } from '../result/table-view';

export interface ResultViewsProps {
  /** What only the counters need. */
  readonly whole: WholeWindow;
  readonly view: TableView;
  readonly input: ViewInput;
  /** What only the statistics need. */
  readonly analysis: Omit<AnalysisViewProps, 'view' | 'input'>;
  /** What only the grid needs. */
  readonly rows: Omit<RowsViewProps, 'state'>;
}

export function ResultViews({ view, input, whole, analysis, rows }: ResultViewsProps) {
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
