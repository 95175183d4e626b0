// Events of the running app that request it to open something: links and files from the system, a second instance, a
// click on its icon.
import type { App } from 'electron';
import type { Shutdown } from '../shutdown/shutdown';
import { opensOf } from './pending-opens';
import { type OpenedThings, handedOver } from './opened-things';
import type { SecondStarts } from './second-instance';
import type { Windows } from '../windows/windows';

/** Electron's app, reduced to its events that open something. */
export type OpenEventsApp = Pick<App, 'on'>;

export function listenToOpenings(
  app: OpenEventsApp,
  starts: SecondStarts,
  openedThings: OpenedThings,
  windows: Pick<Windows, 'showFront' | 'notify' | 'restoreWindows'>,
  shutdown: Pick<Shutdown, 'hasBegun' | 'startAgain'>,
): void {
  openedThings.listen(() => {
    if (shutdown.hasBegun()) return;
    windows.showFront();
    windows.notify({ stowage: 'opened' }, 'front');
  });
  starts.listen((data) => {
    const handed = handedOver.safeParse(data);
    const opens = handed.success ? opensOf(handed.data.opens, '/') : [];
    // When the engine is gone the app is about to quit, and a new window would be closed with it.
    if (shutdown.hasBegun()) {
      shutdown.startAgain(opens);
      return;
    }
    openedThings.options(opens);
    windows.showFront();
  });
  app.on('activate', () => {
    if (!shutdown.hasBegun()) windows.restoreWindows();
  });
}
