// What main does to the page of a window that may be gone by then: loading it, and sending notices to it.
import type { BrowserWindow, WebContents } from 'electron';
import { detailOf } from '@shared/ipc/describe-bug';
import type { WindowNotice } from '@shared/ipc/window-api';
import { windowChannels } from '@shared/ipc/window-channels';

/** Electron's code for a load that gave way to another one, or that the page prevented because of staged changes. */
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
 * Does nothing when the page is gone: Electron throws once the contents or their frame are destroyed. A page that is
 * loaded anew reads the current state.
 */
export function sendNotice(contents: Pick<WebContents, 'send'>, notice: WindowNotice): void {
  try {
    contents.send(windowChannels.notice, notice);
  } catch {
    // Nobody is there to receive it.
  }
}
