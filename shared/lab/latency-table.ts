// The table of the 2012 study: percentiles of request latency, peak entities per second, and how many requests
// succeeded.
import { endMs, groupBy, levelsOf, numberIn, succeeded, sumOf, valuesOf } from './grouping';
import type { ResultTable } from './results';
import type { Sample } from './run';
import { summaryOf } from './statistics/summary';
import { t } from '../strings/t';

export interface LatencyGroup {
  readonly label: string;
  readonly samples: readonly Sample[];
}

/**
 * Exactly the study's columns after the first: min, median, mean, max, p90, p95, p99, peak entities/s, ok, failed.
 * @param key how the labels are read, if they do not state it
 */
export function latencyTable(
  id: string,
  title: string,
  heading: string,
  groups: readonly LatencyGroup[],
  key = '',
): ResultTable {
  return {
    id,
    title,
    columns: [
      { title: heading, unit: '' },
      { title: t`Min`, unit: 'ms' },
      { title: t`Median`, unit: 'ms' },
      { title: t`Mean`, unit: 'ms' },
      { title: t`Max`, unit: 'ms' },
      { title: 'p90', unit: 'ms' },
      { title: 'p95', unit: 'ms' },
      { title: 'p99', unit: 'ms' },
      { title: t`Peak`, unit: 'entities/s' },
      { title: 'OK', unit: 'requests' },
      { title: t`Failed`, unit: 'requests' },
    ],
    rows: groups.map(({ label, samples }) => {
      const good = succeeded(samples);
      const { min, median, mean, max, p90, p95, p99 } = summaryOf(valuesOf(good, 'durationMs'));
      const nodes = levelsOf(samples, 'node').length;
      const name = nodes > 1 ? t`${label}, ${nodes} nodes` : label;
      return [
        name,
        min,
        median,
        mean,
        max,
        p90,
        p95,
        p99,
        peakPerSecond(good),
        good.length,
        samples.length - good.length,
      ];
    }),
    note: [t`Latency of one request in ms. Peak: the most entities completed within one second.`, key]
      .filter(Boolean)
      .join(' '),
  };
}

/** The same for each repetition, with time-outs apart from what was refused as busy. */
export function repetitionTable(heading: string, groups: readonly LatencyGroup[]): ResultTable {
  const all = groups.flatMap(({ label, samples }) =>
    groupBy(samples, ['repetition']).map(({ key, samples: own }) => ({
      label,
      repetition: numberIn(key, 'repetition'),
      samples: own,
    })),
  );
  const { columns, rows, note } = latencyTable('repetitions', t`Each repetition`, heading, all);
  const [first, ...rest] = columns;
  return {
    id: 'repetitions',
    title: t`Each repetition`,
    columns: [
      ...(first === undefined ? [] : [first]),
      { title: t`Repetition`, unit: '' },
      ...rest,
      { title: t`Throttled`, unit: 'requests' },
      { title: t`Time-outs`, unit: 'requests' },
    ],
    rows: rows.map(([name = '', ...figures], index) => {
      const { repetition = 0, samples = [] } = all[index] ?? {};
      const timeouts = samples.filter(({ error }) => timeoutErrors.has(String(error))).length;
      return [name, repetition, ...figures, sumOf(samples, 'throttled'), timeouts];
    }),
    note,
  };
}

/** As rows name what took too long: the service's code, or the client's. */
const timeoutErrors: ReadonlySet<string> = new Set(['OperationTimedOut', 'network.timeout', 'network.stalled']);

/**
 * The most entities that ended within one second. For runs shorter than a second that would be extrapolated, so the
 * mean rate is used.
 */
export function peakPerSecond(samples: readonly Sample[]): number {
  const ends = samples.map((sample) => ({ at: endMs(sample), entities: numberIn(sample, 'entities') }));
  ends.sort((a, b) => a.at - b.at);
  const firstStart = samples.reduce((min, sample) => Math.min(min, numberIn(sample, 'startMs')), Infinity);
  const passedMs = (ends.at(-1)?.at ?? 0) - firstStart;
  if (ends.length === 0) return 0;
  if (passedMs < 1000) return (sumOf(samples, 'entities') / Math.max(1, passedMs)) * 1000;
  let peak = 0;
  let within = 0;
  let oldest = 0;
  for (const end of ends) {
    within += end.entities;
    while (end.at - (ends[oldest]?.at ?? end.at) >= 1000) {
      within -= ends[oldest]?.entities ?? 0;
      oldest += 1;
    }
    peak = Math.max(peak, within);
  }
  return peak;
}
