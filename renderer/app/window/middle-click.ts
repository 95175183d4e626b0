// On Linux, a middle click pastes the selection of any program: into the grid, which would start an import of the
// pasted rows, although the person only meant to close a tab. Allows it only where text is typed.

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
