// Groups rows by their settings, in the order of the settings. Pure.
import { type Cell, type Sample, numberIn, textIn } from './run';

export interface Group {
  /** The values that all its rows share, by column. */
  readonly key: Sample;
  readonly samples: readonly Sample[];
}

/** Numbers ascend, texts keep the order in which they came; earlier columns count first. */
export function groupBy(samples: readonly Sample[], columns: readonly string[]): readonly Group[] {
  const groups = new Map<string, { key: Sample; samples: Sample[] }>();
  for (const sample of samples) {
    const key = Object.fromEntries(columns.map((column) => [column, sample[column] ?? null]));
    const id = JSON.stringify(Object.values(key));
    const group = groups.get(id) ?? { key, samples: [] };
    group.samples.push(sample);
    groups.set(id, group);
  }
  return [...groups.values()].sort((a, b) => {
    for (const column of columns) {
      const order = compareCells(a.key[column] ?? null, b.key[column] ?? null);
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** Groups in the order of a list of values of one column; those of one value stay as they are. */
export function inOrder(groups: readonly Group[], column: string, values: readonly Cell[]): readonly Group[] {
  const place = ({ key }: Group): number => values.indexOf(key[column] ?? null);
  return [...groups].sort((a, b) => place(a) - place(b));
}

/** The different values of a column, numbers ascending. */
export function levelsOf(samples: readonly Sample[], column: string): readonly Cell[] {
  return groupBy(samples, [column]).map(({ key }) => key[column] ?? null);
}

export const succeeded = (samples: readonly Sample[]): readonly Sample[] =>
  samples.filter((sample) => numberIn(sample, 'ok') === 1);

export const valuesOf = (samples: readonly Sample[], column: string): number[] =>
  samples.map((sample) => numberIn(sample, column)).filter((value) => Number.isFinite(value));

export const sumOf = (samples: readonly Sample[], column: string): number =>
  valuesOf(samples, column).reduce((sum, value) => sum + value, 0);

export const where = (samples: readonly Sample[], column: string, value: Cell): readonly Sample[] =>
  samples.filter((sample) => (sample[column] ?? null) === value);

/** Wall time in ms from the first start to the last end; 0 for no rows. */
function spanMs(samples: readonly Sample[]): number {
  if (samples.length === 0) return 0;
  const from = samples.reduce((least, sample) => Math.min(least, numberIn(sample, 'startMs')), Infinity);
  const to = samples.reduce((most, sample) => Math.max(most, endMs(sample)), -Infinity);
  return to - from;
}

export const endMs = (sample: Sample): number => numberIn(sample, 'startMs') + numberIn(sample, 'durationMs');

/** Sum over repetitions and nodes of the wall time during which the setting was measured. */
export function measuredMs(samples: readonly Sample[]): number {
  return groupBy(samples, ['repetition', 'node']).reduce((sum, group) => sum + spanMs(group.samples), 0);
}

/**
 * Sum of a column divided by the elapsed time, per second; nodes are added up because they run in parallel. 0 for no
 * time.
 */
export function perSecond(samples: readonly Sample[], column: string): number {
  return groupBy(samples, ['node']).reduce((rate, node) => {
    const ms = measuredMs(node.samples);
    return ms === 0 ? rate : rate + (sumOf(succeeded(node.samples), column) / ms) * 1000;
  }, 0);
}

export { numberIn, textIn };

function compareCells(a: Cell, b: Cell): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0;
}
