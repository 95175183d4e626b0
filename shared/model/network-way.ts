// How a host is reached on a network route. Pure; every thread that sends requests loads this file at its start.
import type { NetworkRoute } from './network';

/** The entry for loopback addresses in a bypass list. */
export const loopbackMark = '<loopback>';

/** A direct connection to every host, with the default trust. */
export const directRoute: NetworkRoute = { access: 'online', proxy: null, bypass: [], authorities: [] };

/** How to reach one host. `hostname` as in a URL, IPv6 in brackets. */
export function wayTo(
  { hostname, port }: { readonly hostname: string; readonly port: number },
  route: NetworkRoute,
): 'direct' | 'proxy' | 'none' {
  if (route.access === 'offline') return isLoopback(hostname) ? 'direct' : 'none';
  if (route.proxy === null) return 'direct';
  return route.bypass.some((pattern) => fits(pattern, hostname, port)) ? 'direct' : 'proxy';
}

export function isLoopback(hostname: string): boolean {
  const host = hostname.toLowerCase();
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

function fits(pattern: string, hostname: string, port: number): boolean {
  if (pattern === '*') return true;
  if (pattern === loopbackMark) return isLoopback(hostname);
  const host = hostname.toLowerCase();
  const [, name = '', wantedPort] = /^(.*?)(?::(\d+))?$/.exec(pattern.toLowerCase()) ?? [];
  if (wantedPort !== undefined && Number(wantedPort) !== port) return false;
  const suffix = name.startsWith('*.') ? name.slice(1) : name;
  return suffix.startsWith('.') ? host.endsWith(suffix) : host === suffix || host === `[${suffix}]`;
}
