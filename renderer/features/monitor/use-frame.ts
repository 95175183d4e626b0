// The data that the charts draw now: the live stream if it contains everything requested, otherwise the history or the
// log.
import { useMemo } from 'react';
import { chartClock } from '@renderer/charts/chart-clock';
import type { StowageError } from '@shared/errors';
import { everyRequest } from '@shared/model/monitor';
import type { Sample } from '@shared/model/sample';
import { type ChartPoint, chartPoints, chartStepMs } from '@renderer/live/points';
import type { ChartFrame } from './chart-frame';
import { liveReachMs, useMonitor, windowMsOf, zoomOf } from './monitor-store';
import { type NamedRows, operationRows, seriesPoints, throttleRows } from './series-points';
import { type SeriesQuery, useMonitorSeries } from './use-monitor-series';

export interface PointsFrame extends ChartFrame {
  readonly points: readonly ChartPoint[];
}

/** A chart whose series the answer names. */
export interface NamedFrame {
  readonly frame: ChartFrame;
  readonly series: NamedRows['series'];
}

export interface Frames {
  /** The displayed range, for callers that request more about it from the engine. */
  readonly query: SeriesQuery;
  readonly source: 'live' | 'history' | 'log';
  /** Null until the first answer. */
  readonly frame: PointsFrame | null;
  readonly operations: NamedFrame | null;
  /** Null also where nothing was throttled. */
  readonly throttles: NamedFrame | null;
  /** The start of complete data; null if everything shown is complete. */
  readonly completeFromMs: number | null;
  /** Width of a step; null for the live stream and before the first answer. */
  readonly stepMs: number | null;
  readonly error: StowageError | null;
}

const noSamples: readonly Sample[] = [];

/** @param most points of the live stream; the history has its own steps */
export function useFrames(samples: readonly Sample[], max: number): Frames {
  const { window, filter, held } = useMonitor();
  const zoom = zoomOf(filter);
  const windowMs = windowMsOf[window];
  const newestMs = samples.at(-1)?.atMs ?? 0;
  const from = zoom?.from ?? null;
  const to = zoom?.to ?? null;
  const flow = held === null ? 'live' : 'held';
  const heldAtMs = held === null ? null : newestMs;
  const query = useMemo(
    (): SeriesQuery => ({ filter, stretch: from === null || to === null ? { windowMs } : { from, to }, heldAtMs }),
    [filter, from, to, windowMs, heldAtMs],
  );
  const { answer, error } = useMonitorSeries(query);
  const isFiltered = Object.entries({ ...filter, fromMs: null, toMs: null }).some(
    ([name, value]) => value !== everyRequest[name as keyof typeof everyRequest],
  );
  const reachesBack = zoom === null ? windowMs <= liveReachMs : zoom.from >= (samples[0]?.atMs ?? Infinity);
  const source = isFiltered ? 'log' : reachesBack ? 'live' : 'history';
  // A chart from another source stays the same while the live stream continues.
  const drawn = source === 'live' ? samples : noSamples;
  const liveEndMs = source === 'live' ? (to ?? newestMs) : 0;

  const frame = useMemo((): PointsFrame | null => {
    if (source === 'live') {
      const widthMs = from === null || to === null ? windowMs : to - from;
      const clock = from === null || to === null ? null : chartClock(from, to, 'utc');
      const points = chartPoints(drawn, widthMs, liveEndMs, max);
      const stepMs = chartStepMs(drawn, widthMs, liveEndMs, max);
      return { points, windowMs: widthMs, endMs: liveEndMs, stepMs, clock, flow };
    }
    if (answer === null) return null;
    const { found, fromMs, endMs } = answer;
    return {
      points: seriesPoints(found, endMs),
      windowMs: endMs - fromMs,
      endMs,
      stepMs: found.stepMs,
      clock: chartClock(fromMs, endMs, 'utc'),
      flow,
    };
  }, [source, drawn, liveEndMs, windowMs, from, to, answer, max, flow]);

  const named = useMemo(() => {
    if (answer === null) return null;
    const { found, fromMs, endMs } = answer;
    const clock = source === 'live' && from === null ? null : chartClock(fromMs, endMs, 'utc');
    const framed = ({ rows, series }: NamedRows): NamedFrame => ({
      frame: { points: rows, windowMs: endMs - fromMs, endMs, stepMs: found.stepMs, clock, flow },
      series,
    });
    const throttles = throttleRows(found, endMs);
    return { operations: framed(operationRows(found, endMs)), throttles: throttles && framed(throttles) };
  }, [answer, source, from, flow]);

  const isPartial = source !== 'live' && answer !== null && answer.found.completeFromMs > answer.fromMs;
  const completeFromMs = isPartial ? answer.found.completeFromMs : null;
  const stepMs = source === 'live' || answer === null ? null : answer.found.stepMs;
  return {
    query,
    source,
    frame,
    operations: named?.operations ?? null,
    throttles: named?.throttles ?? null,
    completeFromMs,
    stepMs,
    error,
  };
}
