// The engine's live measurements of the last five minutes, held once for every view that shows them.
import type { StreamEvent } from '@shared/ipc/contract';
import type { Sample, Totals } from '@shared/model/sample';
import { useMemo } from 'react';
import { type RecentActivity, recentActivity } from './recent-activity';
import { sharedStream, useSharedStream } from './shared-stream';

export const retentionMs = 300_000;
/** A step back of the clock larger than this means another clock: the old history cannot be continued. */
const clockJumpMs = 5_000;

export interface Metrics {
  /** Oldest first, at most `retentionMs` back from the newest. */
  readonly samples: readonly Sample[];
  readonly totals: Totals | null;
}

export const noMetrics: Metrics = { samples: [], totals: null };

/** Appends new samples: the first event after a reconnect repeats some that are already stored. */
export function addSamples(state: Metrics, event: StreamEvent<'metrics.watch'>): Metrics {
  const lastAtMs = state.samples.at(-1)?.atMs ?? -Infinity;
  const incoming = event.samples;
  const newestAtMs = incoming.at(-1)?.atMs;
  if (newestAtMs === undefined) return { ...state, totals: event.totals };
  const clockMoved = newestAtMs < lastAtMs - clockJumpMs;
  const all = clockMoved ? incoming : [...state.samples, ...incoming.filter((sample) => sample.atMs > lastAtMs)];
  const oldestRetainedMs = (all.at(-1)?.atMs ?? 0) - retentionMs;
  const first = all.findIndex((sample) => sample.atMs >= oldestRetainedMs);
  return { samples: first > 0 ? all.slice(first) : all, totals: event.totals };
}

export const liveMetrics = sharedStream({
  name: 'metrics.watch',
  input: {},
  initial: noMetrics,
  reduce: addSamples,
});

export interface LiveSample {
  /** The newest sample; null until the engine has measured. */
  readonly sample: Sample | null;
  readonly totals: Totals | null;
}

/** The newest measurement and the totals since the engine started, for bars and summaries. */
export function useLiveSample(): LiveSample {
  const sample = useSharedStream(liveMetrics, (state) => state.samples.at(-1) ?? null);
  const totals = useSharedStream(liveMetrics, (state) => state.totals);
  return { sample, totals };
}

/** Every stored sample, oldest first. */
export function useLiveSamples(): readonly Sample[] {
  return useSharedStream(liveMetrics, (state) => state.samples);
}

/** What the engine did in the last seconds, for figures that are read and not drawn. */
export function useRecentActivity(): RecentActivity {
  const samples = useLiveSamples();
  return useMemo(() => recentActivity(samples), [samples]);
}
