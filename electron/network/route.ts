// The engine's network route, derived from a person's settings and the system's proxy. Pure.
import type { NetworkRoute, NetworkSettings } from '@shared/model/network';
import { loopbackMark } from '@shared/model/network-way';

export interface SystemProxy {
  readonly proxy: { readonly host: string; readonly port: number; readonly authorization: string | null };
  readonly bypass: readonly string[];
}

/** `password`: of the manual proxy; null where none is kept. */
export function routeOf(settings: NetworkSettings, password: string | null, system: SystemProxy | null): NetworkRoute {
  const base = { access: settings.access, authorities: settings.authorities.map(({ pem }) => pem) };
  const { proxy } = settings;
  switch (proxy.mode) {
    case 'none':
      return { ...base, proxy: null, bypass: [] };
    case 'system':
      return { ...base, proxy: system?.proxy ?? null, bypass: [loopbackMark, ...(system?.bypass ?? [])] };
    case 'manual': {
      const { host, port, user, bypass } = proxy;
      const authorization = user === '' ? null : basic(user, password ?? '');
      return { ...base, proxy: { host, port, authorization }, bypass: [loopbackMark, ...bypass] };
    }
  }
}

/** The first proxy of a PAC result such as `PROXY corp:8080; DIRECT`; null when it begins with DIRECT. */
export function proxyOfAnswer(answer: string): SystemProxy | null {
  const [kind = '', place = ''] = (answer.split(';')[0] ?? '').trim().split(/\s+/);
  if (kind.toUpperCase() !== 'PROXY') return null;
  const found = /^\[?([^\]]+)\]?:(\d+)$/.exec(place);
  if (found === null) return null;
  return { proxy: { host: found[1] ?? '', port: Number(found[2]), authorization: null }, bypass: [] };
}

/**
 * The environment's proxy, variables in upper or lower case: `HTTPS_PROXY`, else `HTTP_PROXY` or `ALL_PROXY`;
 * `NO_PROXY`.
 */
export function proxyOfEnvironment(env: Readonly<Record<string, string | undefined>>): SystemProxy | null {
  const value = (name: string): string => env[name] ?? env[name.toLowerCase()] ?? '';
  const text = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].map(value).find((each) => each !== '');
  const address = text === undefined ? null : addressOf(text);
  if (address === null) return null;
  const { username, password } = address;
  const authorization = username === '' ? null : basic(decoded(username), decoded(password));
  const bypass = value('NO_PROXY')
    .split(/[\s,]+/)
    .filter((each) => each !== '');
  return {
    proxy: { host: address.hostname.replace(/^\[|\]$/g, ''), port: Number(address.port || 80), authorization },
    bypass,
  };
}

/** As it is where it is no encoded text: a password may hold a bare `%`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function addressOf(text: string): URL | null {
  try {
    const address = new URL(/^\w+:\/\//.test(text) ? text : `http://${text}`);
    return address.protocol === 'http:' && address.hostname !== '' ? address : null;
  } catch {
    return null;
  }
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;
}
