// How the app ends: what asks for it, the question to a person while work is under way, and the order in which everything
// is put away.
import { BrowserWindow, app } from 'electron';
import type { Work } from '../desktop/work';
import type { WindowsOptions } from '../windows/windows';
import { askBeforeQuit } from './ask-before-quit';
import { listenToEndEvents } from './end-events';
import { createEnding } from './ending';
import { createQuitGuard, quitQuestionOf } from './quit-question';

export interface AppEndOptions {
  readonly work: () => readonly Work[];
  /** The one used last; null while there is none. */
  readonly frontWindow: () => BrowserWindow | null;
  readonly cleanUp: () => Promise<unknown>;
  readonly log: (line: string) => void;
}

export interface AppEnd extends Pick<WindowsOptions, 'beforeClose' | 'isEnding'> {
  /** Starts to listen to what may end the app. */
  listen(): void;
  /** The person keeps the window open although the app was to end. */
  stay(): void;
  /** Ends the app without a question. */
  readonly exit: (code: number) => void;
}

export function createAppEnd({ work, frontWindow, cleanUp, log }: AppEndOptions): AppEnd {
  /** From the moment on at which every window is asked to close. */
  let isEnding = false;
  const quitting = createQuitGuard<BrowserWindow>({
    question: () => quitQuestionOf(work()),
    ask: (question, closing) => askBeforeQuit(closing, question),
    quit: () => app.quit(),
  });
  const ending = createEnding({ cleanUp, exit: (code) => app.exit(code), log });
  return {
    isEnding: () => isEnding,
    // Closing the last window ends the app, except on macOS.
    beforeClose: (which, window) =>
      which === 'last' && process.platform !== 'darwin' ? quitting.beforeQuit(window) : 'go',
    stay: () => {
      quitting.stay();
      isEnding = false;
    },
    exit: ending.exit,
    listen: () => {
      listenToEndEvents({
        quitting,
        window: () => BrowserWindow.getFocusedWindow() ?? frontWindow(),
        ending,
        isEnding: () => isEnding,
        onEnding: () => {
          isEnding = true;
        },
      });
    },
  };
}
