// Keys that belong to a whole view, wherever in it the focus is. Of two views side by side, only one receives them.
import { createContext, useContext, useEffect, useEffectEvent } from 'react';

const PaneKeys = createContext<'here' | 'elsewhere'>('here');

/** Put around each view: `here` is the one in which a person works, not one beside it or behind it. */
export const PaneKeysProvider = PaneKeys.Provider;

/** Whether the view that asks is the one that keys of the window are meant for. */
export function useHasKeys(): boolean {
  return useContext(PaneKeys) === 'here';
}

/** Hears every key of the window while the view is in front and has the keys. */
export function useWindowKeys(view: 'in-front' | 'behind', onKeyDown: (event: KeyboardEvent) => void): void {
  const hasKeys = useHasKeys();
  const onKey = useEffectEvent(onKeyDown);
  useEffect(() => {
    if (view === 'behind' || !hasKeys) return;
    const listen = (event: KeyboardEvent): void => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [view, hasKeys]);
}
