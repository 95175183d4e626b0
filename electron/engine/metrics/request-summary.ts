// Summarises the requests of the last seconds: where their time went, what throttled them, and which account, partition
// and blob has the most traffic. Pure.
import type { LoggedRequest } from '@shared/model/monitor';
import type { MonitorState } from '@shared/model/monitor-state';
import type { Sample } from '@shared/model/sample';
import { targets } from '@shared/monitor/capacity';
import { KiB } from '@shared/units';
import { hasFailed, throttleCauseOf } from './request-record';

type FromRequests = Omit<MonitorState, keyof FromSamples | 'inFlight' | 'transfers'>;
type FromSamples = Pick<MonitorState, 'bytesPerSecond' | 'loopDelayMs'>;

const largeBodyBytes = 64 * KiB;
/** Statuses from here on are failures. */
const firstRejectedStatus = 400;

interface Traffic {
  /** The newest of these requests, for its names. */
  readonly one: LoggedRequest;
  requests: number;
  entities: number;
  bytes: number;
  throttled: number;
}

export class RequestSummary {
  readonly #overMs: number;
  readonly #accounts = new Map<string, Traffic>();
  readonly #partitions = new Map<string, Traffic>();
  readonly #blobs = new Map<string, Traffic>();
  readonly #causes = new Map<string, number>();
  readonly #failures = {
    'no-answer': new Map<string, number>(),
    'cut-off': new Map<string, number>(),
    refused: new Map<string, number>(),
  };
  #requests = 0;
  #queueMs = 0;
  #firstByteMs = 0;
  #allMs = 0;

  constructor(overMs: number) {
    this.#overMs = overMs;
  }

  add(request: LoggedRequest): void {
    const { service, connectionId, resource, partition, address, queueMs, firstByteMs, totalMs } = request;
    this.#requests += 1;
    this.#queueMs += queueMs;
    // The response to a large body cannot begin before the body is sent, so that time was not waiting.
    if (request.bytesUp < largeBodyBytes) this.#firstByteMs += Math.min(firstByteMs, totalMs);
    this.#allMs += queueMs + totalMs;
    const cause = throttleCauseOf(request);
    if (cause !== '') countOne(this.#causes, cause);
    else if (hasFailed(request)) this.#addFailure(request);
    const count = (traffic: Map<string, Traffic>, key: string): void => {
      const found = traffic.get(key) ?? { one: request, requests: 0, entities: 0, bytes: 0, throttled: 0 };
      found.requests += 1;
      found.entities += request.entities;
      found.bytes += request.bytesUp + request.bytesDown;
      if (cause !== '') found.throttled += 1;
      traffic.set(key, found);
    };
    count(this.#accounts, connectionId);
    if (service === 'table' && partition !== '')
      count(this.#partitions, JSON.stringify([connectionId, resource, partition]));
    if (service === 'blob' && isOfBlob(address, resource)) count(this.#blobs, address);
  }

  #addFailure({ status, errorCode }: LoggedRequest): void {
    // If the connection broke after the head, the status is not the failure.
    if (errorCode.startsWith('network.')) countOne(this.#failures[status === 0 ? 'no-answer' : 'cut-off'], errorCode);
    else if (status >= firstRejectedStatus)
      countOne(this.#failures.refused, errorCode === String(status) ? errorCode : `${status} ${errorCode}`);
    // Failures of this machine are no evidence about the service.
  }

  /** `atMs`: the end of the observed time. */
  answer(atMs: number): FromRequests {
    const overMs = this.#overMs;
    const perSecond = (count: number): number => (count * 1_000) / overMs;
    const account = busiest(this.#accounts, ({ requests }) => requests);
    const partition = busiest(this.#partitions, ({ entities, requests }) => Math.max(entities, requests));
    const blob = busiest(this.#blobs, (one) =>
      Math.max(one.requests / targets.blobRequests.perSecond, one.bytes / targets.blobBytes.perSecond),
    );
    const share = (ms: number): number => (this.#allMs === 0 ? 0 : ms / this.#allMs);
    return {
      atMs,
      overMs,
      requests: this.#requests,
      meanInFlight: this.#allMs / overMs,
      queueShare: share(this.#queueMs),
      firstByteShare: share(this.#firstByteMs),
      throttles: byFrequency(this.#causes),
      failures: (['no-answer', 'cut-off', 'refused'] as const).flatMap((kind) =>
        byFrequency(this.#failures[kind]).map((one) => ({ kind, ...one })),
      ),
      account: account && {
        connectionId: account.one.connectionId,
        requestsPerSecond: perSecond(account.requests),
        entitiesPerSecond: perSecond(account.entities),
      },
      partition: partition && {
        connectionId: partition.one.connectionId,
        table: partition.one.resource,
        partition: partition.one.partition,
        requestsPerSecond: perSecond(partition.requests),
        entitiesPerSecond: perSecond(partition.entities),
        throttled: partition.throttled,
      },
      blob: blob && {
        connectionId: blob.one.connectionId,
        container: blob.one.resource,
        address: blob.one.address,
        requestsPerSecond: perSecond(blob.requests),
        bytesPerSecond: perSecond(blob.bytes),
      },
    };
  }
}

export function summariseSamples(samples: readonly Sample[]): FromSamples {
  const spanMs = samples.reduce((sum, { intervalMs }) => sum + intervalMs, 0);
  const bytes = samples.reduce(
    (sum, one) => sum + ((one.uploadBytesPerSecond + one.downloadBytesPerSecond) * one.intervalMs) / 1_000,
    0,
  );
  const delays = samples.map(({ loopDelayMs }) => loopDelayMs).sort((a, b) => a - b);
  return {
    bytesPerSecond: spanMs === 0 ? 0 : (bytes * 1_000) / spanMs,
    loopDelayMs: delays[Math.floor(delays.length / 2)] ?? 0,
  };
}

function countOne(counts: Map<string, number>, cause: string): void {
  counts.set(cause, (counts.get(cause) ?? 0) + 1);
}

function byFrequency(counts: ReadonlyMap<string, number>): { cause: string; requests: number }[] {
  return [...counts]
    .map(([cause, requests]) => ({ cause, requests }))
    .sort((a, b) => b.requests - a.requests || (a.cause < b.cause ? -1 : 1));
}

function busiest(traffic: ReadonlyMap<string, Traffic>, figure: (one: Traffic) => number): Traffic | null {
  return [...traffic.values()].reduce<Traffic | null>(
    (best, one) => (best === null || figure(one) > figure(best) ? one : best),
    null,
  );
}

/** Whether the address is a blob's, not the container's. */
function isOfBlob(address: string, container: string): boolean {
  return container !== '' && address.includes(`/${container}/`);
}
