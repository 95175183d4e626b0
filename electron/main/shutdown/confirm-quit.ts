// Asks the question before quitting, in a native dialog.
import { type BrowserWindow, type MessageBoxOptions, dialog } from 'electron';
import type { QuitPrompt } from './quit-prompt';

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
