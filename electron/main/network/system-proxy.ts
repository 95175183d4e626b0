// What the system says of a proxy, by Chromium's answer for the address of any account, or by the environment.
import type { Session } from 'electron';
import { type SystemProxy, proxyOfAnswer, proxyOfEnvironment } from '../../network/route';

/** Any account's address: systems name a proxy by it. */
const asksProxyFor = 'https://account.blob.core.windows.net/';

export async function systemProxy(
  session: Pick<Session, 'forceReloadProxyConfig' | 'resolveProxy'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<SystemProxy | null> {
  // Asked before the script that decides has been fetched, the answer would be that there is no proxy.
  await session.forceReloadProxyConfig();
  return proxyOfAnswer(await session.resolveProxy(asksProxyFor)) ?? proxyOfEnvironment(env);
}
