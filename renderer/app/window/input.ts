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

/**
 * Ctrl+A selects all rows of a list or all of a text; elsewhere it would paint whatever text of the window can be
 * selected. Called after everything else has had the key. Returns how to stop.
 */
export function keepSelectAllFromPainting(target: Window): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    const isSelectAll = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'a';
    if (!isSelectAll || event.defaultPrevented || isTypedInto(event.target)) return;
    event.preventDefault();
    const selection = target.getSelection();
    const text = textAt(selection?.anchorNode ?? null, event.target);
    if (text !== null) selection?.selectAllChildren(text);
  };
  target.addEventListener('keydown', onKeyDown);
  return () => target.removeEventListener('keydown', onKeyDown);
}

/** The whole of the selectable text that was clicked last, if the focus is around it. */
function textAt(clicked: Node | null, focused: EventTarget | null): Element | null {
  if (clicked === null || !(focused instanceof Element) || !focused.contains(clicked)) return null;
  let text: Element | null = null;
  let element = clicked instanceof Element ? clicked : clicked.parentElement;
  for (; element !== null && getComputedStyle(element).userSelect === 'text'; element = element.parentElement) {
    text = element;
  }
  return text;
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
