// The component library places popovers when the window is resized. Panels that follow the size a frame later may move
// the button under a popover once more, so the resize event is sent again when all of them have settled.

/** Listens until the returned function is called. */
export function reportSettledSize(target: Window): () => void {
  let frame = 0;
  let own: Event | null = null;
  const notify = (): void => {
    own = new Event('resize');
    target.dispatchEvent(own);
  };
  const onResize = (event: Event): void => {
    if (event === own) return;
    target.cancelAnimationFrame(frame);
    // One frame for the resize observers, one for what they draw.
    frame = target.requestAnimationFrame(() => {
      frame = target.requestAnimationFrame(notify);
    });
  };
  target.addEventListener('resize', onResize);
  return () => {
    target.cancelAnimationFrame(frame);
    target.removeEventListener('resize', onResize);
  };
}
