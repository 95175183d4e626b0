// What a person can make the window do from anywhere: one list for menu commands, shortcuts and the palette.
import type { AppCommand } from '@shared/ipc/window-api';
import { currentSettings, writeSettings } from '@renderer/bridge';
import { showToast } from '@renderer/ui';
import { askFor } from './ask-store';
import { setPalette, togglePart } from './layout-store';
import { closeTab, openTab, useTabs } from './tabs-store';
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
      if (activeId !== null) closeTab(activeId);
      break;
    }
    case 'toggle-sidebar':
      togglePart('sidebar');
      break;
    case 'toggle-dock':
      togglePart('dock');
      break;
    case 'monitor':
      openTab({ kind: 'monitor' });
      break;
  }
}

/** Light becomes dark and back, whatever the system says. */
export async function switchTheme(to?: 'light' | 'dark'): Promise<void> {
  const isDark = document.documentElement.dataset.theme === 'dark';
  await writeSettings({ theme: to ?? (isDark ? 'light' : 'dark') });
}

export async function switchTimeZone(): Promise<void> {
  await writeSettings({ timeZone: currentSettings().timeZone === 'utc' ? 'local' : 'utc' });
}

/** Runs a settings change and says so when it could not be kept. */
export function keepOrSay(change: Promise<void>): void {
  change.catch(() => showToast({ tone: 'bad', title: 'The setting could not be kept' }));
}
