// The requests of a run as files for other tools: our own JSON, and HAR 1.2 as browsers read it. Neither holds a
// secret: requests are described before they are signed.
import type { SentRequest } from '@shared/model/query-page';
import { readHeaders } from '@shared/query/read-request';

/** One request, with the token that a run can be continued from to send it again. */
export interface SharedRequest {
  readonly request: SentRequest;
  readonly startToken: string | null;
  /** Since the first request of the run. */
  readonly atMs: number;
}

export interface SharedRun {
  readonly table: string;
  readonly requests: readonly SharedRequest[];
  readonly totals: object;
}

/** Times in ms, sizes in bytes; `startToken` is what `stowage query --token` takes. */
export function requestsJson({ table, requests, totals }: SharedRun): string {
  const flat = requests.map(({ request, startToken, atMs }) => ({ atMs, ...request, startToken }));
  return `${JSON.stringify({ table, totals, requests: flat }, null, 2)}\n`;
}

/** HTTP Archive 1.2. What the format has no place for stands in members that start with an underscore. */
export function requestsHar({ table, requests }: SharedRun, appVersion: string): string {
  const log = {
    version: '1.2',
    creator: { name: 'Stowage', version: appVersion },
    comment: `Query of the table ${table}`,
    entries: requests.map(({ request }) => harEntry(request)),
  };
  return `${JSON.stringify({ log }, null, 2)}\n`;
}

function harEntry(request: SentRequest) {
  const timings = {
    blocked: request.queueMs,
    dns: -1,
    connect: -1,
    send: 0,
    wait: request.firstByteMs,
    receive: request.downloadMs,
    ssl: -1,
  };
  return {
    startedDateTime: new Date(request.startedAtMs).toISOString(),
    time: request.queueMs + request.firstByteMs + request.downloadMs,
    request: {
      method: request.method,
      url: addressOf(request),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: Object.entries(readHeaders).map(([name, value]) => ({ name, value })),
      queryString: request.parameters,
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: request.status,
      statusText: request.status === 200 ? 'OK' : '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: request.bytes, mimeType: readHeaders.accept },
      redirectURL: '',
      headersSize: -1,
      bodySize: request.bytes,
    },
    cache: {},
    timings,
    _decodeMs: request.decodeMs,
    _rows: request.rows,
    _retries: request.retries,
    _ended: request.ended,
  };
}

function addressOf({ address, parameters }: SentRequest): string {
  const query = parameters.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return query.length === 0 ? address : `${address}?${query.join('&')}`;
}
