// Which requests the store answers: those addressed to this machine, from its programs and its own pages. A page of
// another site can make its name lead to the loopback address (DNS rebinding), but it cannot change the Host and Origin
// headers of the browser's requests.
import { type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { isIPv6 } from 'node:net';

type Rejection = 'no-host' | 'foreign-host' | 'foreign-origin';

/** Why a request is rejected; null for one that may be answered. */
function rejectionOf({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): Rejection | null {
  const hosts = valuesOf('host', rawHeaders);
  const origins = valuesOf('origin', rawHeaders);
  // A target in absolute form overrides the Host header.
  const target = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1];
  const named = target === undefined ? hosts : [...hosts, target];
  if (hosts.length === 0) return 'no-host';
  if (!named.every(isLoopbackHost)) return 'foreign-host';
  if (!origins.every(isLoopbackOrigin)) return 'foreign-origin';
  return null;
}

/** All of them: Node reports only one of a repeated header. `rawHeaders`: names and values alternate. */
function valuesOf(name: string, rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

/** `host` or `host:port`, as in a Host header. */
function isLoopbackHost(text: string): boolean {
  const [, bracketed, plain = ''] = /^(?:\[([^[\]]*)\]|([^:[\]]*))(?::\d*)?$/.exec(text.trim()) ?? [];
  return bracketed === undefined ? isLoopbackName(plain.toLowerCase()) : isLoopbackIPv6(bracketed);
}

function isLoopbackName(name: string): boolean {
  return /^(?:(?:[a-z0-9_-]+\.)*localhost\.?|127(?:\.\d{1,3}){3})$/.test(name);
}

/** `::1`, and 127.0.0.0/8 as IPv6 writes it, in any of their spellings. */
function isLoopbackIPv6(address: string): boolean {
  if (!isIPv6(address) || address.includes('%')) return false;
  return /^\[::(?:1|ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4})\]$/.test(new URL(`http://[${address}]`).hostname);
}

/** `null`, the origin of a page in a sandbox or a file, could be anybody's. */
function isLoopbackOrigin(origin: string): boolean {
  const [, host] = /^https?:\/\/([^/?#]*)$/i.exec(origin.trim()) ?? [];
  return host !== undefined && isLoopbackHost(host);
}

/** Puts the check before the server's own listener. */
export function answerLoopbackOnly(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const rejection = rejectionOf(request);
    if (rejection === null) {
      for (const listen of listeners) listen.call(server, request, response);
      return;
    }
    response.writeHead(403, STATUS_CODES[403], { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
    response.end(`${rejection}\n`);
  });
}
