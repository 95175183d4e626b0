// Things to open that reach the running app: links and files from the system, a second start of the app, a click on its
// icon.
import type { App } from 'electron';
import { opensOf } from './asked-things';
import { type OpenedThings, handedOver } from './opened-things';
import type { Windows } from '../windows/windows';

/** Electron's app, as far as others ask it to open something. */
export type OpeningApp = Pick<App, 'on'>;

export function listenToOpenings(
  app: OpeningApp,
  openedThings: OpenedThings,
  windows: Pick<Windows, 'showFront' | 'tell' | 'openKept'>,
): void {
  openedThings.listen(() => {
    windows.showFront();
    windows.tell({ stowage: 'opened' }, 'front');
  });
  app.on('second-instance', (_event, _argv, _cwd, data) => {
    const handed = handedOver.safeParse(data);
    if (handed.success) openedThings.offer(opensOf(handed.data.opens, '/'));
    windows.showFront();
  });
  app.on('activate', windows.openKept);
}
