// The one fact stream of the engine: every HTTP request that ended, and bytes as they move.

/** The service's own name of the operation: `PutBlock`, `QueryEntities`, `GetBlob`… */
export type Operation = string;

/** One try of one request, from being queued to its last byte. */
export interface RequestRecord {
  /** Wall time when it ended. */
  readonly atMs: number;
  readonly connectionId: string;
  readonly service: 'blob' | 'table';
  readonly operation: Operation;
  /** Container or table, where the request names one. */
  readonly resource: string;
  /** PartitionKey that a table request names; empty when it names none or several. */
  readonly partition: string;
  readonly method: string;
  /** Without its query string, where a SAS has its signature. */
  readonly address: string;
  /** 0 when no response came. */
  readonly status: number;
  /** Service or transport error code; empty on success. */
  readonly errorCode: string;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
  /** Waiting for a free connection; then to the first byte; then in all (queue excluded), ms. */
  readonly queueMs: number;
  readonly firstByteMs: number;
  readonly totalMs: number;
  /** Sent over a kept-alive connection. */
  readonly reusedConnection: boolean;
}

/** Where the http client reports. Implemented by metrics/recorder.ts; in a worker by a forwarder. */
export interface MetricsSink {
  requestStarted(): void;
  requestEnded(record: RequestRecord): void;
  bytesMoved(direction: 'up' | 'down', bytes: number): void;
  connectionsOpen(delta: 1 | -1): void;
  /** A retry was decided; `cause` is a status code or transport error code. */
  retried(cause: string): void;
}

/** The service asks to slow down: too many requests, or busy. */
export function isThrottled(record: Pick<RequestRecord, 'status'>): boolean {
  return record.status === 429 || record.status === 503;
}

/** What a person or a newer wish cancelled has not failed. */
export function hasFailed(record: Pick<RequestRecord, 'errorCode'>): boolean {
  return record.errorCode !== '' && !record.errorCode.startsWith('cancelled.');
}
