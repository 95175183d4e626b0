// What the open tabs of one kind restore after a restart, stored as text for this window alone.
import { keepText, readText } from './saved';
import { isOwnKey, ownKey } from './this-window';

/** `name` is that of the table or container. */
export interface TabMemory {
  /** The raw stored value, also for a tab that moves to another window; null for nothing. */
  text(connectionId: string, name: string): string | null;
  /** If the storage is full, the previous value stays. */
  put(connectionId: string, name: string, text: string): void;
  forget(connectionId: string, name: string): void;
  /** A page that was killed may have left something of a tab that was closed: opened anew, it would not be new. */
  forgetBut(open: readonly { readonly connectionId: string; readonly name: string }[]): void;
}

export function tabMemory(kind: string): TabMemory {
  const prefix = `${kind}:`;
  const keyOf = (connectionId: string, name: string): string =>
    ownKey(`${prefix}${JSON.stringify([connectionId, name])}`);
  return {
    text: (connectionId, name) => readText(keyOf(connectionId, name)),
    put: (connectionId, name, text) => void keepText(keyOf(connectionId, name), text),
    forget: (connectionId, name) => localStorage.removeItem(keyOf(connectionId, name)),
    forgetBut: (open) => {
      const stay = new Set(open.map(({ connectionId, name }) => keyOf(connectionId, name)));
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(prefix) && isOwnKey(key) && !stay.has(key)) localStorage.removeItem(key);
      }
    },
  };
}
