// Logged requests as files for other tools: CSV for a sheet, HAR 1.2 as browsers read it. Neither holds a secret: the
// log keeps no query string and no header.
import { csvLine } from '../charting/csv-line';
import type { LoggedRequest } from '../model/monitor';

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
  return [heads, ...rows].map(csvLine).join('');
}

/** HTTP Archive 1.2. What the format has no place for stands in members that start with an underscore. */
export function requestsHar(requests: readonly LoggedRequest[], nameOf: ConnectionNames, appVersion: string): string {
  const log = {
    version: '1.2',
    creator: { name: 'Stowage', version: appVersion },
    comment: 'Addresses without their query strings, requests without their headers: the log keeps neither.',
    entries: requests.map((one) => harEntry(one, nameOf(one.connectionId))),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function harEntry(one: LoggedRequest, connection: string) {
  const receiveMs = Math.max(0, one.totalMs - one.firstByteMs);
  return {
    startedDateTime: new Date(one.atMs - one.totalMs - one.queueMs).toISOString(),
    time: one.queueMs + one.totalMs,
    request: {
      method: one.method,
      url: one.address,
      ...{ httpVersion: 'HTTP/1.1', cookies: [], headers: [], queryString: [] },
      ...{ headersSize: -1, bodySize: one.bytesUp },
    },
    response: {
      status: one.status,
      statusText: one.errorCode,
      ...{ httpVersion: 'HTTP/1.1', cookies: [], headers: [], redirectURL: '' },
      content: { size: one.bytesDown, mimeType: '' },
      ...{ headersSize: -1, bodySize: one.bytesDown },
    },
    cache: {},
    timings: {
      ...{ blocked: one.queueMs, dns: -1, connect: -1, ssl: -1, send: 0 },
      ...{ wait: Math.min(one.firstByteMs, one.totalMs), receive: receiveMs },
    },
    _connection: connection,
    _operation: one.operation,
    _attempt: one.attempt,
    _reusedConnection: one.reusedConnection,
  };
}
