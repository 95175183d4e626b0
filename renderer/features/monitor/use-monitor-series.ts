// Figures over time from the engine: fetched again as time passes, less often the longer the range.
import { useEffect, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { MonitorSeries, PartitionHeat, RequestFilter } from '@shared/model/monitor';
import { call } from '@renderer/bridge';
import type { Extent } from '@renderer/charts/result-extent';

/** Finer than that no chart of this window shows. */
const requestedPoints = 300;
const minPollMs = 1_000;
const maxPollMs = 10_000;
/** A second is reported shortly after it is over. */
const behindMs = 1_250;

export interface SeriesQuery {
  /** Excludes its time, which `stretch` contains. */
  readonly filter: RequestFilter;
  /** Back from now, or between two moments. */
  readonly stretch: { readonly windowMs: number } | Extent;
  /** The time at which the view is stopped; null while it moves. */
  readonly heldAtMs: number | null;
}

export interface OverTime<T> {
  readonly found: T;
  readonly fromMs: number;
  readonly endMs: number;
}

export interface OverTimeState<T> {
  /** The last answer; that of an earlier question stays until the new one is there. */
  readonly answer: OverTime<T> | null;
  readonly error: StowageError | null;
}

interface SeriesRequest {
  readonly filter: RequestFilter;
  readonly fromMs: number;
  readonly toMs: number;
}

export function useMonitorSeries(query: SeriesQuery): OverTimeState<MonitorSeries> {
  return useOverTime(query, requestSeries);
}
const requestSeries = (request: SeriesRequest, signal: AbortSignal): Promise<MonitorSeries> =>
  call('monitor.series', { ...request, points: requestedPoints }, { signal });

export function usePartitionHeat(query: SeriesQuery): OverTimeState<PartitionHeat> {
  return useOverTime(query, requestHeat);
}
/** The number of cells that a row has room for. */
const heatSteps = 60;
const requestHeat = (request: SeriesRequest, signal: AbortSignal): Promise<PartitionHeat> =>
  call('monitor.partitions', { ...request, steps: heatSteps }, { signal });

/** `load` stays the same function. */
function useOverTime<T>(
  { filter, stretch, heldAtMs }: SeriesQuery,
  load: (request: SeriesRequest, signal: AbortSignal) => Promise<T>,
): OverTimeState<T> {
  const [state, setState] = useState<OverTimeState<T>>({ answer: null, error: null });
  const key = JSON.stringify({ filter: { ...filter, fromMs: null, toMs: null }, stretch });
  useEffect(() => {
    const request = JSON.parse(key) as Pick<SeriesQuery, 'filter' | 'stretch'>;
    const aborted = new AbortController();
    const refresh = async (): Promise<void> => {
      const { fromMs, endMs } = extentOf(request.stretch, heldAtMs ?? Date.now());
      try {
        const found = await load({ filter: request.filter, fromMs, toMs: endMs }, aborted.signal);
        if (!aborted.signal.aborted) setState({ answer: { found, fromMs, endMs }, error: null });
      } catch (thrown) {
        if (!aborted.signal.aborted) setState(({ answer }) => ({ answer, error: StowageError.from(thrown) }));
      }
    };
    void refresh();
    const timer = heldAtMs === null ? setInterval(() => void refresh(), pollMs(request.stretch)) : undefined;
    return () => {
      clearInterval(timer);
      aborted.abort();
    };
  }, [key, heldAtMs, load]);
  return state;
}

function extentOf(stretch: SeriesQuery['stretch'], nowMs: number): { fromMs: number; endMs: number } {
  if ('from' in stretch) return { fromMs: stretch.from, endMs: stretch.to };
  const endMs = Math.floor((nowMs - behindMs) / 1_000) * 1_000;
  return { fromMs: endMs - stretch.windowMs, endMs };
}

/** How often a new step begins, within bounds. */
function pollMs(stretch: SeriesQuery['stretch']): number {
  const widthMs = 'from' in stretch ? stretch.to - stretch.from : stretch.windowMs;
  return Math.min(maxPollMs, Math.max(minPollMs, widthMs / requestedPoints));
}
