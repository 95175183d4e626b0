// Events of the running app that ask it to open something: links and files from the system, a second start, a click on
// its icon.
import type { App } from 'electron';
import type { Ending } from '../ending/ending';
import { opensOf } from './asked-things';
import { type OpenedThings, handedOver } from './opened-things';
import type { SecondStarts } from './second-starts';
import type { Windows } from '../windows/windows';

/** Electron's app, as far as others ask it to open something. */
export type OpeningApp = Pick<App, 'on'>;

export function listenToOpenings(
  app: OpeningApp,
  starts: SecondStarts,
  openedThings: OpenedThings,
  windows: Pick<Windows, 'showFront' | 'tell' | 'openKept'>,
  ending: Pick<Ending, 'hasBegun' | 'startAgain'>,
): void {
  openedThings.listen(() => {
    if (ending.hasBegun()) return;
    windows.showFront();
    windows.tell({ stowage: 'opened' }, 'front');
  });
  starts.listen((data) => {
    const handed = handedOver.safeParse(data);
    const opens = handed.success ? opensOf(handed.data.opens, '/') : [];
    // When the engine is gone the app is about to quit, and a new window would be closed with it.
    if (ending.hasBegun()) {
      ending.startAgain(opens);
      return;
    }
    openedThings.offer(opens);
    windows.showFront();
  });
  app.on('activate', () => {
    if (!ending.hasBegun()) windows.openKept();
  });
}
