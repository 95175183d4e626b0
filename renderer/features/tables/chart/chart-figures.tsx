// The marks of a chart as a table: for reading exact values, and for those who do not see the plot.
import { t } from '@shared/strings/t';
import { exactNumber, markText } from '@renderer/charts/result-tooltip';
import type { ChartData, ChartMark } from '@shared/charting/chart-data';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { formatCount } from '@shared/units';
import { classNames } from '@renderer/ui';
import shared from '../views/figures.module.css';
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
  const isSummed = data.form === 'aggregated' && data.kind !== 'histogram';
  const at = (x: number): string => (data.scale === 'time' ? momentText(ticksFromMs(x), zone) : exactNumber(x));
  return (
    <div className={classNames(shared.drawn, styles.figures)} tabIndex={0} role="group" aria-label={t`Figures`}>
      <table className={classNames(shared.table, styles.table)}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Series`}</th>
            <th scope="col">{data.kind === 'histogram' ? t`From` : xLabel}</th>
            {isSummed ? (
              <>
                <th scope="col">{t`Mean`}</th>
                <th scope="col">{t`Least`}</th>
                <th scope="col">{t`Greatest`}</th>
                <th scope="col">{t`Values`}</th>
              </>
            ) : (
              <th scope="col">{t`Value`}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, mostLines).map(({ label, mark }, index) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              <td>{at(mark.x)}</td>
              {isSummed ? <SummedCells mark={mark} /> : <td className={styles.amount}>{markText(mark, data)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > mostLines ? (
        <p className={styles.note}>{t`${formatCount(lines.length - mostLines)} more lines are in the CSV.`}</p>
      ) : null}
    </div>
  );
}

function SummedCells({ mark }: { readonly mark: ChartMark }) {
  const mean = exactNumber(Number(mark.y.toPrecision(6)));
  return [mean, exactNumber(mark.low), exactNumber(mark.high), formatCount(mark.count)].map((text, index) => (
    <td key={index} className={styles.amount}>
      {text}
    </td>
  ));
}
