// Operations on the page of a window that may be gone by then: loading it, sending notices to it, waiting until it has
// drawn.
import type { BrowserWindow, WebContents } from 'electron';
import { detailOf } from '@shared/ipc/describe-bug';
import type { WindowNotice } from '@shared/ipc/window-api';
import { windowChannels } from '@shared/ipc/window-channels';

/**
 * Electron's code for a load that was replaced by another one, or that the page prevented because of staged changes.
 */
const givenUp = 'ERR_ABORTED';

export function loadPage(
  window: Pick<BrowserWindow, 'loadURL' | 'isDestroyed'>,
  address: string,
  log: (line: string) => void,
): void {
  window.loadURL(address).catch((thrown: unknown) => {
    const { code } = thrown as { readonly code?: unknown };
    if (window.isDestroyed() || code === givenUp) return;
    log(`A window could not load its page: ${detailOf(thrown)} ${typeof code === 'string' ? code : ''}`.trimEnd());
  });
}

/**
 * Does nothing when the page is gone: Electron throws once the contents or their frame are destroyed. A page that
 * reloads reads the current state.
 */
export function sendNotice(contents: Pick<WebContents, 'send'>, notice: WindowNotice): void {
  try {
    contents.send(windowChannels.notice, notice);
  } catch {
    // There is no page to receive it.
  }
}

/** Waits until a window has drawn its first content, so that background work does not delay it. */
interface FirstPicture {
  /** A window reports that it is drawn; only the first report counts. */
  readonly drawn: () => void;
  /** Resolves when one was drawn, or after a time limit. */
  readonly seen: Promise<void>;
}

/** `limitMs`: from now, when no window reports. */
export function awaitFirstPicture(limitMs = 10_000): FirstPicture {
  let drawn = (): void => undefined;
  const seen = new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, limitMs);
    drawn = () => {
      clearTimeout(limit);
      resolve();
    };
  });
  return { drawn: () => drawn(), seen };
}
