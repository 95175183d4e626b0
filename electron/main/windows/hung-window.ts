// A window whose page does not answer whether it may close: a person says it then, instead of a window that stays.
import type { BrowserWindow } from 'electron';

/** Asked to quit once more, an app that quits already does nothing: so whoever waits is asked again. */
const askAgainMs = 10_000;

/** `isClosing`: somebody asked the window to close, and its page has not refused. */
export function watchHung(
  window: Pick<BrowserWindow, 'on' | 'destroy' | 'isDestroyed'>,
  isClosing: () => boolean,
  ask: () => Promise<'close' | 'wait'>,
): void {
  let isAsking = false;
  // It may have come back while a person thought, and stay open for what is staged in it.
  const isHung = (): boolean => isClosing() && !window.isDestroyed();
  const settle = async (): Promise<void> => {
    while (isHung()) {
      if ((await ask()) === 'close') {
        if (isHung()) window.destroy();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  };
  // Without an answer to its closing it is called so after five seconds.
  window.on('unresponsive', () => {
    if (isAsking || !isHung()) return;
    isAsking = true;
    void settle().finally(() => (isAsking = false));
  });
}
