// Asks the question before the app ends, in the system's own words and place.
import { type BrowserWindow, type MessageBoxOptions, dialog } from 'electron';
import type { QuitQuestion } from './quit-question';

/** @param window the question belongs to it; null when there is none */
export async function askBeforeQuit(
  window: BrowserWindow | null,
  { message, detail, buttons }: QuitQuestion,
): Promise<'quit' | 'keep'> {
  const options: MessageBoxOptions = {
    type: 'question',
    message,
    detail,
    buttons: [...buttons],
    // Escape and a quick Enter both keep what runs.
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  // A question in a window that nobody sees would never be answered.
  if (window?.isMinimized()) window.restore();
  window?.show();
  const { response } = await (window === null
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response === 0 ? 'quit' : 'keep';
}
