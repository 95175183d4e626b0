// The last day at two resolutions, in constant memory: seconds for half an hour, minutes for a day. It does not include
// the current second.
import type { MonitorSeries } from '@shared/model/monitor';
import { Aggregate } from '../aggregate';
import { seriesOf, stepsOf } from '../log-series';

export const historyRetentionMs = 24 * 60 * 60_000;
const secondsRetentionMs = 30 * 60_000;

export class History {
  readonly #seconds = new Grain(1_000, secondsRetentionMs);
  readonly #minutes = new Grain(60_000, historyRetentionMs);
  #beganAtMs: number | null = null;

  /** `atMs` is any moment of the second. */
  add(atMs: number, aggregate: Aggregate): void {
    if (this.#beganAtMs === null || atMs < this.#beganAtMs) this.#beganAtMs = atMs;
    this.#seconds.add(atMs, aggregate);
    this.#minutes.add(atMs, aggregate);
  }

  /** The clock was set back to that time: data added later by the previous clock is dropped. */
  startAgainAt(atMs: number): void {
    this.#seconds.dropFrom(atMs);
    this.#minutes.dropFrom(atMs);
    this.#beganAtMs = this.#minutes.oldestMs;
  }

  /** At most `points` steps between the two wall times. */
  series(fromMs: number, toMs: number, points: number): MonitorSeries {
    const steps = stepsOf(fromMs, toMs, points);
    const newestMs = this.#seconds.newestMs;
    const fine = newestMs === null || fromMs >= newestMs - secondsRetentionMs;
    const grain = fine ? this.#seconds : this.#minutes;
    const stepMs = Math.ceil(steps.stepMs / grain.stepMs) * grain.stepMs;
    const merged = new Map<number, Aggregate>();
    for (const { startMs, aggregate } of grain.between(fromMs, toMs)) {
      const index = Math.floor(startMs / stepMs);
      const step = merged.get(index) ?? new Aggregate();
      step.add(aggregate);
      merged.set(index, step);
    }
    const found = [...merged].map(([index, aggregate]) => ({ atMs: (index + 1) * stepMs, aggregate }));
    const beganAtMs = this.#beganAtMs ?? toMs;
    return seriesOf(found, stepMs, {
      completeFromMs: Math.max(fromMs, beganAtMs),
      covered: { fromMs: Math.max(grain.startOf(fromMs), beganAtMs), toMs: this.#heldTo(toMs, grain) },
    });
  }

  /** Where the steps of the grain up to that time end: whole ones, but for the one that runs. */
  #heldTo(toMs: number, grain: Grain): number {
    const runsTo = this.#seconds.newestMs ?? toMs;
    return Math.max(toMs, Math.min(grain.endOf(toMs), runsTo));
  }
}

/** Steps of one length, the oldest dropped. */
class Grain {
  readonly #aggregates = new Map<number, Aggregate>();
  #newest = -Infinity;

  constructor(
    readonly stepMs: number,
    readonly retentionMs: number,
  ) {}

  /** Null when there are none. */
  get oldestMs(): number | null {
    return this.#aggregates.size === 0 ? null : Math.min(...this.#aggregates.keys()) * this.stepMs;
  }

  get newestMs(): number | null {
    return this.#aggregates.size === 0 ? null : (this.#newest + 1) * this.stepMs;
  }

  /** Of the step that the moment lies in. */
  startOf(atMs: number): number {
    return Math.floor(atMs / this.stepMs) * this.stepMs;
  }

  /** Of the step that the moment lies in, or ends. */
  endOf(atMs: number): number {
    return Math.ceil(atMs / this.stepMs) * this.stepMs;
  }

  add(atMs: number, aggregate: Aggregate): void {
    const index = Math.floor(atMs / this.stepMs);
    if (index <= this.#newest - this.retentionMs / this.stepMs) return;
    const step = this.#aggregates.get(index) ?? new Aggregate();
    step.add(aggregate);
    this.#aggregates.set(index, step);
    if (index <= this.#newest) return;
    this.#newest = index;
    const oldest = index - this.retentionMs / this.stepMs;
    // In the order in which they came, which is that of time but for files of several processes: what lies behind a
    // younger one is dropped after it.
    for (const known of this.#aggregates.keys()) {
      if (known > oldest) break;
      this.#aggregates.delete(known);
    }
  }

  dropFrom(atMs: number): void {
    for (const known of this.#aggregates.keys()) if (known * this.stepMs > atMs) this.#aggregates.delete(known);
    this.#newest = Math.max(-Infinity, ...this.#aggregates.keys());
  }

  *between(fromMs: number, toMs: number): Iterable<{ readonly startMs: number; readonly aggregate: Aggregate }> {
    for (const [index, aggregate] of this.#aggregates) {
      const startMs = index * this.stepMs;
      if (startMs + this.stepMs > fromMs && startMs < toMs) yield { startMs, aggregate };
    }
  }
}
