// Handles a window whose page does not respond to closing: a person decides, instead of a window that never closes.
import type { BrowserWindow } from 'electron';

/** Quitting again has no effect while the app is quitting, so a person who tries is asked again. */
const retryAfterMs = 10_000;

/** `isClosing`: the window was asked to close, and its page has not refused. */
export function watchHung(
  window: Pick<BrowserWindow, 'on' | 'destroy' | 'isDestroyed'>,
  isClosing: () => boolean,
  prompt: () => Promise<'close' | 'wait'>,
): void {
  let isAsking = false;
  // The page may have recovered meanwhile, and stay open for its staged edits.
  const isHung = (): boolean => isClosing() && !window.isDestroyed();
  const settle = async (): Promise<void> => {
    while (isHung()) {
      // A question that cannot be asked is asked again.
      if ((await prompt().catch(() => 'wait')) === 'close') {
        if (isHung()) window.destroy();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
    }
  };
  // A page that does not answer is reported as unresponsive after five seconds.
  window.on('unresponsive', () => {
    if (isAsking || !isHung()) return;
    isAsking = true;
    void settle().finally(() => (isAsking = false));
  });
}
