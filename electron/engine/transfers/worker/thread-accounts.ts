// The accounts of the jobs that one worker thread serves: how long each of them is throttled, because of a response to
// this thread or because another thread was throttled; and the reports of their HTTP clients, in batches.
import { performance } from 'node:perf_hooks';
import type { AccountDescriptor, RestAccount } from '../../azure/account';
import type { Pacer } from '../../azure/pacer';
import type { MetricsSink, RequestRecord } from '../../metrics/request-record';
import type { JobReport } from './messages';

interface ThreadAccountPorts {
  readonly openAccount: (jobId: string, descriptor: AccountDescriptor) => RestAccount;
  readonly pacerOf: (descriptor: AccountDescriptor) => Pacer;
  readonly monotonic: () => number;
}

/** Two readings of the clock may differ by this much and still mean the same moment. */
const toleranceMs = 20;

export class ThreadAccounts {
  readonly #ports: ThreadAccountPorts;
  readonly #accounts = new Map<string, RestAccount>();
  /** The accounts that jobs copy from. */
  readonly #sources = new Map<string, RestAccount>();
  /** Until when an account is throttled according to other threads, monotonic ms. */
  readonly #pausedUntilMs = new Map<Pacer, number>();

  constructor(ports: ThreadAccountPorts) {
    this.#ports = ports;
  }

  get jobIds(): readonly string[] {
    return [...this.#accounts.keys()];
  }

  of(jobId: string): RestAccount | undefined {
    return this.#accounts.get(jobId);
  }

  sourceOf(jobId: string): RestAccount | undefined {
    return this.#sources.get(jobId);
  }

  open(jobId: string, descriptor: AccountDescriptor, source: AccountDescriptor | undefined): void {
    this.dispose(jobId);
    this.#sources.delete(jobId);
    this.#accounts.set(jobId, this.#ports.openAccount(jobId, descriptor));
    if (source !== undefined) this.#sources.set(jobId, this.#ports.openAccount(jobId, source));
  }

  /** Ends the requests of the job; it is still known, for the final reports of its accounts. */
  dispose(jobId: string): void {
    this.#accounts.get(jobId)?.dispose();
    this.#sources.get(jobId)?.dispose();
  }

  forget(jobId: string): void {
    this.#accounts.delete(jobId);
    this.#sources.delete(jobId);
  }

  /** The longer wait of the accounts that the job copies from and to. */
  slownessOf(jobId: string): Slowness {
    const target = this.#slownessOf(this.#accounts.get(jobId), 'target');
    const source = this.#slownessOf(this.#sources.get(jobId), 'source');
    return source.slowdownMs > target.slowdownMs ? source : target;
  }

  /** Another thread was throttled: this one also waits. */
  slowDown(descriptor: AccountDescriptor, ms: number): void {
    const pacer = this.#ports.pacerOf(descriptor);
    this.#pausedUntilMs.set(pacer, Math.max(this.#pausedUntilMs.get(pacer) ?? 0, this.#ports.monotonic() + ms));
    pacer.slowDown(ms);
  }

  /** Ends the waits of the job's accounts, because the user requested it. */
  tryNow(jobId: string): void {
    for (const account of [this.#accounts.get(jobId), this.#sources.get(jobId)]) {
      if (account !== undefined) this.#ports.pacerOf(account.descriptor).release();
    }
  }

  #slownessOf(account: RestAccount | undefined, slowdownOf: Slowness['slowdownOf']): Slowness {
    if (account === undefined) return { slowdownMs: 0, slowdownOrigin: 'told', slowdownOf };
    const slowdownMs = account.slowdownMs();
    const remainingMs =
      (this.#pausedUntilMs.get(this.#ports.pacerOf(account.descriptor)) ?? 0) - this.#ports.monotonic();
    return { slowdownMs, slowdownOrigin: slowdownMs > remainingMs + toleranceMs ? 'own' : 'told', slowdownOf };
  }
}

// Collects what a worker's http clients report and sends it in batches: one message every fifty milliseconds instead of
// one per request.

interface Pending {
  started: number;
  ended: RequestRecord[];
  uploadBytes: number;
  downloadBytes: number;
  connections: number;
  retried: string[];
  slowdownMs: number;
}

interface Slowness {
  readonly slowdownMs: number;
  readonly slowdownOrigin: JobReport['slowdownOrigin'];
  readonly slowdownOf: NonNullable<JobReport['slowdownOf']>;
}

interface Reporter {
  sinkFor(jobId: string): MetricsSink;
  forget(jobId: string): void;
  /** Sends everything pending. */
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
