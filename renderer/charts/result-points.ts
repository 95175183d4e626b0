// The positions on the x axis of a result's chart, each with its marks.
import type { ChartData, ChartMark } from '@shared/charting/chart-data';
import type { Extent } from './result-extent';

export interface ResultPoint {
  /** Where it is drawn: the middle of a bucket or a bin. */
  readonly x: number;
  /** A list for each series. */
  readonly marks: readonly (readonly ChartMark[])[];
}

/** In order along the axis; those outside `within` are omitted. */
export function resultPointsOf(data: ChartData, within: Extent): readonly ResultPoint[] {
  const { series, kind, form, xWidth = 0 } = data;
  const shift = form === 'aggregated' && kind !== 'scatter' ? xWidth / 2 : 0;
  // A bin that begins before the range is drawn only within it.
  const reach = kind === 'histogram' ? shift : 0;
  const byX = new Map<number, ChartMark[][]>();
  for (const [index, { marks }] of series.entries()) {
    for (const mark of marks) {
      const x = mark.x + shift;
      if (x + reach < within.from || x - reach > within.to) continue;
      let point = byX.get(x);
      if (point === undefined) {
        point = series.map(() => []);
        byX.set(x, point);
      }
      point[index]?.push(mark);
    }
  }
  return [...byX].map(([x, marks]) => ({ x, marks })).sort((left, right) => left.x - right.x);
}
