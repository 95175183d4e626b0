// The network route of the command line: from its environment, otherwise from the app's settings in the same state
// folder.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type NetworkRoute, defaultNetwork, networkSettings } from '@shared/model/network';
import { proxyOfEnvironment, routeOf } from '../network/route';

/**
 * `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY` with `NO_PROXY` come first; without them the proxy that was configured
 * manually in the app. The app stores that proxy's password where only it can read it, so a proxy that requires a login
 * needs the environment: `http://user:password@host:port`. Authorities of the app and of `NODE_EXTRA_CA_CERTS` are both
 * trusted. The app's switch for working offline is ignored: a command is expected to run.
 */
export async function networkRouteOf(env: NodeJS.ProcessEnv, stateDir: string): Promise<NetworkRoute> {
  const stored = networkSettings.safeParse(jsonOf(await textOf(join(stateDir, 'network.json')))).data ?? defaultNetwork;
  const system = proxyOfEnvironment(env);
  const { proxy } = stored;
  const usesLogin = proxy.mode === 'manual' && proxy.user !== '';
  const route = routeOf(
    {
      access: 'online',
      authorities: stored.authorities,
      // The proxy's password is not available here. With an empty user the proxy reports a missing login instead of a
      // wrong one.
      proxy: system !== null ? { mode: 'system' } : usesLogin ? { ...proxy, user: '' } : proxy,
    },
    null,
    system,
  );
  // Node reads NODE_EXTRA_CA_CERTS only when no authorities are passed explicitly.
  const further = route.authorities.length === 0 ? undefined : await textOf(env.NODE_EXTRA_CA_CERTS ?? '');
  return further === undefined ? route : { ...route, authorities: [...route.authorities, further] };
}

/** Undefined where there is no such file, or it cannot be read. */
async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}
