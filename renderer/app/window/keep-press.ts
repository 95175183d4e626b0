// Completes the press of a button that moves away under the pointer while it is held down, because something appeared
// above it: the browser sees the pointer released elsewhere and reports no click.

/** Moving the pointer further than this cancels the press. */
const stillPx = 4;
/** These open a menu or list on pointer down, and a click would close it again. */
const opensAtOnce = '[aria-haspopup]';
const outOfReach = '[inert], [aria-hidden="true"]';

interface Held {
  readonly button: HTMLElement;
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
}

/** Listens until the returned function is called. */
export function keepPressOfMovedButton(target: Window): () => void {
  let held: Held | null = null;
  const onDown = ({ target: at, button, pointerId, clientX: x, clientY: y }: PointerEvent): void => {
    const pressed = at instanceof Element ? at.closest<HTMLElement>('button') : null;
    held = button !== 0 || pressed === null ? null : { button: pressed, pointerId, x, y };
  };
  const onUp = (event: PointerEvent): void => {
    const was = held;
    if (was === null || was.pointerId !== event.pointerId) return;
    held = null;
    const isStill = Math.hypot(event.clientX - was.x, event.clientY - was.y) <= stillPx;
    if (isStill && hasMovedFrom(was.button, event)) was.button.click();
  };
  const giveUp = (): void => {
    held = null;
  };
  target.addEventListener('pointerdown', onDown, { capture: true });
  // In the bubbling phase: by then the button itself has handled that the pointer left it.
  target.addEventListener('pointerup', onUp);
  target.addEventListener('pointercancel', giveUp, { capture: true });
  return () => {
    target.removeEventListener('pointerdown', onDown, { capture: true });
    target.removeEventListener('pointerup', onUp);
    target.removeEventListener('pointercancel', giveUp, { capture: true });
  };
}

/** Still there to be pressed, and no longer where the pointer is. */
function hasMovedFrom(button: HTMLElement, { target, clientX, clientY }: PointerEvent): boolean {
  if (!button.isConnected || button.matches(opensAtOnce) || button.closest(outOfReach) !== null) return false;
  if (target instanceof Node && button.contains(target)) return false;
  const { left, right, top, bottom } = button.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
