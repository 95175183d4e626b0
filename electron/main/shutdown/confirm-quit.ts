// The native dialogs before quitting and before closing a window that does not respond.
import { type BrowserWindow, type MessageBoxOptions, dialog } from 'electron';
import type { QuitPrompt } from './quit-prompt';
import { t } from '@shared/strings/t';

/** @param window the parent of the dialog; null when there is none */
export async function confirmQuit(
  window: BrowserWindow | null,
  { message, detail, buttons }: QuitPrompt,
): Promise<'quit' | 'keep'> {
  const options: MessageBoxOptions = {
    type: 'question',
    message,
    detail,
    buttons: [...buttons],
    // Escape and an accidental Enter keep everything running.
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  // A dialog in an invisible window could never be answered.
  if (window?.isMinimized()) window.restore();
  window?.show();
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response === 0 ? 'quit' : 'keep';
}

/** Prompts for what to do with a window whose page does not respond to closing; nothing in it can be used then. */
export async function promptWhenHung(window: BrowserWindow): Promise<'close' | 'wait'> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: t`The window does not respond`,
    detail: t`It may be busy. If you close it now, the latest typing and staged changes are lost.`,
    buttons: [t`Close window`, t`Wait`],
    // Escape and an accidental Enter give the page a chance to recover.
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  });
  return response === 0 ? 'close' : 'wait';
}
