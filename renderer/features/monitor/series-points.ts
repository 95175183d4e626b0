// Figures out of the history or the log as chart points: silent steps filled in, the running step as a rate so far. Pure.
import { type MonitorSeries, mostSeriesPoints } from '@shared/model/monitor';
import { type ChartPoint, noLatency, silence } from '@renderer/live/points';
import type { Series } from '@renderer/charts/series';

/**
 * One point a step from where the answer is complete to `endMs`, oldest first. A step without a request is zero, not a
 * gap: nothing was asked then. Levels (in flight, connections) are not kept over time and stay null.
 */
export function seriesPoints(series: MonitorSeries, endMs: number): readonly ChartPoint[] {
  const found = new Map(series.points.map((point) => [point.atMs, point]));
  return stepsUpTo(series, endMs).map(({ stepEndMs, atMs, perElapsed }) => {
    const point = found.get(stepEndMs);
    return {
      ...silence(atMs),
      upload: (point?.uploadBytesPerSecond ?? 0) * perElapsed,
      download: (point?.downloadBytesPerSecond ?? 0) * perElapsed,
      requests: (point?.requestsPerSecond ?? 0) * perElapsed,
      ...(point?.latencyMs ?? noLatency),
      throttled: point?.throttled ?? 0,
      retries: point?.retries ?? 0,
      failed: point?.failed ?? 0,
    };
  });
}

export interface OperationRows {
  readonly series: readonly Series<string>[];
  readonly rows: readonly ({ readonly atMs: number } & Readonly<Record<string, number | null>>)[];
}

const colours = ['upload', 'download', 'p50', 'p95', 'p99', 'throttled'].map((name) => `var(--series-${name})`);
export const allOperations = 'all';

/** Requests a second of each operation that is told apart, and of all together. */
export function operationRows(series: MonitorSeries, endMs: number): OperationRows {
  const indexOf = new Map(series.points.map((point, index) => [point.atMs, index]));
  const lines: readonly Series<string>[] = series.operations.map(({ operation }, index) => ({
    key: `operation:${operation}`,
    label: operation,
    colour: colours[index % colours.length] ?? '',
    shape: 'line',
    ...(index < colours.length ? {} : { dash: 'dashed' as const }),
  }));
  const rows = stepsUpTo(series, endMs).map(({ stepEndMs, atMs, perElapsed }) => {
    const index = indexOf.get(stepEndMs);
    const rates = series.operations.map(
      ({ operation, perStep }) =>
        [`operation:${operation}`, (index === undefined ? 0 : (perStep[index] ?? 0)) * perElapsed] as const,
    );
    return {
      ...Object.fromEntries(rates),
      [allOperations]: rates.reduce((sum, [, rate]) => sum + rate, 0),
      atMs,
    };
  });
  const all: Series<string> = {
    key: allOperations,
    label: 'all',
    colour: 'var(--text-muted)',
    shape: 'line',
    dash: 'dashed',
  };
  return { series: [all, ...lines], rows };
}

interface Step {
  readonly stepEndMs: number;
  /** Where it is drawn: its end, or the right edge while it runs. */
  readonly atMs: number;
  /** Makes a rate over the whole step one over the part that has passed. */
  readonly perElapsed: number;
}

/** Less of a step says nothing yet. */
const leastElapsedMs = 1_000;

function stepsUpTo({ stepMs, completeFromMs, points }: MonitorSeries, endMs: number): readonly Step[] {
  const fromMs = Math.max(
    Math.min(completeFromMs, points[0]?.atMs ?? completeFromMs),
    endMs - mostSeriesPoints * stepMs,
  );
  const firstEnd = Math.ceil(fromMs / stepMs) * stepMs;
  const steps: Step[] = [];
  for (let stepEndMs = firstEnd; stepEndMs - stepMs < endMs; stepEndMs += stepMs) {
    const elapsedMs = Math.min(stepMs, endMs - stepEndMs + stepMs);
    if (elapsedMs < Math.min(stepMs, leastElapsedMs)) continue;
    steps.push({ stepEndMs, atMs: Math.min(stepEndMs, endMs), perElapsed: stepMs / elapsedMs });
  }
  return steps;
}
