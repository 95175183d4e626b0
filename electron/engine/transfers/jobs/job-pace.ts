// Ticks while a job runs: measures its rate and asks its tuner.
import type { Clock } from '../../ports';
import type { JobProgress } from '../progress/job-progress';
import type { JobTrace } from '../progress/job-trace';
import type { JobTuning } from '../pace/job-tuning';
import { intervalAt, tunerIntervalMs } from '../pace/tuner';

export interface PacePorts {
  readonly clock: Clock;
  readonly progress: JobProgress;
  readonly tuning: JobTuning;
  readonly trace: JobTrace;
  /** Running milliseconds of the job. */
  readonly elapsedMs: () => number;
  /** Files of the job that are done, skipped or failed. */
  readonly filesEnded: () => number;
  readonly inFlight: () => number;
  readonly inFlightBytes: () => number;
  readonly threadUse: () => number;
  readonly blockBytes: () => number;
  /** The tuner has chosen another setting. */
  readonly onTuned: () => void;
  readonly signal: AbortSignal;
}

const maxTickMs = 250;

/** Resolves when `signal` aborts. */
export async function keepPace(ports: PacePorts): Promise<void> {
  const { clock, progress, tuning, trace } = ports;
  let tunedAtMs = clock.monotonic();
  // Bytes that move before the first tick count too.
  progress.measureRate(tunedAtMs, ports.filesEnded());
  let tracedBytes = 0;
  let intervalMs = intervalAt(0);
  for (;;) {
    try {
      await clock.sleep(Math.min(maxTickMs, intervalMs), ports.signal);
    } catch {
      return;
    }
    const nowMs = clock.monotonic();
    progress.measureRate(nowMs, ports.filesEnded());
    const elapsedMs = nowMs - tunedAtMs;
    if (elapsedMs < intervalMs) continue;
    const { movedBytes } = progress;
    const atMs = ports.elapsedMs();
    const interval = intervalMs < tunerIntervalMs ? 'short' : 'whole';
    intervalMs = intervalAt(atMs);
    const inFlight = ports.inFlight();
    const blockBytes = ports.blockBytes();
    trace.sample({
      atMs: Math.round(atMs),
      bytesPerSecond: Math.round(((movedBytes - tracedBytes) / elapsedMs) * 1000),
      concurrency: tuning.concurrency,
      inFlight,
      blockBytes,
    });
    tracedBytes = movedBytes;
    const threadUse = ports.threadUse();
    const outcome = tuning.step({
      atMs,
      elapsedMs,
      movedBytes,
      storedBytes: progress.storedBytes,
      inFlight,
      inFlightBytes: ports.inFlightBytes(),
      threadUse,
      interval,
      defaultBlockBytes: blockBytes,
    });
    tunedAtMs = nowMs;
    if (outcome === 'changed') ports.onTuned();
  }
}
