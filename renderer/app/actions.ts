// What a person can make the window do from anywhere: one list for menu commands, shortcuts and the palette.
import type { AppCommand } from '@shared/ipc/window-api';
import { askFor } from './ask-store';
import { askToClose } from './closing';
import { setPalette, togglePart } from './layout-store';
import { openTab, tabId, useTabs } from './tabs-store';
import { startTour } from './tour/tour-store';

/** Runs a command of the application menu. */
export function runCommand(command: AppCommand): void {
  switch (command) {
    case 'tour':
      startTour('by-hand');
      break;
    case 'settings':
      openTab({ kind: 'settings' });
      break;
    case 'palette':
      setPalette('open');
      break;
    case 'new-connection':
      askFor({ ask: 'add' });
      break;
    case 'close-tab': {
      const { activeId } = useTabs.getState();
      if (activeId !== null) askToClose((tab) => tabId(tab) === activeId);
      break;
    }
    case 'toggle-sidebar':
      togglePart('sidebar');
      break;
    case 'toggle-dock':
      togglePart('dock');
      break;
    case 'table-jobs':
      openTab({ kind: 'table-jobs' });
      break;
    case 'monitor':
      openTab({ kind: 'monitor' });
      break;
  }
}
