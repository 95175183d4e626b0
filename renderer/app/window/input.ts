// Prevents unintended effects of input. Leaves keys to an active input method: the Enter that accepts a suggestion
// submits no dialog, and the Escape that rejects one closes none.
import { useTabs } from '../tabs/tabs-store';

/**
 * Call it before anything else listens to keys of the window. Only listeners are passed over: the input method gets the
 * key all the same. Returns how to stop.
 */
export function leaveKeysToInputMethod(target: Window): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.key === 'Process') event.stopImmediatePropagation();
  };
  target.addEventListener('keydown', onKeyDown, { capture: true });
  return () => target.removeEventListener('keydown', onKeyDown, { capture: true });
}

/** Listens until the returned function is called. */
export function keepMiddleClickFromPasting(target: Window): () => void {
  const onMouseUp = (event: MouseEvent): void => {
    if (event.button === 1 && !isTypedInto(event.target)) event.preventDefault();
  };
  target.addEventListener('mouseup', onMouseUp, { capture: true });
  return () => target.removeEventListener('mouseup', onMouseUp, { capture: true });
}

function isTypedInto(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, [contenteditable="true"]') !== null;
}

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
