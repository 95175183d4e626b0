// Which names the window's network stack may resolve: none but that of the server whose script says which proxy to take.

/**
 * For Chromium's switch `host-resolver-rules`.
 * @param pacAddress of the switch `proxy-pac-url`; empty where it was not given
 */
export function resolverRules(pacAddress: string): string {
  const nobody = 'MAP * ~NOTFOUND';
  try {
    return `${nobody} , EXCLUDE ${new URL(pacAddress).hostname}`;
  } catch {
    return nobody;
  }
}
