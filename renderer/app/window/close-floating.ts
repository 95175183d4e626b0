// What floats over a tab (a list, a menu, a small panel) goes when another tab comes to the front by a key: it would
// stay, over nothing it belongs to, and keep everything else out of reach.
import { useTabs } from '../tabs/tabs-store';

/** Tips go by themselves. */
const floating = '[data-rac][data-placement]:not([role="tooltip"])';

/** Returns how to stop. */
export function closeFloatingWithTab({ document, KeyboardEvent }: Window & typeof globalThis): () => void {
  return useTabs.subscribe(({ activeId }, before) => {
    if (activeId === before.activeId) return;
    for (const element of document.querySelectorAll(floating)) {
      // Escape lets the component that opened it close it in its own way.
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }));
    }
  });
}
