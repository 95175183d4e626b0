// Writes HTTP Archive 1.2, as browsers read it. Facts without a standard field go into members that begin with an
// underscore.

export interface HarRequest {
  /** Wall time in ms at which it was queued. */
  readonly startedAtMs: number;
  readonly method: string;
  readonly address: string;
  readonly parameters: readonly { readonly name: string; readonly value: string }[];
  readonly headers: Readonly<Record<string, string>>;
  readonly sentBytes: number;
  readonly status: number;
  readonly statusText: string;
  readonly receivedBytes: number;
  /** Empty where it is not known. */
  readonly mimeType: string;
  /** Waiting for a connection, for the first byte, for the rest; together the whole time. */
  readonly queueMs: number;
  readonly waitMs: number;
  readonly receiveMs: number;
  /** Written with a leading underscore. */
  readonly more: Readonly<Record<string, string | number | boolean>>;
}

/** @param comment describes the content of the archive, and what it omits */
export function harText(requests: readonly HarRequest[], comment: string, appVersion: string): string {
  const creator = { name: 'Stowage', version: appVersion };
  return `${JSON.stringify({ log: { version: '1.2', creator, comment, entries: requests.map(entryOf) } }, null, 2)}\n`;
}

function entryOf(one: HarRequest) {
  const named = Object.entries(one.headers).map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: new Date(one.startedAtMs).toISOString(),
    time: one.queueMs + one.waitMs + one.receiveMs,
    request: {
      method: one.method,
      url: one.address,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named,
      queryString: one.parameters,
      headersSize: -1,
      bodySize: one.sentBytes,
    },
    response: {
      status: one.status,
      statusText: one.statusText,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: one.receivedBytes, mimeType: one.mimeType },
      redirectURL: '',
      headersSize: -1,
      bodySize: one.receivedBytes,
    },
    cache: {},
    timings: {
      blocked: one.queueMs,
      dns: -1,
      connect: -1,
      ssl: -1,
      send: 0,
      wait: one.waitMs,
      receive: one.receiveMs,
    },
    ...Object.fromEntries(Object.entries(one.more).map(([name, value]) => [`_${name}`, value])),
  };
}
