// Leaves keys to the input method that takes them: the Enter that accepts a suggestion submits no dialog, and the Escape
// that rejects one closes none.

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
