// What may end the app, and what each asks first: a person, the system, a signal.
import type { App, PowerMonitor } from 'electron';
import type { Ending } from './ending';
import type { QuitGuard } from './quit-question';

/** What says that the app ends: Electron's app, the machine's power, the signals of the process. */
export interface EndSources {
  readonly app: Pick<App, 'on' | 'quit' | 'commandLine'>;
  readonly powerMonitor: Pick<PowerMonitor, 'on'>;
  readonly process: Pick<NodeJS.Process, 'on' | 'platform'>;
}

/** A window that cannot keep what is typed in it holds up the end of an app that nobody asks no longer than this. */
const windowsLimitMs = 3_000;

/** `Window`: what the host knows a window by. */
export interface EndEventsOptions<Window> extends EndSources {
  readonly quitting: Pick<QuitGuard<Window>, 'beforeQuit' | 'agree'>;
  /** The one in which a person is asked; null while there is none. */
  readonly window: () => Window | null;
  readonly ending: Ending;
  /** Whether that has been said: then the app ends with its last window on every system. */
  readonly isEnding: () => boolean;
  /** Every window is asked to close from now on, or is about to be closed unasked. */
  readonly onEnding: () => void;
}

export function listenToEndEvents<Window>(options: EndEventsOptions<Window>): void {
  const { app, powerMonitor, process, quitting, ending, window, isEnding, onEnding } = options;
  let limit: NodeJS.Timeout | undefined;
  /** Windows close by themselves, so that what is being typed in them is staged and kept; then the rest ends. */
  const endUnasked = (): void => {
    if (limit !== undefined) return;
    onEnding();
    quitting.agree();
    limit = setTimeout(() => ending.exit(0), windowsLimitMs);
    app.quit();
  };
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' || isEnding()) app.quit();
  });
  app.on('before-quit', (event) => {
    if (quitting.beforeQuit(window()) === 'wait') event.preventDefault();
    else onEnding();
  });
  // A machine that is switched off, or whose person logs off, waits for nobody for long.
  const holdShutdown = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    endUnasked();
  };
  // Electron's types do not know what it hands over.
  powerMonitor.on('shutdown', holdShutdown as () => void);
  app.on('browser-window-created', (_event, window) => window.on('session-end', endUnasked));
  // Neither does whoever ends the process: nothing is asked, and transfers and what is staged go on the next time.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      // A terminal that is closed, and a session that ends, reach every process of the app at once. Chromium's own heed that, and
      // Chromium would end this one in the middle of everything when it cannot bring back the one that draws.
      app.commandLine.appendSwitch('disable-gpu-process-crash-limit');
      endUnasked();
    });
  // Windows are closed by then; what remains is to end the engine and the embedded store in peace, also where somebody
  // quits once more meanwhile.
  app.on('will-quit', (event) => {
    event.preventDefault();
    ending.exit(0);
  });
}
