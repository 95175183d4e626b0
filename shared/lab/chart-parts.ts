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
