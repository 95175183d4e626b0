// Whether the user has just done something in a window: actions that open windows or start drags require it, so that a
// page cannot do them unprompted, or many times over.
import type { WebContents } from 'electron';

export interface UserInput {
  /** A mouse button is held down. */
  isPressed(): boolean;
  /** Whether the user pressed a key or a button not long ago, and not for this act before. */
  take(action: string): boolean;
}

const recentMs = 10_000;
const presses: ReadonlySet<string> = new Set(['mouseDown', 'rawKeyDown', 'keyDown', 'touchStart', 'gestureTap']);

export function watchUserInput(
  contents: Pick<WebContents, 'on'>,
  now: () => number = () => performance.now(),
): UserInput {
  let pressedAtMs = Number.NEGATIVE_INFINITY;
  let isPressed = false;
  const taken = new Set<string>();
  contents.on('input-event', (_event, { type }) => {
    if (type === 'mouseUp') isPressed = false;
    if (!presses.has(type)) return;
    if (type === 'mouseDown') isPressed = true;
    pressedAtMs = now();
    taken.clear();
  });
  return {
    isPressed: () => isPressed,
    take: (action) => {
      if (taken.has(action) || !(isPressed || now() - pressedAtMs < recentMs)) return false;
      taken.add(action);
      return true;
    },
  };
}
