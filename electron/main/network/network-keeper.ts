// Stores the network settings in a file and the proxy's password among the secrets; knows the current route.
import { type NetworkRoute, type NetworkSettings, defaultNetwork, networkSettings } from '@shared/model/network';
import { directRoute } from '@shared/model/network-way';
import { t } from '@shared/strings/t';
import { detailOf } from '@shared/ipc/describe-bug';
import { openPersistedValue } from '../persisted/persisted-value';
import type { SecretStore } from '../persisted/secrets';
import {
  type SystemProxy,
  proxyName,
  proxyOfAnswer,
  proxyOfEnvironment,
  routeOf,
  withEnvironment,
} from '../../network/route';
import type { Session } from 'electron';

export interface NetworkKeeper {
  read(): Promise<{
    readonly settings: NetworkSettings;
    readonly password: 'kept' | 'none';
    readonly system: { readonly name: string; readonly isUsable: boolean } | null;
  }>;
  /**
   * `password`: undefined keeps the stored one if the proxy is the one that it was entered for, null removes it.
   * Resolves when the new route is in effect.
   */
  apply(settings: NetworkSettings, password: string | null | undefined): Promise<void>;
  /** Creates the route from the stored settings, before the first engine starts. */
  open(): Promise<void>;
  route(): NetworkRoute;
}

export interface NetworkKeeperOptions {
  readonly path: string;
  readonly secrets: SecretStore;
  /** The system's current proxy setting. */
  readonly system: () => Promise<SystemProxy | null>;
  readonly now: () => Date;
  readonly log: (line: string) => void;
}

const passwordId = 'network:proxy-password';

export function openNetworkKeeper(options: NetworkKeeperOptions): NetworkKeeper {
  const { path, secrets } = options;
  let route = directRoute;

  const persisted = openPersistedValue({
    path,
    schema: networkSettings,
    empty: defaultNetwork,
    now: options.now,
    onDamaged: (copy) => options.log(`The network settings were set aside as ${copy}.`),
  });
  /** Unusable when it cannot be determined: the app starts all the same, and nothing gets past a proxy unnoticed. */
  const system = async (): Promise<SystemProxy | null> => {
    try {
      return await options.system();
    } catch (thrown) {
      options.log(`The system's proxy could not be found out: ${detailOf(thrown)}`);
      return { proxy: { scheme: 'unusable', name: t`the system’s proxy` }, bypass: [] };
    }
  };
  const renew = async (settings: NetworkSettings): Promise<void> => {
    const usesSystemProxy = settings.proxy.mode === 'system';
    route = routeOf(settings, await secrets.read(passwordId), usesSystemProxy ? await system() : null);
  };

  return {
    route: () => route,
    open: async () => renew(await persisted.read()),
    read: async () => {
      const [settings, password, found] = await Promise.all([persisted.read(), secrets.read(passwordId), system()]);
      return {
        settings,
        password: password === null ? 'none' : 'kept',
        system: found === null ? null : { name: proxyName(found.proxy), isUsable: found.proxy.scheme !== 'unusable' },
      };
    },
    apply: async (settings, password) => {
      const isOther = proxyLogin(await persisted.read()) !== proxyLogin(settings);
      // Before the settings: a password must never meet another proxy, even if the app ends in between.
      if (password === null || isOther) await secrets.remove(passwordId);
      await persisted.change(() => networkSettings.parse(settings));
      if (typeof password === 'string') await secrets.write(passwordId, password);
      await renew(settings);
    },
  };
}

/** Who the proxy's password is for; empty where there is no login. */
export function proxyLogin({ proxy }: NetworkSettings): string {
  if (proxy.mode !== 'manual' || proxy.user === '') return '';
  // An HTTP proxy gets it unencrypted, so a password for an HTTPS proxy must not follow to one.
  return JSON.stringify([proxy.scheme, proxy.host.toLowerCase(), proxy.port, proxy.user]);
}

/** The address of an arbitrary account, because proxy settings depend on the address. */
const proxyProbeUrl = 'https://account.blob.core.windows.net/';

export async function systemProxy(
  session: Pick<Session, 'forceReloadProxyConfig' | 'resolveProxy'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SystemProxy | null> {
  // If queried before the PAC script was fetched, Chromium would answer that there is no proxy.
  await session.forceReloadProxyConfig();
  return withEnvironment(proxyOfAnswer(await session.resolveProxy(proxyProbeUrl)), proxyOfEnvironment(env));
}
