// Figures over time from the engine: fetched again as time passes, less often the longer the range.
import { useEffect, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { MonitorSeries, PartitionHeat, RequestFilter } from '@shared/model/monitor';
import { call } from '@renderer/bridge';
import type { Extent } from '@renderer/charts/result-extent';

/** Finer than that no chart of this window shows. */
const askedPoints = 300;
const leastPollMs = 1_000;
const mostPollMs = 10_000;
/** A second is told once it is over, and a moment later. */
const behindMs = 1_250;

export interface SeriesQuestion {
  /** Its time is left out: `stretch` says it. */
  readonly filter: RequestFilter;
  /** Back from now, or between two moments. */
  readonly stretch: { readonly windowMs: number } | Extent;
  /** Time stands still there; null while it goes on. */
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

interface Asked {
  readonly filter: RequestFilter;
  readonly fromMs: number;
  readonly toMs: number;
}

export function useMonitorSeries(question: SeriesQuestion): OverTimeState<MonitorSeries> {
  return useOverTime(question, askSeries);
}
const askSeries = (asked: Asked, signal: AbortSignal): Promise<MonitorSeries> =>
  call('monitor.series', { ...asked, points: askedPoints }, { signal });

export function usePartitionHeat(question: SeriesQuestion): OverTimeState<PartitionHeat> {
  return useOverTime(question, askHeat);
}
/** The number of cells that a row has room for. */
const heatSteps = 60;
const askHeat = (asked: Asked, signal: AbortSignal): Promise<PartitionHeat> =>
  call('monitor.partitions', { ...asked, steps: heatSteps }, { signal });

/** `asks` stays the same function. */
function useOverTime<T>(
  { filter, stretch, heldAtMs }: SeriesQuestion,
  asks: (asked: Asked, signal: AbortSignal) => Promise<T>,
): OverTimeState<T> {
  const [state, setState] = useState<OverTimeState<T>>({ answer: null, error: null });
  const key = JSON.stringify({ filter: { ...filter, fromMs: null, toMs: null }, stretch });
  useEffect(() => {
    const asked = JSON.parse(key) as Pick<SeriesQuestion, 'filter' | 'stretch'>;
    const aborted = new AbortController();
    const ask = async (): Promise<void> => {
      const { fromMs, endMs } = extentOf(asked.stretch, heldAtMs ?? Date.now());
      try {
        const found = await asks({ filter: asked.filter, fromMs, toMs: endMs }, aborted.signal);
        if (!aborted.signal.aborted) setState({ answer: { found, fromMs, endMs }, error: null });
      } catch (thrown) {
        if (!aborted.signal.aborted) setState(({ answer }) => ({ answer, error: StowageError.from(thrown) }));
      }
    };
    void ask();
    const timer = heldAtMs === null ? setInterval(() => void ask(), pollMs(asked.stretch)) : undefined;
    return () => {
      clearInterval(timer);
      aborted.abort();
    };
  }, [key, heldAtMs, asks]);
  return state;
}

function extentOf(stretch: SeriesQuestion['stretch'], nowMs: number): { fromMs: number; endMs: number } {
  if ('from' in stretch) return { fromMs: stretch.from, endMs: stretch.to };
  const endMs = Math.floor((nowMs - behindMs) / 1_000) * 1_000;
  return { fromMs: endMs - stretch.windowMs, endMs };
}

/** How often a new step begins, within bounds. */
function pollMs(stretch: SeriesQuestion['stretch']): number {
  const widthMs = 'from' in stretch ? stretch.to - stretch.from : stretch.windowMs;
  return Math.min(mostPollMs, Math.max(leastPollMs, widthMs / askedPoints));
}
