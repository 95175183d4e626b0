// The beat of a running job: measures its rate and asks its tuner, until it is stopped.
import type { Clock } from '../ports';
import type { JobProgress } from './job-progress';
import type { JobTrace } from './job-trace';
import type { JobTuning } from './job-tuning';
import { tunerIntervalMs } from './tuner';

export interface PacePorts {
  readonly clock: Clock;
  readonly progress: JobProgress;
  readonly tuning: JobTuning;
  readonly trace: JobTrace;
  /** Running milliseconds of the job. */
  readonly elapsedMs: () => number;
  readonly inFlight: () => number;
  readonly threadUse: () => number;
  readonly blockBytes: () => number;
  /** The tuner has chosen another setting. */
  readonly onTuned: () => void;
  readonly signal: AbortSignal;
}

const tickMs = 250;

/** Resolves when `signal` aborts. */
export async function keepPace(ports: PacePorts): Promise<void> {
  const { clock, progress, tuning, trace } = ports;
  let tunedAtMs = clock.monotonic();
  let tracedBytes = 0;
  for (;;) {
    try {
      await clock.sleep(tickMs, ports.signal);
    } catch {
      return;
    }
    const nowMs = clock.monotonic();
    progress.measureRate(nowMs);
    const elapsedMs = nowMs - tunedAtMs;
    if (elapsedMs < tunerIntervalMs) continue;
    const { movedBytes } = progress;
    const atMs = ports.elapsedMs();
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
    const outcome = tuning.step({ atMs, elapsedMs, movedBytes, inFlight, threadUse, usualBlockBytes: blockBytes });
    tunedAtMs = nowMs;
    if (outcome === 'changed') ports.onTuned();
  }
}
