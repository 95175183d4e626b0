// The targets of one study against the first of them: which is faster at which size and how certain that is, how much
// each varies, and how all of them changed over hours and days. Pure.
import { t } from '../strings/t';
import { axis, meanPoint } from './chart-parts';
import type { ChartSpec } from './charts/chart-spec';
import { ofSize, sizeName, sizesIn } from './file-sizes';
import { levelsOf, numberIn, succeeded, valuesOf, where } from './grouping';
import type { ResultTable } from './results';
import type { Sample } from './run';
import { differenceInterval } from './statistics/bootstrap';
import { meanOf, summaryOf } from './statistics/summary';

/** With fewer values the variation is unknown. */
const minValues = 3;
const resampling = { seed: 20_100_401, resamples: 1000 };
const hourMs = 3_600_000;

const directions = [
  { value: 'up', label: () => t`upload` },
  { value: 'down', label: () => t`download` },
] as const;

type Verdict = 'faster' | 'slower' | 'alike' | 'unknown';

const verdictTexts: Readonly<Record<Verdict, () => string>> = {
  faster: () => t`faster`,
  slower: () => t`slower`,
  alike: () => t`no certain difference`,
  unknown: () => t`too few measurements`,
};

function ratesOf(samples: readonly Sample[], target: string, direction: string, size: number): readonly number[] {
  const own = where(where(ofSize(samples, size), 'target', target), 'direction', direction);
  return valuesOf(succeeded(own), 'bytesPerSecond');
}

/** By the 95 % interval of the difference of the mean rates. */
function verdictOf(base: readonly number[], other: readonly number[]): Verdict {
  if (Math.min(base.length, other.length) < minValues) return 'unknown';
  const { low, high } = differenceInterval(base, other, meanOf, resampling);
  return low > 0 ? 'faster' : high < 0 ? 'slower' : 'alike';
}

/** Each target against the first, direction by direction. */
export function targetFindings(samples: readonly Sample[], targets: readonly string[]): readonly string[] {
  const [base = '', ...others] = targets;
  return directions.flatMap(({ value, label }) =>
    others.map((other) => {
      const sizes = sizesIn(samples).map((size) => ({
        name: sizeName(samples, size),
        verdict: verdictOf(ratesOf(samples, base, value, size), ratesOf(samples, other, value, size)),
      }));
      const parts = (Object.keys(verdictTexts) as Verdict[]).flatMap((verdict) => {
        const names = sizes.filter((one) => one.verdict === verdict).map(({ name }) => name);
        return names.length === 0 ? [] : [`${verdictTexts[verdict]()}: ${names.join(', ')}`];
      });
      return t`${other} versus ${base}, ${label()}: ${parts.join('; ')}.`;
    }),
  );
}

export function targetTable(samples: readonly Sample[], targets: readonly string[]): ResultTable {
  const [base = '', ...others] = targets;
  return {
    id: 'targets',
    title: t`Mean rate versus ${base}`,
    columns: [
      { title: t`File`, unit: '' },
      { title: t`Direction`, unit: '' },
      { title: base, unit: 'bytes/s' },
      ...others.flatMap((other) => [
        { title: other, unit: 'bytes/s' },
        { title: t`Difference`, unit: '%' },
        { title: t`Verdict`, unit: '' },
      ]),
    ],
    rows: sizesIn(samples).flatMap((size) =>
      directions.map(({ value, label }) => {
        const first = ratesOf(samples, base, value, size);
        return [
          sizeName(samples, size),
          label(),
          orNull(meanOf(first)),
          ...others.flatMap((other) => {
            const own = ratesOf(samples, other, value, size);
            const percent = (meanOf(own) / meanOf(first) - 1) * 100;
            return [orNull(meanOf(own)), orNull(percent), verdictTexts[verdictOf(first, own)]()];
          }),
        ];
      }),
    ),
    note: t`A verdict requires that the 95 % interval of the difference of the means excludes zero.`,
  };
}

/** The standard deviation of the rate in percent of its mean. */
function variationOf(rates: readonly number[]): number | null {
  const { mean, sd } = summaryOf(rates);
  return Number.isFinite(sd) && mean > 0 ? (sd / mean) * 100 : null;
}

export function targetVariability(samples: readonly Sample[], targets: readonly string[]): ResultTable {
  const sides = directions.flatMap(({ value, label }) =>
    targets.map((target) => ({ target, value, title: `${target}, ${label()}` })),
  );
  return {
    id: 'target-variability',
    title: t`Variability of the rate`,
    columns: [{ title: t`File`, unit: '' }, ...sides.map(({ title }) => ({ title, unit: '%' }))],
    rows: sizesIn(samples).map((size) => [
      sizeName(samples, size),
      ...sides.map(({ target, value }) => variationOf(ratesOf(samples, target, value, size))),
    ]),
    note: t`Standard deviation in percent of the mean.`,
  };
}

export function variabilityChart(
  samples: readonly Sample[],
  targets: readonly string[],
  direction: string,
  label: string,
): ChartSpec {
  return {
    id: `variability-${direction}`,
    title: t`Variability over size, ${label}`,
    x: axis(t`File size`, 'bytes', 'log'),
    y: axis(t`Standard deviation of the rate`, '%'),
    series: targets.map((target, colour) => ({
      label: target,
      shape: 'line',
      colour,
      points: sizesIn(samples).map((size) => ({ x: size, y: variationOf(ratesOf(samples, target, direction, size)) })),
    })),
    note: t`In percent of the mean.`,
  };
}

/** Of the largest size, a point for each repetition; empty for fewer than three of them. */
export function overTimeCharts(samples: readonly Sample[], targets: readonly string[]): readonly ChartSpec[] {
  const size = sizesIn(samples).at(-1);
  const repetitions = levelsOf(samples, 'repetition');
  if (size === undefined || repetitions.length < minValues) return [];
  const own = succeeded(ofSize(samples, size));
  const sides =
    targets.length < 2
      ? [{ label: '', samples: own }]
      : targets.map((target) => ({ label: target, samples: where(own, 'target', target) }));
  const time = timeUnit(Math.max(...valuesOf(own, 'startMs')));
  return directions.map(({ value, label }): ChartSpec => ({
    id: `over-time-${value}`,
    title: t`${sizeName(samples, size)} ${label()}: rate over time`,
    x: axis(t`Time`, time.unit),
    y: axis(t`Rate`, 'bytes/s'),
    series: sides.map((side, colour) => ({
      label: side.label === '' ? label() : side.label,
      shape: 'band',
      colour,
      points: repetitions.flatMap((repetition) => {
        const rows = where(where(side.samples, 'direction', value), 'repetition', repetition);
        if (rows.length === 0) return [];
        const startMs = rows.reduce((min, row) => Math.min(min, numberIn(row, 'startMs')), Infinity);
        return [meanPoint(startMs / time.ms, valuesOf(rows, 'bytesPerSecond'))];
      }),
    })),
    note: t`A point for each repetition: mean ± 1 standard deviation of its files.`,
  }));
}

/** In which a run of that length is read most easily. */
function timeUnit(lengthMs: number): { readonly unit: string; readonly ms: number } {
  if (lengthMs >= 2 * hourMs) return { unit: 'h', ms: hourMs };
  return lengthMs >= 180_000 ? { unit: 'min', ms: 60_000 } : { unit: 's', ms: 1000 };
}

const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
