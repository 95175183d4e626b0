// How the app quits: what triggers it, the prompt while work is running, and the order of the shutdown.
import type { Work } from '../desktop/work';
import { type EndSources, listenToEndEvents } from './shutdown-events';
import { type Shutdown, createShutdown } from './shutdown';
import { type QuitPrompt, createQuitGuard, quitPromptOf } from './quit-prompt';

/** `Window`: the host's reference to a window. */
export interface AppEndOptions<Window> extends Omit<EndSources, 'app'> {
  readonly app: EndSources['app'] & { exit(code: number): void };
  /** Resolves to whether the user wants to quit. Shown in this window; null for none. */
  readonly request: (closing: Window | null, prompt: QuitPrompt) => Promise<'quit' | 'keep'>;
  /** The focused window; null when none of ours has the focus. */
  readonly focusedWindow: () => Window | null;
  readonly work: () => readonly Work[];
  /** The most recently used window; null when there is none. */
  readonly frontWindow: () => Window | null;
  readonly cleanUp: () => Promise<unknown>;
  /** Restarts the app as soon as this process has ended. */
  readonly relaunch: (opens: readonly string[]) => void;
  readonly log: (line: string) => void;
}

export interface AppEnd<Window> extends Pick<Shutdown, 'exit' | 'hasBegun' | 'startAgain'> {
  /** Call it before a window closes. `wait` keeps it open for now, because the user is prompted first. */
  beforeClose(which: 'last' | 'one of several', window: Window): 'go' | 'wait';
  /** Whether windows close because the app quits. */
  isShuttingDown(): boolean;
  /** Starts to listen for events that may quit the app. */
  listen(): void;
  /** The user keeps the window open, so the app does not quit. */
  stay(): void;
}

export function createAppEnd<Window>(options: AppEndOptions<Window>): AppEnd<Window> {
  const { app, process, powerMonitor } = options;
  /** True once every window is requested to close. */
  let isShuttingDown = false;
  const quitting = createQuitGuard<Window>({
    prompt: () => quitPromptOf(options.work()),
    request: (prompt, closing) => options.request(closing, prompt),
    quit: () => app.quit(),
  });
  const { cleanUp, relaunch, log } = options;
  const shutdown = createShutdown({ cleanUp, exit: (code) => app.exit(code), relaunch, log });
  return {
    isShuttingDown: () => isShuttingDown,
    // Closing the last window ends the app, except on macOS.
    beforeClose: (which, window) =>
      which === 'last' && process.platform !== 'darwin' ? quitting.beforeQuit(window) : 'go',
    stay: () => {
      quitting.stay();
      isShuttingDown = false;
    },
    ...shutdown,
    listen: () => {
      listenToEndEvents<Window>({
        app,
        process,
        powerMonitor,
        quitting,
        window: () => options.focusedWindow() ?? options.frontWindow(),
        ending: shutdown,
        isShuttingDown: () => isShuttingDown,
        onShutdown: () => {
          isShuttingDown = true;
        },
      });
    },
  };
}
