// The host names that the window's network stack may resolve: only that of the server with the PAC script.

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
