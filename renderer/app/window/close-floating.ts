// Closes what floats over a tab (a list, a menu, a small panel) when another tab is brought to the front by a key:
// otherwise it would stay over unrelated content and make everything else unreachable.
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
