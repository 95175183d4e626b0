// Things to open that reach the running app: links and files from the system, a second start of the app, a click on its
// icon.
import { app } from 'electron';
import { opensOf } from './asked-things';
import { type OpenedThings, handedOver } from './opened-things';
import type { Windows } from '../windows/windows';

export function listenToOpenings(openedThings: OpenedThings, windows: Windows): void {
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
