// A day that passes in minutes: wall time runs faster, network time does not. All processes of a run share it, so that
// an engine that is started late starts late in the day.
import { performance } from 'node:perf_hooks';
import type { Clock } from '../../electron/engine/ports';
import { systemClock } from '../../electron/engine/system-clock';

export interface Day {
  /** Real wall time of the day's start. */
  readonly beganAtMs: number;
  /** How many times faster than real time it passes. */
  readonly factor: number;
}

export const hourMs = 3_600_000;

/** The engine's clock on such a day. Time-outs, back-offs and rates use the monotonic part, which is real. */
export function clockOf({ beganAtMs, factor }: Day): Clock {
  return { ...systemClock, now: () => Math.round(beganAtMs + (Date.now() - beganAtMs) * factor) };
}

/** Real milliseconds since the day began, from a monotonic clock. */
export function stopwatch(): () => number {
  const begunMs = performance.now();
  return () => performance.now() - begunMs;
}
