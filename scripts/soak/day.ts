// A day that passes in minutes: wall time runs faster, what waits for a network does not. The same for every process of a
// run, so that an engine that is born late is born late in the day.
import { performance } from 'node:perf_hooks';
import type { Clock } from '../../electron/engine/ports';
import { systemClock } from '../../electron/engine/system-clock';

export interface Day {
  /** Real wall time at which the day began. */
  readonly beganAtMs: number;
  /** How many times faster than real it passes. */
  readonly factor: number;
}

export const hourMs = 3_600_000;

/** The engine's clock in such a day. Time-outs, back-offs and rates follow the monotonic part, which is real. */
export function clockOf({ beganAtMs, factor }: Day): Clock {
  return { ...systemClock, now: () => Math.round(beganAtMs + (Date.now() - beganAtMs) * factor) };
}

/** Real milliseconds since the day began, from a clock that nobody sets back. */
export function stopwatch(): () => number {
  const begunMs = performance.now();
  return () => performance.now() - begunMs;
}
