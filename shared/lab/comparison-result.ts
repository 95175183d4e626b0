// A comparison of runs as a table and a chart. Pure.
import { t } from '../strings/t';
import { axis, categories, meanPoint } from './chart-parts';
import type { ChartSpec } from './charts/chart-spec';
import type { Comparison, Difference } from './compare-runs';
import { figure } from './figures';
import type { ResultTable } from './results';
import { summaryOf } from './statistics/summary';

export function comparisonTable({ settings, runs }: Comparison): ResultTable {
  const [base, ...others] = runs;
  return {
    id: 'comparison',
    title: t`Median duration versus ${base?.label ?? ''}`,
    columns: [
      { title: t`Setting`, unit: '' },
      { title: base?.label ?? '', unit: 'ms' },
      ...others.flatMap(({ label }) => [
        { title: label, unit: 'ms' },
        { title: t`Difference`, unit: '%' },
        { title: t`95 % interval`, unit: '' },
        { title: t`Verdict`, unit: '' },
      ]),
    ],
    rows: settings.map(({ label, base: first, others: rest }) => [
      label,
      first.medianMs,
      ...rest.flatMap((one) => [
        one.medianMs,
        one.percent,
        one.interval === null ? '–' : t`${signed(one.interval.low)} to ${signed(one.interval.high)} ms`,
        verdictLabels[one.verdict](),
      ]),
    ]),
    note: t`The interval contains the difference of the medians in 95 of 100 cases; if it contains 0, the difference may be due to chance.`,
  };
}

export function rateTable({ settings, runs, rateUnit }: Comparison): ResultTable {
  const [base, ...others] = runs;
  return {
    id: 'comparison-rate',
    title: t`Overall rate against ${base?.label ?? ''}`,
    columns: [
      { title: t`Setting`, unit: '' },
      { title: t`Repetitions`, unit: '' },
      { title: base?.label ?? '', unit: rateUnit },
      { title: 'SD', unit: rateUnit },
      ...others.flatMap(({ label }) => [
        { title: label, unit: rateUnit },
        { title: 'SD', unit: rateUnit },
        { title: t`Difference`, unit: '%' },
        { title: t`Verdict`, unit: '' },
      ]),
    ],
    rows: settings.map(({ label, base: first, others: rest }) => {
      const counts = [first, ...rest].map(({ rates }) => rates.length);
      return [
        label,
        counts.every((count) => count === counts[0]) ? (counts[0] ?? 0) : counts.join(' / '),
        ...meanAndSd(first.rates),
        ...rest.flatMap((one) => [
          ...meanAndSd(one.rates),
          Number.isFinite(one.ratePercent) ? one.ratePercent : null,
          verdictLabels[one.rateVerdict](),
        ]),
      ];
    }),
    note: t`Bytes moved by all transfers or requests of a setting, divided by the elapsed time: mean and standard deviation over the repetitions. A verdict needs at least three.`,
  };
}

function meanAndSd(rates: readonly number[]): readonly (number | null)[] {
  const { mean, sd } = summaryOf(rates);
  return [Number.isFinite(mean) ? mean : null, Number.isFinite(sd) ? sd : null];
}

/** As many settings as can be read in one chart. */
const maxSettings = 30;

/** Overall rates and median durations, side by side; of many settings in several charts. */
export function comparisonCharts(comparison: Comparison): readonly ChartSpec[] {
  const { settings } = comparison;
  const parts = Array.from({ length: Math.ceil(settings.length / maxSettings) }, (_, index) =>
    settings.slice(index * maxSettings, (index + 1) * maxSettings),
  );
  return [rateChart, comparisonChart].flatMap((chart) =>
    parts.map((part, index): ChartSpec => {
      const spec = chart({ ...comparison, settings: part });
      if (index === 0) return spec;
      return { ...spec, id: `${spec.id}-${index + 1}`, title: `${spec.title} (${index + 1})` };
    }),
  );
}

function rateChart({ settings, runs, rateUnit }: Comparison): ChartSpec {
  return {
    id: 'comparison-rate',
    title: t`Overall rate by setting`,
    x: categories(
      t`Setting`,
      settings.map(({ label }) => label),
    ),
    y: axis(t`Rate`, rateUnit),
    series: runs.map(({ label }, index) => ({
      label,
      shape: 'columns',
      colour: index,
      points: settings.map(({ base, others }, x) =>
        meanPoint(x, (index === 0 ? base : others[index - 1])?.rates ?? []),
      ),
    })),
    note: t`Top of a bar: mean over the repetitions. Vertical line: ±1 standard deviation.`,
  };
}

export function comparisonChart({ settings, runs }: Comparison): ChartSpec {
  return {
    id: 'comparison',
    title: t`Median duration by setting`,
    x: categories(
      t`Setting`,
      settings.map(({ label }) => label),
    ),
    y: axis(t`Median`, 'ms'),
    series: runs.map(({ label }, index) => ({
      label,
      shape: 'columns',
      colour: index,
      points: settings.map(({ base, others }, x) => {
        const medianMs = index === 0 ? base.medianMs : (others[index - 1]?.medianMs ?? Number.NaN);
        const interval = index === 0 ? null : others[index - 1]?.interval;
        if (!Number.isFinite(medianMs)) return { x, y: null };
        return interval
          ? {
              x,
              y: medianMs,
              low: Math.max(0, base.medianMs + interval.low),
              high: base.medianMs + interval.high,
            }
          : { x, y: medianMs };
      }),
    })),
    note: t`Top of a bar: median. Vertical line: 95 % confidence interval of the difference from the first run.`,
  };
}

/** Short texts beside figures; the comparison itself contains the full sentence. */
const verdictLabels: Readonly<Record<Difference['verdict'], () => string>> = {
  faster: () => t`faster`,
  slower: () => t`slower`,
  alike: () => t`not significant`,
  unknown: () => t`too few values`,
};

const signed = (ms: number): string => `${ms > 0 ? '+' : ''}${figure(ms)}`;
