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

/** Slices of a transfer and functions of a profile are details of measurements that have rows of their own. */
export const isMeasurement = ({ mode }: Sample): boolean => mode !== 'slice' && mode !== 'profile';

/** Groups in the order of a list of values of one column; those of one value stay as they are. */
export function inOrder(groups: readonly Group[], column: string, values: readonly Cell[]): readonly Group[] {
  const indexOfGroup = ({ key }: Group): number => values.indexOf(key[column] ?? null);
  return [...groups].sort((a, b) => indexOfGroup(a) - indexOfGroup(b));
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

/** From the first start to the last end of at least one row. */
function spanOf(samples: readonly Sample[]): Span {
  const from = samples.reduce((first, sample) => Math.min(first, numberIn(sample, 'startMs')), Infinity);
  const to = samples.reduce((last, sample) => Math.max(last, endMs(sample)), -Infinity);
  return { fromMs: from, toMs: to };
}

export const endMs = (sample: Sample): number => numberIn(sample, 'startMs') + numberIn(sample, 'durationMs');

/** Sum over repetitions and nodes of the wall time during which the setting was measured. */
export function measuredMs(samples: readonly Sample[]): number {
  return groupBy(samples, ['repetition', 'node']).reduce((sum, group) => sum + unionMs([spanOf(group.samples)]), 0);
}

/**
 * Sum of a column divided by the elapsed time, per second: in each repetition from the first start on any node to the
 * last end on any, so that nodes which ran one after the other do not count as if they had run together. 0 for no time.
 */
export function perSecond(samples: readonly Sample[], column: string): number {
  const ms = groupBy(samples, ['repetition']).reduce((sum, own) => sum + unionMs([spanOf(own.samples)]), 0);
  return ms === 0 ? 0 : (sumOf(succeeded(samples), column) / ms) * 1000;
}

/**
 * The same of several machines that load one target: only what ended while all of them were at work counts, because a
 * rate of one alone is no rate of all. `ends`: that time begins with the first end, where requests began before it. 0 if
 * they never were at work together.
 */
export function perSecondTogether(samples: readonly Sample[], column: string, from: 'starts' | 'ends'): number {
  let [sum, ms] = [0, 0];
  for (const { samples: own } of groupBy(samples, ['repetition'])) {
    const spans = groupBy(own, ['node']).map(({ samples: rows }) => {
      const span = spanOf(rows);
      return from === 'starts'
        ? span
        : { ...span, fromMs: rows.reduce((min, row) => Math.min(min, endMs(row)), Infinity) };
    });
    const fromMs = Math.max(...spans.map((span) => span.fromMs));
    const toMs = Math.min(...spans.map((span) => span.toMs));
    if (toMs <= fromMs) continue;
    ms += toMs - fromMs;
    sum += sumOf(
      succeeded(own).filter((sample) => endMs(sample) > fromMs && endMs(sample) <= toMs),
      column,
    );
  }
  return ms === 0 ? 0 : (sum / ms) * 1000;
}

/** Share of that time, 0…1, in which every node was at work; 1 for a single node. */
export function overlapShare(samples: readonly Sample[]): number {
  let [together, all] = [0, 0];
  for (const { samples: own } of groupBy(samples, ['repetition'])) {
    const spans = groupBy(own, ['node']).map((node) => spanOf(node.samples));
    all += unionMs([spanOf(own)]);
    together += Math.max(
      0,
      Math.min(...spans.map(({ toMs }) => toMs)) - Math.max(...spans.map(({ fromMs }) => fromMs)),
    );
  }
  return all === 0 ? 1 : together / all;
}

/** Time in ms in which at least one of the rows was under way; repetitions and nodes are added up. */
export function busyMs(samples: readonly Sample[]): number {
  return groupBy(samples, ['repetition', 'node']).reduce(
    (sum, group) =>
      sum + unionMs(group.samples.map((sample) => ({ fromMs: numberIn(sample, 'startMs'), toMs: endMs(sample) }))),
    0,
  );
}

/** In ms, by the run's clock. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

function unionMs(spans: readonly Span[]): number {
  let [sum, coveredTo] = [0, -Infinity];
  for (const { fromMs, toMs } of [...spans].sort((a, b) => a.fromMs - b.fromMs)) {
    sum += Math.max(0, toMs - Math.max(fromMs, coveredTo));
    coveredTo = Math.max(coveredTo, toMs);
  }
  return sum;
}

export { numberIn, textIn };

function compareCells(a: Cell, b: Cell): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0;
}
