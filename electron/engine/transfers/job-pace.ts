// The beat of a running job: measures its rate and asks its tuner, until it is stopped.
import type { Clock } from '../ports';
import type { JobProgress } from './job-progress';
import type { JobTuning } from './job-tuning';
import { tunerIntervalMs } from './tuner';

export interface PacePorts {
  readonly clock: Clock;
  readonly progress: JobProgress;
  readonly tuning: JobTuning;
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
  const { clock, progress, tuning } = ports;
  let tunedAtMs = clock.monotonic();
  for (;;) {
    try {
      await clock.sleep(tickMs, ports.signal);
    } catch {
      return;
    }
    const nowMs = clock.monotonic();
    progress.measureRate(nowMs);
    if (nowMs - tunedAtMs < tunerIntervalMs) continue;
    const outcome = tuning.step({
      atMs: ports.elapsedMs(),
      elapsedMs: nowMs - tunedAtMs,
      movedBytes: progress.movedBytes,
      inFlight: ports.inFlight(),
      threadUse: ports.threadUse(),
      usualBlockBytes: ports.blockBytes(),
    });
    tunedAtMs = nowMs;
    if (outcome === 'changed') ports.onTuned();
  }
}
