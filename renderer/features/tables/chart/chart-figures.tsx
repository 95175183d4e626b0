// The marks of a chart as a table: for reading exact values, and for those who do not see the plot.
import { exactNumber, markText } from '@renderer/charts/result-tooltip';
import type { ChartData } from '@shared/charting/chart-data';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { formatCount } from '@shared/units';
import styles from './chart-view.module.css';

export interface ChartFiguresProps {
  readonly data: ChartData;
  readonly title: string;
  readonly xLabel: string;
  readonly zone: TimeZone;
}

/** More lines are in the file. */
const mostLines = 2000;

export function ChartFigures({ data, title, xLabel, zone }: ChartFiguresProps) {
  const lines = data.series.flatMap(({ label, marks }) => marks.map((mark) => ({ label, mark })));
  const at = (x: number): string => (data.scale === 'time' ? momentText(ticksFromMs(x), zone) : exactNumber(x));
  return (
    <div className={styles.figures} tabIndex={0} role="group" aria-label="Figures">
      <table className={styles.table}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Series</th>
            <th scope="col">{data.kind === 'histogram' ? 'From' : xLabel}</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, mostLines).map(({ label, mark }, index) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              <td>{at(mark.x)}</td>
              <td>{markText(mark, data)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > mostLines ? (
        <p className={styles.note}>{formatCount(lines.length - mostLines)} more lines are in the CSV.</p>
      ) : null}
    </div>
  );
}
