// Logged requests as files for other tools: CSV for spreadsheets, HAR 1.2 for browsers. Neither contains a secret: the
// log keeps no query string and no header.
import { reportLine } from '../charting/csv-line';
import type { LoggedRequest } from '../model/monitor';
import { type HarRequest, harText } from './har';

const heads = [
  'time',
  'connection',
  'service',
  'operation',
  'resource',
  'partition',
  'entities',
  'method',
  'address',
  'status',
  'error',
  'over the limit of',
  'attempt',
  'bytes up',
  'bytes down',
  'queue ms',
  'first byte ms',
  'total ms',
  'connection reused',
] as const;

export type ConnectionNames = (connectionId: string) => string;

/** RFC 4180, times in UTC, durations in ms with three digits. */
export function requestsCsv(requests: readonly LoggedRequest[], nameOf: ConnectionNames): string {
  const rows = requests.map((one) => [
    new Date(one.atMs).toISOString(),
    nameOf(one.connectionId),
    one.service,
    one.operation,
    one.resource,
    one.partition,
    String(one.entities),
    one.method,
    one.address,
    String(one.status),
    one.errorCode,
    one.overLimit,
    String(one.attempt),
    String(one.bytesUp),
    String(one.bytesDown),
    one.queueMs.toFixed(3),
    one.firstByteMs.toFixed(3),
    one.totalMs.toFixed(3),
    one.reusedConnection ? 'yes' : 'no',
  ]);
  return [heads, ...rows].map(reportLine).join('');
}

const harComment = 'Addresses without their query strings, requests without their headers: the log keeps neither.';

/** HTTP Archive 1.2. */
export function requestsHar(requests: readonly LoggedRequest[], nameOf: ConnectionNames, appVersion: string): string {
  return harText(
    requests.map((one) => harOf(one, nameOf(one.connectionId))),
    harComment,
    appVersion,
  );
}

function harOf(one: LoggedRequest, connection: string): HarRequest {
  const waitMs = Math.min(one.firstByteMs, one.totalMs);
  return {
    startedAtMs: one.atMs - one.totalMs - one.queueMs,
    method: one.method,
    address: one.address,
    parameters: [],
    headers: {},
    sentBytes: one.bytesUp,
    receivedBytes: one.bytesDown,
    mimeType: '',
    status: one.status,
    statusText: one.errorCode,
    queueMs: one.queueMs,
    waitMs,
    receiveMs: one.totalMs - waitMs,
    more: {
      connection,
      operation: one.operation,
      attempt: one.attempt,
      reusedConnection: one.reusedConnection,
    },
  };
}
