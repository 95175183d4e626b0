// The marks of a chart as a table, for reading exact values and for screen readers.
import { asOne, plural, t } from '@shared/strings/t';
import { alignedFigures, roundedAlike } from '@renderer/charts/aligned-figures';
import { markText } from '@renderer/charts/result-tooltip';
import type { ChartData, ChartMark } from '@shared/charting/chart-data';
import { type TimeZone, momentText, ticksFromMs } from '@shared/query/ticks';
import { formatCount } from '@shared/units';
import { classNames } from '@renderer/ui';
import shared from '../tab/figures.module.css';
import styles from './chart-view.module.css';

export interface ChartFiguresProps {
  readonly data: ChartData;
  readonly title: string;
  readonly xLabel: string;
  readonly zone: TimeZone;
}

/** More lines are in the file. */
const maxLines = 2000;

export function ChartFigures({ data, title, xLabel, zone }: ChartFiguresProps) {
  const lines = data.series.flatMap(({ label, marks }) => marks.map((mark) => ({ label, mark })));
  const shown = lines.slice(0, maxLines);
  const marks = shown.map(({ mark }) => mark);
  const isTime = data.scale === 'time';
  const formatAligned = alignedFigures(isTime ? [] : marks.map(({ x }) => x));
  const columns = columnsFor(data, marks);
  const at = (x: number): string => (isTime ? asOne(momentText(ticksFromMs(x), zone)) : formatAligned(x));
  return (
    <div className={classNames(shared.drawn, styles.figures)} tabIndex={0} role="group" aria-label={t`Figures`}>
      <table className={classNames(shared.table, styles.table)}>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Series`}</th>
            <th scope="col" className={isTime ? undefined : styles.amount}>
              {data.kind === 'histogram' ? t`From` : xLabel}
            </th>
            {columns.map(({ head }) => (
              <th key={head} scope="col" className={styles.amount}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ label, mark }, index) => (
            <tr key={index}>
              <th scope="row">{label}</th>
              <td className={isTime ? undefined : styles.amount}>{at(mark.x)}</td>
              {columns.map(({ head, textOf }) => (
                <td key={head} className={styles.amount}>
                  {textOf(mark)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length > maxLines ? (
        <p className={styles.note}>{plural(
          lines.length - maxLines,
        )`One more line is in the CSV. | ${formatCount(lines.length - maxLines)} more lines are in the CSV.`}</p>
      ) : null}
    </div>
  );
}

interface Column {
  readonly head: string;
  readonly textOf: (mark: ChartMark) => string;
}

function columnsFor(data: ChartData, marks: readonly ChartMark[]): readonly Column[] {
  if (data.kind === 'histogram') return [{ head: t`Value`, textOf: (mark) => markText(mark, data) }];
  if (data.form === 'exact') return [numbers(t`Value`, marks, ({ y }) => y)];
  const mean = roundedAlike(
    marks.map(({ y }) => y),
    6,
  );
  return [
    numbers(t`Mean`, marks, ({ y }) => mean(y)),
    numbers(t`Least`, marks, ({ low }) => low),
    numbers(t`Greatest`, marks, ({ high }) => high),
    { head: t`Values`, textOf: ({ count }) => formatCount(count) },
  ];
}

function numbers(head: string, marks: readonly ChartMark[], valueOf: (mark: ChartMark) => number): Column {
  const figure = alignedFigures(marks.map(valueOf));
  return { head, textOf: (mark) => figure(valueOf(mark)) };
}
