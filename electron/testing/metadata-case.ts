// Node writes the names of headers small. Those of metadata are data: a relay passes them on as they were written.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The headers of a message as Node tells them, those of metadata in the case in which they came. */
export function relayedHeaders({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): IncomingHttpHeaders {
  const written = new Map(
    rawHeaders.filter((name) => /^x-ms-meta-/iu.test(name)).map((name) => [name.toLowerCase(), name]),
  );
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [written.get(name) ?? name, value]));
}
