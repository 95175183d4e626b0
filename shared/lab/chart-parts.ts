// Charts that several experiments build in the same way from their rows. Pure.
import type { ChartAxis, ChartSeries, ChartSpec } from './charts/chart-spec';
import { endMs, levelsOf, numberIn, textIn, valuesOf } from './grouping';
import type { Sample } from './run';
import { summaryOf } from './statistics/summary';
import { t } from '../strings/t';

export const axis = (title: string, unit: string, scale: ChartAxis['scale'] = 'linear'): ChartAxis => ({
  title,
  unit,
  scale,
});

export const categories = (title: string, names: readonly string[]): ChartAxis => ({
  title,
  unit: '',
  scale: 'category',
  categories: names,
});

/** Mean and ±1 standard deviation for two or more values; limited to zero where negative values are impossible. */
export function meanPoint(x: number, values: readonly number[]): ChartSeries['points'][number] {
  const { mean, sd } = summaryOf(values);
  if (values.length === 0) return { x, y: null };
  return Number.isNaN(sd) ? { x, y: mean } : { x, y: mean, low: Math.max(0, mean - sd), high: mean + sd };
}

/** Median with the middle 50 % and 90 %. */
export function bandPoint(x: number, values: readonly number[]): ChartSeries['points'][number] {
  const { median, p5, p25, p75, p95 } = summaryOf(values);
  return values.length === 0 ? { x, y: null } : { x, y: median, low: p25, high: p75, lowest: p5, highest: p95 };
}

/** One row per slot, one bar per piece of work: gaps are idle time, long bars are stragglers. Nodes are stacked. */
export function timelineChart(
  { id, title, work }: { readonly id: string; readonly title: string; readonly work: 'transfer' | 'batch' },
  samples: readonly Sample[],
): ChartSpec {
  const nodes = levelsOf(samples, 'node');
  const slots = 1 + samples.reduce((max, sample) => Math.max(max, numberIn(sample, 'slot')), 0);
  const rowOf = (sample: Sample): number => nodes.indexOf(sample.node ?? null) * slots + numberIn(sample, 'slot');
  const first = samples.reduce((min, sample) => Math.min(min, numberIn(sample, 'startMs')), Infinity);
  const spans = (ok: number, label: string, colour: number): ChartSeries => ({
    label,
    shape: 'spans',
    colour,
    points: samples
      .filter((sample) => numberIn(sample, 'ok') === ok)
      .map((sample) => ({
        x: (numberIn(sample, 'startMs') - first) / 1000,
        toX: (endMs(sample) - first) / 1000,
        y: rowOf(sample),
      })),
  });
  const failed = spans(0, t`failed`, 5);
  const text = workText(work);
  return {
    id,
    title,
    x: axis(t`Time`, 's'),
    y: axis(t`Slot`, ''),
    series: [spans(1, text.done, 0), ...(failed.points.length > 0 ? [failed] : [])],
    note:
      nodes.length > 1
        ? [text.note, t`${nodes.length} nodes stacked, ${textIn(samples[0] ?? {}, 'node')} at the bottom.`].join(' ')
        : text.note,
  };
}

function workText(work: 'transfer' | 'batch'): { readonly done: string; readonly note: string } {
  return work === 'transfer'
    ? { done: t`transferred`, note: t`Each row is a slot, each bar a transfer. Gaps are idle time.` }
    : { done: t`written`, note: t`Each row is a slot, each bar a batch. Gaps are idle time.` };
}

/** Every value as a dot in the order in which it was measured. */
export function scatterChart(
  about: { readonly id: string; readonly title: string; readonly axis: ChartAxis },
  groups: readonly {
    readonly label: string;
    readonly samples: readonly Sample[];
    readonly column: string;
    readonly colour: number;
  }[],
): ChartSpec {
  return {
    id: about.id,
    title: about.title,
    x: axis(t`Transfer`, ''),
    y: about.axis,
    series: groups
      .filter(({ samples }) => samples.length > 0)
      .map(({ label, samples, column, colour }) => ({
        label,
        shape: 'dots',
        colour,
        points: valuesOf(samples, column).map((y, index) => ({ x: index + 1, y })),
      })),
    note: '',
  };
}

/** The rate that a partition is meant to take, across a chart whose x goes from the first to the last value. */
export function targetLine(label: string, xs: readonly number[], perSecond: number): ChartSeries {
  const ends = [Math.min(...xs), Math.max(...xs)];
  return {
    label,
    shape: 'line',
    colour: 3,
    isDashed: true,
    points: xs.length === 0 ? [] : ends.map((x) => ({ x, y: perSecond })),
  };
}

/** Each setting from its own zero, second by second, with the median of the whole. */
export function rateOverTime(
  groups: readonly { readonly label: string; readonly samples: readonly Sample[] }[],
  figure: string,
): ChartSpec {
  const courses = groups.map(({ label, samples }) => ({ label, points: entitiesBySecond(firstRepetition(samples)) }));
  const seconds = courses.flatMap(({ points }) => points);
  const { median } = summaryOf(seconds.map(({ y }) => y));
  return {
    id: 'rate-over-time',
    title: t`Entities per second over time`,
    figure,
    x: axis(t`Time`, 's'),
    y: axis(t`Rate`, 'entities/s'),
    series: [
      ...courses.map(({ label, points }, colour): ChartSeries => ({ label, shape: 'line', colour, points })),
      ...(seconds.length < 2
        ? []
        : [
            {
              ...targetLine(
                t`median of the whole`,
                seconds.map(({ x }) => x),
                median,
              ),
              colour: 9,
            },
          ]),
    ],
    note: t`What succeeded within each second; each setting starts at its own zero. First repetition.`,
  };
}

/** Every request with the median of the whole. */
export function latencyOverTime(
  groups: readonly { readonly label: string; readonly samples: readonly Sample[] }[],
  figure: string,
): ChartSpec {
  const courses = groups.map(({ label, samples }) => {
    const own = firstRepetition(samples).filter((sample) => numberIn(sample, 'ok') === 1);
    const first = own.reduce((min, sample) => Math.min(min, numberIn(sample, 'startMs')), Infinity);
    return {
      label,
      points: own.map((sample) => ({ x: (endMs(sample) - first) / 1000, y: numberIn(sample, 'durationMs') })),
    };
  });
  const all = courses.flatMap(({ points }) => points);
  const { median } = summaryOf(all.map(({ y }) => y));
  return {
    id: 'latency-over-time',
    title: t`Latency over time`,
    figure,
    x: axis(t`Time`, 's'),
    y: axis(t`Latency`, 'ms'),
    series: [
      ...courses.map(({ label, points }, colour): ChartSeries => ({ label, shape: 'dots', colour, points })),
      ...(all.length < 2
        ? []
        : [
            {
              ...targetLine(
                t`median of the whole`,
                all.map(({ x }) => x),
                median,
              ),
              colour: 9,
            },
          ]),
    ],
    note: t`Every request is a dot; each setting starts at its own zero. First repetition.`,
  };
}

const firstRepetition = (samples: readonly Sample[]): readonly Sample[] => {
  const [first] = levelsOf(samples, 'repetition');
  return samples.filter((sample) => (sample.repetition ?? null) === first);
};

/** The last second is left out unless it is the only one: it is cut off. */
function entitiesBySecond(samples: readonly Sample[]): readonly { readonly x: number; readonly y: number }[] {
  const first = samples.reduce((min, sample) => Math.min(min, numberIn(sample, 'startMs')), Infinity);
  const seconds: number[] = [];
  for (const sample of samples) {
    const second = Math.floor((endMs(sample) - first) / 1000);
    while (seconds.length <= second) seconds.push(0);
    if (numberIn(sample, 'ok') === 1) seconds[second] = (seconds[second] ?? 0) + numberIn(sample, 'entities');
  }
  const whole = seconds.length > 1 ? seconds.slice(0, -1) : seconds;
  return whole.map((y, index) => ({ x: index + 1, y }));
}
