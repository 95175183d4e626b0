// Turns the recorder's counts into one Sample a quarter second, stores the last five minutes and feeds the watchers.
// The only timer of the metrics.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Sample, Totals } from '@shared/model/sample';
import type { Clock } from '../ports';
import { bandsOf } from './aggregate';
import type { Interval, MetricsRecorder } from './recorder';

/** 4 Hz: fast enough to look live, slow enough for charts. */
export const sampleIntervalMs = 250;
const historySamples = (5 * 60 * 1000) / sampleIntervalMs;

export interface MetricsUpdate {
  readonly samples: Sample[];
  readonly totals: Totals;
}

/** Period of the timer whose lateness shows how busy the event loop is. */
const loopTimerMs = 5;

/** Pure. The histogram holds the time between two ticks of the timer; only what exceeds its period is delay. */
export function delayBeyondTimer(betweenTicksMs: number): number {
  return Number.isFinite(betweenTicksMs) ? Math.max(0, betweenTicksMs - loopTimerMs) : 0;
}

/** Pure: one interval of counts to one sample. */
export function toSample(
  interval: Interval,
  gauges: Pick<Sample, 'inFlight' | 'openConnections' | 'loopDelayMs' | 'threadUse'>,
  time: { readonly atMs: number; readonly intervalMs: number },
): Sample {
  const perSecond = (count: number): number => (count * 1000) / Math.max(1, time.intervalMs);
  return {
    atMs: time.atMs,
    intervalMs: time.intervalMs,
    uploadBytesPerSecond: perSecond(interval.uploadBytes),
    downloadBytesPerSecond: perSecond(interval.downloadBytes),
    requestsPerSecond: perSecond(interval.requests),
    latencyMs: bandsOf(interval.latency),
    inFlight: gauges.inFlight,
    openConnections: gauges.openConnections,
    throttled: interval.throttled,
    retries: interval.retries,
    failed: interval.failed,
    loopDelayMs: gauges.loopDelayMs,
    threadUse: gauges.threadUse,
  };
}

export class Sampler {
  readonly #recorder: MetricsRecorder;
  readonly #clock: Clock;
  readonly #threadUses: () => readonly number[];
  readonly #history: Sample[] = [];
  readonly #watchers = new Set<(update: MetricsUpdate) => void>();
  readonly #intervalTakers = new Set<(interval: Interval) => void>();
  readonly #loopDelay = monitorEventLoopDelay({ resolution: loopTimerMs });
  readonly #timer: NodeJS.Timeout;
  #lastAt: number;

  /** `threadUses`: 0…1 for each worker thread, since the last call. */
  constructor(recorder: MetricsRecorder, clock: Clock, threadUses: () => readonly number[] = () => []) {
    this.#threadUses = threadUses;
    this.#recorder = recorder;
    this.#clock = clock;
    this.#lastAt = clock.monotonic();
    this.#loopDelay.enable();
    this.#timer = setInterval(() => this.#tick(), sampleIntervalMs);
    this.#timer.unref();
  }

  /** Pushes the history at once, then every new sample, until `signal` aborts. */
  watch(signal: AbortSignal, push: (update: MetricsUpdate) => void): Promise<void> {
    push({ samples: [...this.#history], totals: this.#recorder.totals });
    this.#watchers.add(push);
    return new Promise((resolve) => {
      signal.addEventListener(
        'abort',
        () => {
          this.#watchers.delete(push);
          resolve();
        },
        { once: true },
      );
    });
  }

  /** The samples of the last `ms`. */
  recent(ms: number): readonly Sample[] {
    return this.#history.slice(-Math.ceil(ms / sampleIntervalMs));
  }

  /** Hands over the counts of every interval; they are valid during the call. Ends with the returned function. */
  onInterval(take: (interval: Interval) => void): () => void {
    this.#intervalTakers.add(take);
    return () => this.#intervalTakers.delete(take);
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#loopDelay.disable();
    this.#watchers.clear();
  }

  #tick(): void {
    const now = this.#clock.monotonic();
    const percentile = this.#loopDelay.percentile(99) / 1e6;
    this.#loopDelay.reset();
    const interval = this.#recorder.takeInterval();
    for (const take of this.#intervalTakers) take(interval);
    const sample = toSample(
      interval,
      {
        inFlight: this.#recorder.inFlight,
        openConnections: this.#recorder.openConnections,
        loopDelayMs: delayBeyondTimer(percentile),
        threadUse: [...this.#threadUses()],
      },
      { atMs: this.#clock.now(), intervalMs: now - this.#lastAt },
    );
    this.#lastAt = now;
    this.#history.push(sample);
    if (this.#history.length > historySamples) this.#history.shift();
    for (const push of this.#watchers) push({ samples: [sample], totals: this.#recorder.totals });
  }
}
