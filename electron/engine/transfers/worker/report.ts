// Collects what a worker's http clients report and sends it in batches: one message every fifty milliseconds instead of
// one per request.
import { performance } from 'node:perf_hooks';
import type { MetricsSink, RequestRecord } from '../../metrics/request-record';
import type { JobReport } from './messages';

interface Pending {
  started: number;
  ended: RequestRecord[];
  uploadBytes: number;
  downloadBytes: number;
  connections: number;
  retried: string[];
  slowdownMs: number;
}

export interface Slowness {
  readonly slowdownMs: number;
  readonly slowdownOrigin: JobReport['slowdownOrigin'];
  readonly slowdownOf: NonNullable<JobReport['slowdownOf']>;
}

export interface Reporter {
  sinkFor(jobId: string): MetricsSink;
  forget(jobId: string): void;
  /** Sends what is pending. */
  flush(): void;
  stop(): void;
}

const reportEveryMs = 50;

/** `slownessOf`: how long a job's account waits at the moment. */
export function createReporter(
  post: (jobs: readonly JobReport[], busy: number) => void,
  slownessOf: (jobId: string) => Slowness,
): Reporter {
  const jobs = new Map<string, Pending>();
  const forgotten = new Set<string>();
  let use = performance.eventLoopUtilization();

  const flush = (): void => {
    const reports: JobReport[] = [];
    for (const [jobId, pending] of jobs) {
      const slowness = slownessOf(jobId);
      const { slowdownMs } = slowness;
      if (isEmpty(pending) && slowdownMs === 0 && pending.slowdownMs === 0) continue;
      reports.push({ jobId, ...pending, ...slowness });
      jobs.set(jobId, { ...nothingPending(), slowdownMs });
    }
    for (const jobId of forgotten) jobs.delete(jobId);
    forgotten.clear();
    if (reports.length === 0) return;
    const now = performance.eventLoopUtilization();
    post(reports, performance.eventLoopUtilization(now, use).utilization);
    use = now;
  };
  const timer = setInterval(flush, reportEveryMs);
  const of = (jobId: string): Pending => {
    let pending = jobs.get(jobId);
    if (pending === undefined) {
      pending = nothingPending();
      jobs.set(jobId, pending);
    }
    return pending;
  };

  return {
    sinkFor: (jobId) => ({
      requestStarted: () => {
        of(jobId).started += 1;
      },
      requestEnded: (record) => {
        of(jobId).ended.push(record);
      },
      bytesMoved: (direction, bytes) => {
        if (direction === 'up') of(jobId).uploadBytes += bytes;
        else of(jobId).downloadBytes += bytes;
      },
      connectionsOpen: (delta) => {
        of(jobId).connections += delta;
      },
      retried: (cause) => {
        of(jobId).retried.push(cause);
      },
    }),
    forget: (jobId) => forgotten.add(jobId),
    flush,
    stop: () => clearInterval(timer),
  };
}

function nothingPending(): Pending {
  return { started: 0, ended: [], uploadBytes: 0, downloadBytes: 0, connections: 0, retried: [], slowdownMs: 0 };
}

function isEmpty(pending: Pending): boolean {
  return (
    pending.started === 0 &&
    pending.ended.length === 0 &&
    pending.uploadBytes === 0 &&
    pending.downloadBytes === 0 &&
    pending.connections === 0 &&
    pending.retried.length === 0
  );
}
