// The system's proxy, according to Chromium for the address of any account, or to the environment.
import type { Session } from 'electron';
import { type SystemProxy, proxyOfAnswer, proxyOfEnvironment, withEnvironment } from '../../network/route';

/** The address of an arbitrary account, because proxy settings depend on the address. */
const proxyProbeUrl = 'https://account.blob.core.windows.net/';

export async function systemProxy(
  session: Pick<Session, 'forceReloadProxyConfig' | 'resolveProxy'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SystemProxy | null> {
  // If asked before the PAC script was fetched, Chromium would answer that there is no proxy.
  await session.forceReloadProxyConfig();
  return withEnvironment(proxyOfAnswer(await session.resolveProxy(proxyProbeUrl)), proxyOfEnvironment(env));
}
