// What floats is placed by the component library when the window changes its size. What follows the size a frame later,
// as a panel that makes room, may move the button under it once more: so the change is told again when all stands.

/** Listens until the returned function is called. */
export function tellSettledSize(target: Window): () => void {
  let frame = 0;
  let own: Event | null = null;
  const tell = (): void => {
    own = new Event('resize');
    target.dispatchEvent(own);
  };
  const onResize = (event: Event): void => {
    if (event === own) return;
    target.cancelAnimationFrame(frame);
    // One frame for what watches sizes, one for what it draws.
    frame = target.requestAnimationFrame(() => {
      frame = target.requestAnimationFrame(tell);
    });
  };
  target.addEventListener('resize', onResize);
  return () => {
    target.cancelAnimationFrame(frame);
    target.removeEventListener('resize', onResize);
  };
}
