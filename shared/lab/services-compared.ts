// Runs of files of several sizes side by side, as the studies compare services: bands of ±1 standard deviation over the
// size, and how much each varies. Pure.
import { t } from '../strings/t';
import { axis, meanPoint } from './chart-parts';
import type { ChartSpec } from './charts/chart-spec';
import { ofSize, sizeName, sizesIn } from './file-sizes';
import { succeeded, valuesOf, where } from './grouping';
import type { ResultTable } from './results';
import { type RunRecord, type Sample, samplesOf } from './run';
import { summaryOf } from './statistics/summary';

const directions = [
  { value: 'up', label: () => t`upload` },
  { value: 'down', label: () => t`download` },
] as const;

interface Side {
  readonly label: string;
  readonly direction: string;
  readonly samples: readonly Sample[];
}

function sidesOf(runs: readonly RunRecord[], labels: readonly string[]): readonly Side[] {
  return directions.flatMap(({ value, label }) =>
    runs.flatMap((run, index): Side[] => {
      const samples = succeeded(where(samplesOf(run), 'direction', value)).filter(({ mode }) => mode !== 'slice');
      const name = labels[index] ?? run.name;
      return samples.length === 0 ? [] : [{ label: `${name}, ${label()}`, direction: value, samples }];
    }),
  );
}

/** Only for the experiment that moves many files of each of several sizes. */
const isComparable = (runs: readonly RunRecord[]): boolean =>
  runs.every(({ experimentId }) => experimentId === 'transfer-study');

const valuesIn = (samples: readonly Sample[], size: number, column: string): readonly number[] =>
  valuesOf(ofSize(samples, size), column);

/** Duration and rate, a chart a direction; empty where the runs have a single size. */
export function bandCharts(runs: readonly RunRecord[], labels: readonly string[]): readonly ChartSpec[] {
  if (!isComparable(runs)) return [];
  const sides = sidesOf(runs, labels);
  const columns = [
    { column: 'durationMs', title: t`Duration ± 1 standard deviation over size`, y: axis(t`Duration`, 'ms') },
    { column: 'bytesPerSecond', title: t`Rate ± 1 standard deviation over size`, y: axis(t`Rate`, 'bytes/s') },
  ];
  return directions.flatMap(({ value, label }) => {
    const own = sides.filter(({ direction }) => direction === value);
    const sizes = [...new Set(own.flatMap(({ samples }) => sizesIn(samples)))];
    if (sizes.length < 2) return [];
    return columns.map(({ column, title, y }): ChartSpec => ({
      id: `services-${column}-${value}`,
      title: `${title}, ${label()}`,
      figure: t`the range charts`,
      x: axis(t`File size`, 'bytes', 'log'),
      y,
      series: own.map((side, colour) => ({
        label: side.label,
        shape: 'band',
        colour,
        points: [...sizes].sort((a, b) => a - b).map((size) => meanPoint(size, valuesIn(side.samples, size, column))),
      })),
      note: t`Line: mean. Shaded: ±1 standard deviation.`,
    }));
  });
}

/** The standard deviation of the rate in percent of its mean, by size; null for a kind of run that has none. */
export function variabilityTable(runs: readonly RunRecord[], labels: readonly string[]): ResultTable | null {
  if (!isComparable(runs)) return null;
  const sides = sidesOf(runs, labels);
  const sizes = [...new Set(sides.flatMap(({ samples }) => sizesIn(samples)))];
  return {
    id: 'variability',
    title: t`Variability of the rate`,
    columns: [{ title: t`File`, unit: '' }, ...sides.map(({ label }) => ({ title: label, unit: '%' }))],
    rows: sizes
      .sort((a, b) => a - b)
      .map((size) => [
        sizeName(
          sides.flatMap(({ samples }) => samples),
          size,
        ),
        ...sides.map(({ samples }) => {
          const { mean, sd } = summaryOf(valuesIn(samples, size, 'bytesPerSecond'));
          return Number.isFinite(sd) && mean > 0 ? (sd / mean) * 100 : null;
        }),
      ]),
    note: t`Standard deviation in percent of the mean.`,
  };
}
