// Samples as chart points: one time window, never more than a fixed number of points, with gaps preserved. Pure.
import type { LatencyBands } from '@shared/model/monitor';
import type { Sample } from '@shared/model/sample';

export const maxPoints = 300;
/** Between two samples of a stream that continues. */
const sampleMs = 250;

export type ChartKey =
  | 'upload'
  | 'download'
  | 'requests'
  | keyof LatencyBands
  | 'inFlight'
  | 'connections'
  | 'throttled'
  | 'retries'
  | 'failed';

/** One moment of the charts. Null where nothing was measured; a line must break there. */
export type ChartPoint = Readonly<Record<ChartKey, number | null>> & { readonly atMs: number };

/** Where no request ended. */
export const noLatency = { p5: null, p25: null, p50: null, p75: null, p90: null, p95: null, p99: null } as const;

/** Silence longer than this many intervals is a gap: the engine was not there. */
const gapIntervals = 4;

/**
 * Points of `endMs - windowMs … endMs`, oldest first, at most `max`. When there are more samples than that,
 * neighbours are merged on fixed steps of time: rates averaged, counts summed, levels at their worst, and percentiles
 * (which cannot be averaged) as wide as they were.
 */
export function chartPoints(
  samples: readonly Sample[],
  windowMs: number,
  endMs: number,
  max = maxPoints,
): readonly ChartPoint[] {
  const inWindow = samples.filter((sample) => isInWindow(sample, windowMs, endMs));
  const merged = inWindow.length > max ? mergeSteps(inWindow, stepFor(windowMs, max)) : inWindow;
  const points: ChartPoint[] = [];
  let before: Sample | undefined;
  for (const sample of merged) {
    if (before && sample.atMs - before.atMs > gapIntervals * Math.max(before.intervalMs, sample.intervalMs)) {
      points.push(silence((before.atMs + sample.atMs) / 2));
    }
    points.push(pointOf(sample));
    before = sample;
  }
  return points.slice(-max);
}

/** What one of those points represents: merged neighbours, or a single sample. */
export function chartStepMs(samples: readonly Sample[], windowMs: number, endMs: number, max = maxPoints): number {
  const inWindow = samples.filter((sample) => isInWindow(sample, windowMs, endMs));
  return inWindow.length > max ? stepFor(windowMs, max) : (inWindow.at(-1)?.intervalMs ?? sampleMs);
}

function isInWindow({ atMs }: Sample, windowMs: number, endMs: number): boolean {
  return atMs > endMs - windowMs && atMs <= endMs;
}

/** Whole quarters of a second, so that steps stay where they are while the window slides. */
function stepFor(windowMs: number, max: number): number {
  return Math.ceil(windowMs / max / sampleMs) * sampleMs;
}

function mergeSteps(samples: readonly Sample[], stepMs: number): readonly Sample[] {
  const steps = new Map<number, Sample[]>();
  for (const sample of samples) {
    const step = Math.floor(sample.atMs / stepMs);
    const group = steps.get(step);
    if (group) group.push(sample);
    else steps.set(step, [sample]);
  }
  return [...steps.values()].map(mergeGroup);
}

function mergeGroup(group: readonly Sample[]): Sample {
  const last = group[group.length - 1] as Sample;
  const intervalMs = sumOf(group, (sample) => sample.intervalMs);
  const average = (rate: (sample: Sample) => number): number =>
    intervalMs === 0 ? 0 : sumOf(group, (sample) => rate(sample) * sample.intervalMs) / intervalMs;
  const worst = (level: (sample: Sample) => number): number => Math.max(...group.map(level));
  const measured = group.flatMap((sample) => (sample.latencyMs === null ? [] : [sample.latencyMs]));
  return {
    ...last,
    intervalMs,
    uploadBytesPerSecond: average((sample) => sample.uploadBytesPerSecond),
    downloadBytesPerSecond: average((sample) => sample.downloadBytesPerSecond),
    requestsPerSecond: average((sample) => sample.requestsPerSecond),
    latencyMs:
      measured.length === 0
        ? null
        : {
            p5: Math.min(...measured.map((latency) => latency.p5)),
            p25: Math.min(...measured.map((latency) => latency.p25)),
            p50: Math.max(...measured.map((latency) => latency.p50)),
            p75: Math.max(...measured.map((latency) => latency.p75)),
            p90: Math.max(...measured.map((latency) => latency.p90)),
            p95: Math.max(...measured.map((latency) => latency.p95)),
            p99: Math.max(...measured.map((latency) => latency.p99)),
          },
    inFlight: worst((sample) => sample.inFlight),
    openConnections: worst((sample) => sample.openConnections),
    throttled: sumOf(group, (sample) => sample.throttled),
    retries: sumOf(group, (sample) => sample.retries),
    failed: sumOf(group, (sample) => sample.failed),
    loopDelayMs: worst((sample) => sample.loopDelayMs),
  };
}

function sumOf(group: readonly Sample[], figure: (sample: Sample) => number): number {
  return group.reduce((sum, sample) => sum + figure(sample), 0);
}

function pointOf(sample: Sample): ChartPoint {
  return {
    atMs: sample.atMs,
    upload: sample.uploadBytesPerSecond,
    download: sample.downloadBytesPerSecond,
    requests: sample.requestsPerSecond,
    ...(sample.latencyMs ?? noLatency),
    inFlight: sample.inFlight,
    connections: sample.openConnections,
    throttled: sample.throttled,
    retries: sample.retries,
    failed: sample.failed,
  };
}

/** Nothing was measured. */
export function silence(atMs: number): ChartPoint {
  return {
    atMs,
    upload: null,
    download: null,
    requests: null,
    ...noLatency,
    inFlight: null,
    connections: null,
    throttled: null,
    retries: null,
    failed: null,
  };
}
