// A chart's data, ready to draw: at most 600 marks per series; omitted ones are counted.
import { z } from 'zod';
import { chartKind, chartScale } from './chart-request';

export const maxMarks = 600;

/** One point, one bucket of a line, one cell of a scatter or one bin of a histogram. */
const chartMark = z.object({
  /** The value itself; the start of a bucket or a bin; the mean of a cell. */
  x: z.number(),
  /** The value itself; the mean of a bucket or a cell; the count of a bin. */
  y: z.number(),
  /** Minimum and maximum of the values behind the mark. */
  low: z.number(),
  high: z.number(),
  /** Number of values behind the mark. */
  count: z.int(),
});
export type ChartMark = z.infer<typeof chartMark>;

const chartSeries = z.object({
  label: z.string(),
  /** `rest` contains the values of a split that have no separate series. */
  of: z.enum(['own', 'rest']),
  /** Values behind the series. */
  count: z.int(),
  marks: z.array(chartMark),
});
export type ChartSeries = z.infer<typeof chartSeries>;

export const chartData = z.object({
  kind: chartKind,
  scale: chartScale,
  /** `exact`: one mark per value. `aggregated`: a mark for many. */
  form: z.enum(['exact', 'aggregated']),
  /** Widths of a bucket, cell or bin, in the unit of its axis; absent where marks are exact. */
  xWidth: z.number().optional(),
  yWidth: z.number().optional(),
  series: z.array(chartSeries),
  /** Number of rows considered. */
  rows: z.int(),
  /** Number of values drawn. */
  values: z.int(),
  leftOut: z.object({
    /** No such property, or one of another type. */
    missing: z.int(),
    /** NaN and the infinities. */
    notFinite: z.int(),
    /** No time or number for the x axis. */
    withoutX: z.int(),
    /** Outside the requested range of x. */
    outside: z.int(),
  }),
  /** Int64 values beyond 2^53, drawn where the nearest double is. */
  rounded: z.int(),
  /** Number of split values in the rest; `over` when there are more than could be counted. */
  rest: z.object({ names: z.int(), more: z.enum(['exactly', 'over']) }),
});
export type ChartData = z.infer<typeof chartData>;
