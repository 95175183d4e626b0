// The window's own URL: the only origin that may send messages to main, and the only one that is ever loaded. Decides
// which messages come from it.
import { type FramedEvent, mainFrameAddress } from '../compat';

export const appScheme = 'app';
/** Audio and video of blobs; only a player may load them. */
export const mediaScheme = 'stowage-media';
export const appOrigin = 'app://stowage';
export const appStartUrl = `${appOrigin}/index.html`;

/** Whether an address belongs to the app's own window. */
export function isAppAddress(address: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  return url.protocol === `${appScheme}:` && url.host === 'stowage' && url.username === '' && url.password === '';
}

/** Whether an address is that of the page that a window starts with, whatever its query. */
export function isAppStart(address: string): boolean {
  return isAppAddress(address) && new URL(address).pathname === new URL(appStartUrl).pathname;
}

/**
 * Decides whether an ipc message came from the app's own page: from the main frame, at the app's address. The caller
 * decides whether the contents are those of a window of ours.
 */
export function isFromOwnPage(event: FramedEvent): boolean {
  const address = mainFrameAddress(event);
  return address !== null && isAppAddress(address);
}
