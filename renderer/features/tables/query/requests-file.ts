// The requests of a run as files for other tools: our own JSON, and HAR 1.2 as browsers read it. Neither holds a
// secret: requests are described before they are signed.
import type { SentRequest } from '@shared/model/query-page';
import { type HarRequest, harText } from '@shared/monitor/har';
import { readHeaders } from '@shared/query/read-request';

/** One request, with the token that a run can be continued from to send it again. */
interface SharedRequest {
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

/** HTTP Archive 1.2. */
export function requestsHar({ table, requests }: SharedRun, appVersion: string): string {
  return harText(
    requests.map(({ request }) => harOf(request)),
    `Query of the table ${table}`,
    appVersion,
  );
}

function harOf(request: SentRequest): HarRequest {
  const { startedAtMs, method, parameters, bytes, status, queueMs, firstByteMs, downloadMs } = request;
  const { decodeMs, rows, retries, ended } = request;
  return {
    startedAtMs,
    method,
    address: addressOf(request),
    parameters,
    headers: readHeaders,
    sentBytes: 0,
    receivedBytes: bytes,
    mimeType: readHeaders.accept,
    status,
    statusText: status === 200 ? 'OK' : '',
    queueMs,
    waitMs: firstByteMs,
    receiveMs: downloadMs,
    more: { decodeMs, rows, retries, ended },
  };
}

function addressOf({ address, parameters }: SentRequest): string {
  const query = parameters.map(
    ({ name, value }) => `${name}=${encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd'))}`,
  );
  return query.length === 0 ? address : `${address}?${query.join('&')}`;
}
