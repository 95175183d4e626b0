// Converts figures from the history or the log to chart points, with silent steps filled in. Pure.
import { type MonitorSeries, maxSeriesPoints, otherNames } from '@shared/model/monitor';
import { t } from '@shared/strings/t';
import { type ChartPoint, noLatency, silence } from '@renderer/live/points';
import type { Series } from '@renderer/charts/series';

/**
 * One point per step from where the answer is complete to `endMs`, oldest first. A step without a request is zero, not
 * a gap: no requests were sent then. Levels (in flight, connections) are not recorded over time and stay null.
 */
export function seriesPoints(series: MonitorSeries, endMs: number): readonly ChartPoint[] {
  const found = new Map(series.points.map((point) => [point.atMs, point]));
  return stepsUpTo(series, endMs).map(({ stepEndMs, atMs }) => {
    const point = found.get(stepEndMs);
    return {
      ...silence(atMs),
      upload: point?.uploadBytesPerSecond ?? 0,
      download: point?.downloadBytesPerSecond ?? 0,
      requests: point?.requestsPerSecond ?? 0,
      ...(point?.latencyMs ?? noLatency),
      throttled: point?.throttled ?? 0,
      retries: point?.retries ?? 0,
      failed: point?.failed ?? 0,
    };
  });
}

/** Lines or bars that the answer names, and their rows. */
export interface NamedRows {
  readonly series: readonly Series<string>[];
  readonly rows: readonly ({ readonly atMs: number } & Readonly<Record<string, number | null>>)[];
}

const colours = ['upload', 'download', 'p50', 'p95', 'p99', 'throttled'].map((name) => `var(--series-${name})`);
export const allOperations = 'all';

/** Names of the service are shown unchanged; that of the combined series is translated. */
const nameOf = (name: string): string => (name === otherNames ? t`other` : name);

/** Requests per second of each separate operation, and of all together. */
export function operationRows(series: MonitorSeries, endMs: number): NamedRows {
  const named = series.operations.map(({ operation, perStep }) => ({ key: `operation:${operation}`, perStep }));
  const lines: readonly Series<string>[] = series.operations.map(({ operation }, index) => ({
    key: `operation:${operation}`,
    label: nameOf(operation),
    colour: colours[index % colours.length] ?? '',
    shape: 'line',
    ...(index < colours.length ? {} : { dash: 'dashed' as const }),
  }));
  const all: Series<string> = {
    key: allOperations,
    label: t`all`,
    colour: 'var(--text-muted)',
    shape: 'line',
    dash: 'dashed',
  };
  const rows = namedRows(series, endMs, named).map(({ atMs, ...rates }) => ({
    ...rates,
    [allOperations]: Object.values(rates).reduce((sum, rate) => sum + rate, 0),
    atMs,
  }));
  return { series: [all, ...lines], rows };
}

const causeColours = ['throttled', 'p99', 'p95', 'p50', 'upload', 'download'].map((name) => `var(--series-${name})`);

/** Throttled requests of each step by cause; null if there are none. */
export function throttleRows(series: MonitorSeries, endMs: number): NamedRows | null {
  if (series.throttles.length === 0) return null;
  const named = series.throttles.map(({ cause, perStep }) => ({ key: `cause:${cause}`, perStep }));
  return {
    series: series.throttles.map(({ cause }, index) => ({
      key: `cause:${cause}`,
      label: nameOf(cause),
      colour: causeColours[index % causeColours.length] ?? '',
      shape: 'bars',
    })),
    rows: namedRows(series, endMs, named),
  };
}

function namedRows(
  series: MonitorSeries,
  endMs: number,
  named: readonly { readonly key: string; readonly perStep: readonly number[] }[],
): readonly ({ readonly atMs: number } & Readonly<Record<string, number>>)[] {
  const indexOf = new Map(series.points.map((point, index) => [point.atMs, index]));
  return stepsUpTo(series, endMs).map((step) => {
    const index = indexOf.get(step.stepEndMs);
    const counts = named.map(({ key, perStep }) => [key, index === undefined ? 0 : (perStep[index] ?? 0)] as const);
    return { ...Object.fromEntries(counts), atMs: step.atMs };
  });
}

interface Step {
  readonly stepEndMs: number;
  /**
   * Where it is drawn: its end, or the right edge while it runs. The engine computes its rate from the elapsed time.
   */
  readonly atMs: number;
}

/** A shorter part of a step carries no information yet. */
const minShownMs = 1_000;

function stepsUpTo({ stepMs, completeFromMs, points }: MonitorSeries, endMs: number): readonly Step[] {
  const fromMs = Math.max(
    Math.min(completeFromMs, points[0]?.atMs ?? completeFromMs),
    endMs - maxSeriesPoints * stepMs,
  );
  const firstEnd = Math.ceil(fromMs / stepMs) * stepMs;
  const steps: Step[] = [];
  for (let stepEndMs = firstEnd; stepEndMs - stepMs < endMs; stepEndMs += stepMs) {
    const shownMs = Math.min(stepEndMs, endMs) - Math.max(stepEndMs - stepMs, fromMs);
    if (shownMs < Math.min(stepMs, minShownMs)) continue;
    steps.push({ stepEndMs, atMs: Math.min(stepEndMs, endMs) });
  }
  return steps;
}
