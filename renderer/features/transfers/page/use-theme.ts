// The current theme of the window: what is drawn on a canvas must be redrawn when it changes.
import { useSyncExternalStore } from 'react';

/** The document's `data-theme`, followed by the colours that the system forces, if any. */
export function useTheme(): string {
  return useSyncExternalStore(subscribe, theme);
}

const forced = (): MediaQueryList => matchMedia('(forced-colors: active)');

function theme(): string {
  return `${document.documentElement.dataset.theme ?? ''} ${forced().matches ? 'forced' : ''}`;
}

function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const query = forced();
  query.addEventListener('change', onChange);
  return () => {
    observer.disconnect();
    query.removeEventListener('change', onChange);
  };
}
