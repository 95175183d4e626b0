// The window's own URL: the only origin that may talk to main, and the only one that is ever loaded.

export const appScheme = 'app';
/** Sound and films of blobs; nothing but a player may load it. */
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
