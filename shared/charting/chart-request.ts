// The user's choice of what to show of the rows of a query: kind of chart, columns, and how keys are read as numbers or
// times.
import { z } from 'zod';

export const chartKind = z.enum(['line', 'scatter', 'histogram']);
export type ChartKind = z.infer<typeof chartKind>;

/** How the text of a key, or of a part of it, becomes a time or a number. */
const keyReading = z.enum(['ticks', 'reversed-ticks', 'reversed-date', 'date', 'number']);
export type KeyReading = z.infer<typeof keyReading>;

const keyName = z.enum(['PartitionKey', 'RowKey']);

/** Times are milliseconds since 1970, fractions included. */
export const chartScale = z.enum(['time', 'number']);
export type ChartScale = z.infer<typeof chartScale>;

const xColumn = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('property'), name: z.string(), scale: chartScale }),
  z.object({
    kind: z.literal('key'),
    key: keyName,
    reading: keyReading,
    /** Only this part of a composite key, counted from 0. */
    part: z.object({ delimiter: z.string().min(1), index: z.int().nonnegative() }).optional(),
  }),
  z.object({ kind: z.literal('timestamp') }),
  /** The position in the result, counted from 1. */
  z.object({ kind: z.literal('row-number') }),
]);
export type XColumn = z.infer<typeof xColumn>;

/** Series drawn apart at most; further values of a split are drawn as one. */
export const maxSeries = 12;

export const chartRequest = z
  .object({
    kind: chartKind,
    x: xColumn,
    /** Numeric properties, a series each. */
    y: z.array(z.string()).min(1).max(maxSeries),
    /** A property or a key: a series for each of its values. Only with one `y`. */
    splitBy: z.string().optional(),
    /** Rows with x outside are passed over, in a histogram values outside; both ends belong to it. */
    range: z.object({ from: z.number(), to: z.number() }).optional(),
  })
  .refine(({ y, splitBy }) => splitBy === undefined || y.length === 1, {
    message: 'A split needs exactly one value column.',
  });
export type ChartRequest = z.infer<typeof chartRequest>;

export function scaleOf(x: XColumn): ChartScale {
  switch (x.kind) {
    case 'property':
      return x.scale;
    case 'key':
      return x.reading === 'number' ? 'number' : 'time';
    case 'timestamp':
      return 'time';
    case 'row-number':
      return 'number';
  }
}

/** The columns that a query must fetch for the chart; keys come with every row. */
export function fetchedColumns({ kind, x, y, splitBy }: ChartRequest): readonly string[] {
  const isKey = (name: string): boolean => name === 'PartitionKey' || name === 'RowKey';
  const ofX =
    kind === 'histogram' ? [] : x.kind === 'property' ? [x.name] : x.kind === 'timestamp' ? ['Timestamp'] : [];
  const split = splitBy === undefined || isKey(splitBy) ? [] : [splitBy];
  return [...new Set([...y, ...ofX, ...split])];
}
