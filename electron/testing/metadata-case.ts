// Node converts header names to lower case, but the case of metadata names is data, so a relay must preserve it.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The headers of a message, with the original case of metadata names. */
export function relayedHeaders({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): IncomingHttpHeaders {
  const written = new Map(
    rawHeaders.filter((name) => /^x-ms-meta-/iu.test(name)).map((name) => [name.toLowerCase(), name]),
  );
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [written.get(name) ?? name, value]));
}
