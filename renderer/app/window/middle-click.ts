// On Linux a middle click pastes what is selected in whatever program: into the grid, which takes pasted rows for an
// import, when a person only closes a tab. Only where text is typed does it paste here.

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
