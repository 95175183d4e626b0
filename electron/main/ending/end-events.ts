// What may end the app, and what each asks first: a person, the system, a signal.
import { type BrowserWindow, app, powerMonitor } from 'electron';
import type { Ending } from './ending';
import type { QuitGuard } from './quit-question';

export interface EndEventsOptions {
  readonly quitting: Pick<QuitGuard<BrowserWindow>, 'beforeQuit' | 'agree'>;
  /** The one in which a person is asked; null while there is none. */
  readonly window: () => BrowserWindow | null;
  readonly ending: Ending;
  /** Whether that has been said: then the app ends with its last window on every system. */
  readonly isEnding: () => boolean;
  /** Every window is asked to close from now on, or is about to be closed unasked. */
  readonly onEnding: () => void;
}

export function listenToEndEvents({ quitting, ending, window, isEnding, onEnding }: EndEventsOptions): void {
  const endUnasked = (): void => {
    onEnding();
    quitting.agree();
  };
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' || isEnding()) app.quit();
  });
  app.on('before-quit', (event) => {
    if (quitting.beforeQuit(window()) === 'wait') event.preventDefault();
    else onEnding();
  });
  // A machine that is switched off waits for nobody.
  powerMonitor.on('shutdown', endUnasked);
  // Neither does whoever ends the process: nothing is asked, and transfers and what is staged go on the next time.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      endUnasked();
      ending.exit(0);
    });
  }
  // Windows are closed by then; what remains is to end the engine and the embedded store in peace.
  app.on('will-quit', (event) => {
    if (ending.begun()) return;
    event.preventDefault();
    ending.exit(0);
  });
}
