// The engine's network route, derived from the user's settings and the system's proxy. Pure. A proxy that is set but
// cannot be used stays on the route as unusable, because a direct connection would bypass it unnoticed.
import type { NetworkRoute, NetworkSettings } from '@shared/model/network';
import { loopbackMark } from '@shared/model/network-way';

export interface SystemProxy {
  readonly proxy: NonNullable<NetworkRoute['proxy']>;
  readonly bypass: readonly string[];
}

type UsableProxy = Exclude<SystemProxy['proxy'], { readonly scheme: 'unusable' }>;

/** `password`: of the manual proxy; null where none is stored. */
export function routeOf(settings: NetworkSettings, password: string | null, system: SystemProxy | null): NetworkRoute {
  const base = { access: settings.access, authorities: settings.authorities.map(({ pem }) => pem) };
  const { proxy } = settings;
  switch (proxy.mode) {
    case 'none':
      return { ...base, proxy: null, bypass: [] };
    case 'system':
      return { ...base, proxy: system?.proxy ?? null, bypass: [loopbackMark, ...(system?.bypass ?? [])] };
    case 'manual': {
      const { scheme, host, port, user, bypass } = proxy;
      const login = user === '' ? null : { user, password: password ?? '' };
      return { ...base, proxy: { scheme, host, port, login }, bypass: [loopbackMark, ...bypass] };
    }
  }
}

/** As users read it, without the login: `corp:8080`, `socks5://corp:1080`. */
export function proxyName(proxy: SystemProxy['proxy']): string {
  if (proxy.scheme === 'unusable') return proxy.name;
  const host = proxy.host.includes(':') ? `[${proxy.host}]` : proxy.host;
  return `${proxy.scheme === 'http' ? '' : `${proxy.scheme}://`}${host}:${proxy.port}`;
}

/** Chromium's `SOCKS` is version 4. */
const schemesOfAnswers: Readonly<Record<string, UsableProxy['scheme'] | undefined>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
};

/**
 * The first proxy of a PAC result such as `PROXY corp:8080; DIRECT` that can be used; null when it begins with DIRECT. A
 * later DIRECT is ignored.
 */
export function proxyOfAnswer(answer: string): SystemProxy | null {
  const entries = answer
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const first = entries[0];
  if (first === undefined || /^direct$/i.test(first)) return null;
  for (const entry of entries) {
    const [kind = '', authority = ''] = entry.split(/\s+/);
    const scheme = schemesOfAnswers[kind.toUpperCase()];
    const address = scheme === undefined ? null : addressOf(`http://${authority}`);
    if (scheme !== undefined && address !== null) return { proxy: proxyAt(scheme, address, null), bypass: [] };
  }
  return { proxy: { scheme: 'unusable', name: first }, bypass: [] };
}

/** By the protocol of an address in the environment. Names are resolved by the proxy, if it can. */
const schemesOfAddresses: Readonly<Record<string, UsableProxy['scheme'] | undefined>> = {
  'http:': 'http',
  'https:': 'https',
  'socks:': 'socks5',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
  'socks4:': 'socks4',
  'socks4a:': 'socks4a',
};

/**
 * The environment's proxy, variables in upper or lower case: `HTTPS_PROXY`, else `HTTP_PROXY` or `ALL_PROXY`;
 * `NO_PROXY`. A name there includes its subdomains, as it does for curl, npm and Chromium.
 */
export function proxyOfEnvironment(env: Readonly<Record<string, string | undefined>>): SystemProxy | null {
  const value = (name: string): string => (env[name] ?? '').trim() || (env[name.toLowerCase()] ?? '').trim();
  const name = ['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].find((each) => value(each) !== '');
  if (name === undefined) return null;
  const bypass = value('NO_PROXY')
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .flatMap((each) => (/^[.*[]/.test(each) ? [each] : [each, `.${each}`]));
  return { proxy: proxyOfAddress(value(name)), bypass };
}

/**
 * Chromium answers with the proxies of the environment, but without their logins and exceptions: for the same proxy
 * they are taken from the environment.
 */
export function withEnvironment(answered: SystemProxy | null, environment: SystemProxy | null): SystemProxy | null {
  if (answered === null || environment === null) return answered ?? environment;
  const [one, other] = [answered.proxy, environment.proxy];
  if (one.scheme === 'unusable' || other.scheme === 'unusable') return answered;
  const isSame = one.host.toLowerCase() === other.host.toLowerCase() && one.port === other.port;
  return isSame ? { proxy: { ...one, login: other.login }, bypass: environment.bypass } : answered;
}

function proxyOfAddress(text: string): SystemProxy['proxy'] {
  const address = addressOf(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);
  const scheme = address === null ? undefined : schemesOfAddresses[address.protocol];
  // Anything before an @ may be a password.
  if (address === null || scheme === undefined) return { scheme: 'unusable', name: text.replace(/[^/]*@/, '') };
  const { username, password } = address;
  return proxyAt(scheme, address, username === '' ? null : { user: decoded(username), password: decoded(password) });
}

const defaultPorts: Readonly<Record<UsableProxy['scheme'], number>> = {
  http: 80,
  https: 443,
  socks5: 1080,
  socks4a: 1080,
  socks4: 1080,
};

function proxyAt(scheme: UsableProxy['scheme'], address: URL, login: UsableProxy['login']): UsableProxy {
  // An `http:` address leaves out its usual port.
  const port = address.port === '' ? defaultPorts[scheme] : Number(address.port);
  return { scheme, host: address.hostname.replace(/^\[|\]$/g, ''), port, login };
}

/** Unchanged when it is not valid encoded text: a password may contain a bare `%`. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function addressOf(text: string): URL | null {
  try {
    const address = new URL(text);
    return address.hostname === '' ? null : address;
  } catch {
    return null;
  }
}
