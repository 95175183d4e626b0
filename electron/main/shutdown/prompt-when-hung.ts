// Asks what to do with a window whose page does not respond to closing; nothing in it can be used then.
import { type BrowserWindow, dialog } from 'electron';
import { t } from '@shared/strings/t';

export async function promptWhenHung(window: BrowserWindow): Promise<'close' | 'wait'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: t`The window does not answer`,
    detail: t`It may still be busy. Closed now, it loses what was typed or staged last.`,
    buttons: [t`Close the window`, t`Wait`],
    // Escape and an accidental Enter give the page a chance to recover.
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0 ? 'close' : 'wait';
}
