// Between the query and its result: how the result is looked at, and the tools of the view in front.
import { t } from '@shared/strings/t';
import { SegmentedControl, classNames } from '@renderer/ui';
import { ChartLine, ChartScatter, LayoutGrid, ListTree, Rows3, Table2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TableView } from '../result/table-view';
import styles from './views.module.css';

export interface ViewBarProps {
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

export function ViewBar({ view, onViewChange, hasCounters, children }: ViewBarProps) {
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
