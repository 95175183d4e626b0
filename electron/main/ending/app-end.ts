// How the app ends: what asks for it, the question to a person while work is under way, and the order in which everything
// is put away.
import type { Work } from '../desktop/work';
import { type EndSources, listenToEndEvents } from './end-events';
import { type Ending, createEnding } from './ending';
import { type QuitQuestion, createQuitGuard, quitQuestionOf } from './quit-question';

/** `Window`: what the host knows a window by. */
export interface AppEndOptions<Window> extends Omit<EndSources, 'app'> {
  readonly app: EndSources['app'] & { exit(code: number): void };
  /** Resolves to whether the person wants to end the app; asked in this window, null for none. */
  readonly ask: (closing: Window | null, question: QuitQuestion) => Promise<'quit' | 'keep'>;
  /** The one that has the keyboard; null while none of ours has it. */
  readonly focusedWindow: () => Window | null;
  readonly work: () => readonly Work[];
  /** The one used last; null while there is none. */
  readonly frontWindow: () => Window | null;
  readonly cleanUp: () => Promise<unknown>;
  /** Starts the app once more as soon as this process is gone. */
  readonly relaunch: (opens: readonly string[]) => void;
  readonly log: (line: string) => void;
}

export interface AppEnd<Window> extends Pick<Ending, 'exit' | 'hasBegun' | 'startAgain'> {
  /** Before a window closes. `wait` keeps it open for now: a person is asked first. */
  beforeClose(which: 'last' | 'one of several', window: Window): 'go' | 'wait';
  /** Whether windows close because the app ends. */
  isEnding(): boolean;
  /** Starts to listen to what may end the app. */
  listen(): void;
  /** The person keeps the window open although the app was to end. */
  stay(): void;
}

export function createAppEnd<Window>(options: AppEndOptions<Window>): AppEnd<Window> {
  const { app, process, powerMonitor } = options;
  /** From the moment on at which every window is asked to close. */
  let isEnding = false;
  const quitting = createQuitGuard<Window>({
    question: () => quitQuestionOf(options.work()),
    ask: (question, closing) => options.ask(closing, question),
    quit: () => app.quit(),
  });
  const { cleanUp, relaunch, log } = options;
  const ending = createEnding({ cleanUp, exit: (code) => app.exit(code), relaunch, log });
  return {
    isEnding: () => isEnding,
    // Closing the last window ends the app, except on macOS.
    beforeClose: (which, window) =>
      which === 'last' && process.platform !== 'darwin' ? quitting.beforeQuit(window) : 'go',
    stay: () => {
      quitting.stay();
      isEnding = false;
    },
    ...ending,
    listen: () => {
      listenToEndEvents<Window>({
        ...{ app, process, powerMonitor, quitting },
        window: () => options.focusedWindow() ?? options.frontWindow(),
        ending,
        isEnding: () => isEnding,
        onEnding: () => {
          isEnding = true;
        },
      });
    },
  };
}
