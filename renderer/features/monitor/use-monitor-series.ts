// Figures over time from the engine: asked for again as time goes on, seldom enough for the length of what is drawn.
import { useEffect, useState } from 'react';
import { StowageError } from '@shared/errors';
import type { MonitorSeries, RequestFilter } from '@shared/model/monitor';
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

export interface SeriesAnswer {
  readonly series: MonitorSeries;
  readonly fromMs: number;
  readonly endMs: number;
}

export interface SeriesState {
  /** The last answer; that of an earlier question stays until the new one is there. */
  readonly answer: SeriesAnswer | null;
  readonly error: StowageError | null;
}

export function useMonitorSeries({ filter, stretch, heldAtMs }: SeriesQuestion): SeriesState {
  const [state, setState] = useState<SeriesState>({ answer: null, error: null });
  const key = JSON.stringify({ filter: { ...filter, fromMs: null, toMs: null }, stretch });
  useEffect(() => {
    const asked = JSON.parse(key) as Pick<SeriesQuestion, 'filter' | 'stretch'>;
    const aborted = new AbortController();
    const ask = async (): Promise<void> => {
      const { fromMs, endMs } = extentOf(asked.stretch, heldAtMs ?? Date.now());
      try {
        const input = { filter: asked.filter, fromMs, toMs: endMs, points: askedPoints };
        const series = await call('monitor.series', input, { signal: aborted.signal });
        if (!aborted.signal.aborted) setState({ answer: { series, fromMs, endMs }, error: null });
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
  }, [key, heldAtMs]);
  return state;
}

function extentOf(stretch: SeriesQuestion['stretch'], nowMs: number): { fromMs: number; endMs: number } {
  if ('from' in stretch) return { fromMs: stretch.from, endMs: stretch.to };
  const endMs = Math.floor((nowMs - behindMs) / 1_000) * 1_000;
  return { fromMs: endMs - stretch.windowMs, endMs };
}

/** As often as a new step begins, within bounds. */
export function pollMs(stretch: SeriesQuestion['stretch']): number {
  const widthMs = 'from' in stretch ? stretch.to - stretch.from : stretch.windowMs;
  return Math.min(mostPollMs, Math.max(leastPollMs, widthMs / askedPoints));
}
