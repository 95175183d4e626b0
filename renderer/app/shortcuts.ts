// The keyboard of the whole window. The application menu shows the same keys; whoever handles one first stops it.
import { runCommand } from './actions';
import { selectTab, stepTab, tabId, useTabs } from './tabs-store';

const letters: Readonly<Record<string, Parameters<typeof runCommand>[0]>> = {
  k: 'palette',
  w: 'close-tab',
  b: 'toggle-sidebar',
  j: 'toggle-dock',
  n: 'new-connection',
  ',': 'settings',
};

const shiftedLetters: typeof letters = { m: 'monitor', j: 'table-jobs' };

/** Listens until the returned function is called. */
export function listenForShortcuts(target: Window): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey) return;
    if (event.ctrlKey && event.key === 'Tab') stepTab(event.shiftKey ? 'previous' : 'next');
    else if (event.ctrlKey && event.key === 'PageDown') stepTab('next');
    else if (event.ctrlKey && event.key === 'PageUp') stepTab('previous');
    else if (!(event.ctrlKey || event.metaKey) || !handleCommand(event)) return;
    event.preventDefault();
  };
  target.addEventListener('keydown', onKeyDown);
  return () => target.removeEventListener('keydown', onKeyDown);
}

function handleCommand(event: KeyboardEvent): boolean {
  const key = event.key.toLowerCase();
  if (event.shiftKey) {
    const shifted = shiftedLetters[key];
    if (shifted !== undefined) runCommand(shifted);
    return shifted !== undefined;
  }
  const command = letters[key];
  if (command !== undefined) {
    runCommand(command);
    return true;
  }
  const tab = /^[1-9]$/.test(key) ? useTabs.getState().tabs[Number(key) - 1] : undefined;
  if (!tab) return false;
  selectTab(tabId(tab));
  return true;
}
