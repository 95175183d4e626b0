// The events that may quit the app (the user, the system, a signal), and the prompts before that.
import type { App, PowerMonitor } from 'electron';
import type { Shutdown } from './shutdown';
import type { QuitGuard } from './quit-prompt';

/** The event sources: Electron's app, the power monitor, the signals of the process. */
export interface EndSources {
  readonly app: Pick<App, 'on' | 'quit' | 'commandLine'>;
  readonly powerMonitor: Pick<PowerMonitor, 'on'>;
  readonly process: Pick<NodeJS.Process, 'on' | 'platform'>;
}

/** How long a window that cannot save its contents may delay quitting when no prompt is shown. */
const windowsLimitMs = 3_000;

/** `Window`: the host's reference to a window. */
export interface EndEventsOptions<Window> extends EndSources {
  readonly quitting: Pick<QuitGuard<Window>, 'beforeQuit' | 'agree'>;
  /** The window in which the user is prompted; null when there is none. */
  readonly window: () => Window | null;
  readonly ending: Shutdown;
  /** Whether quitting was announced: then closing the last window quits the app on every system. */
  readonly isShuttingDown: () => boolean;
  /** Every window is requested to close from now on, or is about to be closed without a prompt. */
  readonly onShutdown: () => void;
}

export function listenToEndEvents<Window>(options: EndEventsOptions<Window>): void {
  const { app, powerMonitor, process, quitting, ending: shutdown, window, isShuttingDown, onShutdown } = options;
  let limit: NodeJS.Timeout | undefined;
  /** Closes the windows, so that pending input is stored, and then everything else. */
  const endUnasked = (): void => {
    if (limit !== undefined) return;
    onShutdown();
    quitting.agree();
    limit = setTimeout(() => shutdown.exit(0), windowsLimitMs);
    app.quit();
  };
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' || isShuttingDown()) app.quit();
  });
  app.on('before-quit', (event) => {
    if (quitting.beforeQuit(window()) === 'wait') event.preventDefault();
    else onShutdown();
  });
  // A shutdown or a log-off does not wait for any app for long.
  const holdShutdown = (event: { preventDefault(): void }): void => {
    event.preventDefault();
    endUnasked();
  };
  // Electron's types do not declare the event's argument.
  powerMonitor.on('shutdown', holdShutdown as () => void);
  app.on('browser-window-created', (_event, window) => window.on('session-end', endUnasked));
  // The same for a terminated process: no prompt is shown; transfers and staged edits are resumed next time.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      // A closed terminal or session signals every process of the app at once. Chromium's processes obey, and Chromium
      // would then kill this one in the middle of its work because it cannot restart its GPU process.
      app.commandLine.appendSwitch('disable-gpu-process-crash-limit');
      endUnasked();
    });
  // Windows are closed by now. The engine and the embedded store must still end properly, even if the user quits again
  // meanwhile.
  app.on('will-quit', (event) => {
    event.preventDefault();
    shutdown.exit(0);
  });
}
