// A dot for a value between two gaps; recharts clones it for every point and it draws for the lonely ones only.
import { type Row, isLonely } from './series';

export interface LonelyDotProps<K extends string> {
  readonly rows: readonly Row<K>[];
  readonly seriesKey: K;
  readonly colour: string;
  /** Filled in by the chart. */
  readonly cx?: number;
  readonly cy?: number;
  readonly index?: number;
}

export function LonelyDot<K extends string>({ rows, seriesKey, colour, cx, cy, index }: LonelyDotProps<K>) {
  if (cx === undefined || cy === undefined || index === undefined) return null;
  if (!isLonely(rows, seriesKey, index)) return null;
  return <circle cx={cx} cy={cy} r={1.75} fill={colour} />;
}
