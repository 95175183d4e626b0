// Which window this page belongs to: several share the browser's storage for the app, but each has separate tabs.
import { keepText, readText } from './saved';

const parameters = new URLSearchParams(window.location.search);

/** `main` for the first one. */
export const windowId = parameters.get('window') ?? 'main';

/** The name under which something of this window alone is remembered. */
export function ownKey(name: string): string {
  return windowId === 'main' ? name : `${name}:${windowId}`;
}

/** Whether something is remembered for this window alone, or for the first one, whose names have no ending. */
export function isOwnKey(key: string): boolean {
  return windowId === 'main' ? !/:w\d+$/.test(key) : key.endsWith(`:${windowId}`);
}

if (parameters.get('start') === 'fresh') {
  // A closed window of the same name may have left a value.
  for (const key of Object.keys(localStorage)) {
    if (windowId === 'main' ? key === 'workspace:tabs' : key.endsWith(`:${windowId}`)) localStorage.removeItem(key);
  }
  // Loaded again, the page is no new window any more.
  parameters.delete('start');
  const query = parameters.toString();
  window.history.replaceState(null, '', `${window.location.pathname}${query === '' ? '' : `?${query}`}`);
}

const lastUsedKey = 'windows:used';

/** From now on it is recorded which window was used last. Returns a function that stops this. */
export function noteUse(target: Window): () => void {
  const note = (): void => void keepText(lastUsedKey, windowId);
  if (target.document.hasFocus()) note();
  // A closed window shows nothing: until another is used, each of the others does.
  const forget = (): void => {
    if (wasUsedLast()) localStorage.removeItem(lastUsedKey);
  };
  target.addEventListener('focus', note);
  target.addEventListener('pagehide', forget);
  return () => {
    target.removeEventListener('focus', note);
    target.removeEventListener('pagehide', forget);
  };
}

/** Whether this is the window that was used last: messages that should appear once are shown here. */
export function wasUsedLast(): boolean {
  return (readText(lastUsedKey) ?? windowId) === windowId;
}
