// Prevents the window from leaving its page: no navigation, no new windows, no webviews, no permissions, no downloads,
// and no request to anything but the app's own files. The engine talks to the service; the window never does.
import type { Session, WebContents } from 'electron';
import { isAppAddress, mediaScheme } from './app-address';

/**
 * Images that the page creates itself, and fonts of the developer tools; the content policy allows the page only the
 * former.
 */
const harmlessData = ['data:image/', 'data:font/'] as const;

/** Whether the window's network stack may fetch an address. */
export function isWindowRequestAllowed(address: string): boolean {
  return (
    isAppAddress(address) ||
    address.startsWith(`${mediaScheme}://`) ||
    address.startsWith('devtools://') ||
    harmlessData.some((prefix) => address.startsWith(prefix))
  );
}

/** Denies every permission and download that could be requested through the session. `allowed`: what it may fetch. */
export function guardSession(session: Session, allowed: (address: string) => boolean = isWindowRequestAllowed): void {
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !allowed(details.url) }));
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  session.on('will-download', (event) => event.preventDefault());
  session.setSpellCheckerEnabled(false);
  // Even when the spell checker is off, its dictionary would be downloaded, and through a proxy that would succeed.
  session.setSpellCheckerLanguages([]);
}

/** Blocks every way to leave the page. */
export function guardContents(contents: WebContents): void {
  const stay = (event: { preventDefault(): void }): void => event.preventDefault();
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-attach-webview', stay);
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
