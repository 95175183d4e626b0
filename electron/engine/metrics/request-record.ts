// The one stream of facts in the engine: every HTTP request that ended, and bytes as they move.
import type { OverLimit } from '@shared/model/monitor';

/** The service's own name of the operation: `PutBlock`, `QueryEntities`, `GetBlob`… */
export type Operation = string;

/** The facts about an attempt that are known before it is sent. */
export interface RequestLabel {
  readonly connectionId: string;
  readonly service: 'blob' | 'table';
  readonly operation: Operation;
  /** Container or table, where the request names one. */
  readonly resource: string;
  /** PartitionKey that a table request names; empty when it names none or several. */
  readonly partition: string;
  /** Entities that a table request names by their keys; 0 when that is unknown. */
  readonly entities: number;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** One attempt of one request, from being queued to its last byte. */
export interface RequestRecord extends RequestLabel {
  /** Wall time when it ended. */
  readonly atMs: number;
  readonly method: string;
  /** Without its query string, where a SAS has its signature. */
  readonly address: string;
  /** Its query and headers without secrets, as in request-head.ts. */
  readonly head?: string;
  /** 0 when no response came. */
  readonly status: number;
  /** Service or transport error code; empty on success. */
  readonly errorCode: string;
  /** The limit of the account that the service reports as exceeded; empty when it names none. */
  readonly overLimit: OverLimit;
  readonly bytesUp: number;
  readonly bytesDown: number;
  /** Waiting for a free connection; then to the first byte; then in all (queue excluded), ms. */
  readonly queueMs: number;
  readonly firstByteMs: number;
  readonly totalMs: number;
  /** Sent over a keep-alive connection. */
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

/** The service requests slowing down: too many requests, busy, or a partition that could not be served in time. */
export function isThrottled({ status, errorCode }: Pick<RequestRecord, 'status' | 'errorCode'>): boolean {
  return status === 429 || status === 503 || (status === 500 && errorCode === 'OperationTimedOut');
}

/** Why a request was throttled, as the service reports it: `503 ServerBusy, egress`; empty when it was not. */
export function throttleCauseOf(record: Pick<RequestRecord, 'status' | 'errorCode' | 'overLimit'>): string {
  if (!isThrottled(record)) return '';
  const { status, errorCode, overLimit } = record;
  const code = errorCode === '' || errorCode === String(status) ? '' : ` ${errorCode}`;
  return `${status}${code}${overLimit === '' ? '' : `, ${overLimit}`}`;
}

/** A request that the user or a newer request cancelled has not failed. */
export function hasFailed(record: Pick<RequestRecord, 'errorCode'>): boolean {
  return record.errorCode !== '' && !record.errorCode.startsWith('cancelled.');
}

/** Counts nothing. */
export const silentSink: MetricsSink = {
  requestStarted: () => undefined,
  requestEnded: () => undefined,
  bytesMoved: () => undefined,
  connectionsOpen: () => undefined,
  retried: () => undefined,
};

/** Names in lower case, besides the families below. */
const described: ReadonlySet<string> = new Set([
  ...['accept', 'content-encoding', 'content-length', 'content-md5', 'content-type', 'date', 'prefer', 'range'],
  ...['dataserviceversion', 'maxdataserviceversion', 'transfer-encoding', 'user-agent'],
  ...['x-ms-access-tier', 'x-ms-blob-type', 'x-ms-client-request-id', 'x-ms-content-crc64', 'x-ms-copy-source'],
  ...['x-ms-date', 'x-ms-delete-snapshots', 'x-ms-lease-action', 'x-ms-range', 'x-ms-range-get-content-md5'],
  ...['x-ms-requires-sync', 'x-ms-source-content-md5', 'x-ms-source-range', 'x-ms-version', 'x-ms-write'],
]);
const families = /^(?:if-|x-ms-if-|x-ms-source-if-|x-ms-blob-content-|x-ms-blob-cache-)/;

/** The query on the first line, encoded as it was sent; then one header per line. */
export function requestHeadOf(path: string, headers: Readonly<Record<string, string>>): string {
  const at = path.indexOf('?');
  const lines = [at < 0 ? '' : unsigned(path.slice(at + 1))];
  for (const given in headers) {
    const name = given.toLowerCase();
    if (!described.has(name) && !families.test(name)) continue;
    lines.push(`${name}: ${unsigned(headers[given] ?? '')}`);
  }
  return lines.join('\n');
}

/** Without the signature of a SAS, also within the address of a copy's source. */
function unsigned(text: string): string {
  return /sig=/iu.test(text) ? text.replace(/(^|[?&])sig=[^&]*/giu, '$1sig=…') : text;
}
