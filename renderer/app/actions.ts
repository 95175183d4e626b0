// The actions that are available everywhere: one list for menu commands, shortcuts and the palette.
import type { WindowCommand } from '@shared/keyboard/commands';
import { t } from '@shared/strings/t';
import { isDialogOpen, showToast, tabElementId } from '@renderer/ui';
import { openDialog } from './dialog-store';
import { requestClose } from './closing/closing';
import { platformHere } from '@renderer/keys/keys';
import { viewActions } from '@renderer/pane/view-actions';
import { toggleHelp } from '@renderer/help/help';
import { setAbout, setPalette, showActivity, togglePart } from './layout-store';
import { beginTour, moveTabToWindow, openWindow } from './other-windows';
import { goToPart } from './window/parts';
import { pickFileToOpen } from './openings/openings-store';
import { saveOrReport, switchTheme, switchTimeZone } from './preferences';
import {
  focusPane,
  moveTab,
  moveTabAcross,
  openTab,
  reopenTab,
  selectTab,
  stepTab,
  tabId,
  useTabs,
} from './tabs/tabs-store';
import { other, paneOf } from './tabs/tab-layout';

const actions: Readonly<Record<WindowCommand, () => void>> = {
  palette: () => unlessPrompted(() => setPalette('open')),
  settings: () => openTab({ kind: 'settings' }),
  shortcuts: () => openTab({ kind: 'shortcuts' }),
  'new-connection': () => unlessPrompted(() => openDialog({ request: 'add' })),
  'new-window': openWindow,
  'open-query': () => unlessPrompted(pickFileToOpen),
  refresh: () => unlessPrompted(refreshView),
  monitor: () => openTab({ kind: 'monitor' }),
  lab: () => openTab({ kind: 'lab' }),
  'table-jobs': showActivity,
  help: () => toggleHelp(),
  about: () => setAbout('versions'),
  'connection-report': () => unlessPrompted(() => openDialog({ request: 'report', connection: null })),
  'fault-log': () => setAbout('fault-log'),
  tour: beginTour,
  'switch-theme': () => saveOrReport(switchTheme()),
  'switch-time-zone': () => saveOrReport(switchTimeZone()),
  'close-tab': () => {
    const { activeId } = useTabs.getState();
    if (activeId !== null) requestClose((tab) => tabId(tab) === activeId);
    // As in other apps of a Mac, where the app itself stays.
    else if (platformHere === 'mac') window.close();
  },
  'reopen-tab': () => {
    if (!reopenTab()) showToast({ tone: 'information', title: t`No recently closed tabs` });
  },
  'next-tab': () => stepTab('next'),
  'previous-tab': () => stepTab('previous'),
  'move-tab-left': () => moveTab('left'),
  'move-tab-right': () => moveTab('right'),
  'split-tab': () => {
    if (useTabs.getState().tabs.length > 1) moveTabAcross();
    else
      showToast({
        tone: 'information',
        title: t`Open another tab first`,
        text: t`Only two tabs can be shown side by side.`,
      });
  },
  'other-pane': () => {
    const side = other(useTabs.getState().layout.focused);
    focusPane(side);
    const { activeId } = paneOf(useTabs.getState().layout, side);
    if (activeId !== null) document.getElementById(tabElementId(activeId))?.focus();
  },
  'tab-to-window': () => moveTabToWindow(useTabs.getState().activeId),
  'toggle-sidebar': () => togglePart('sidebar'),
  'next-part': () => goToPart('next'),
  'previous-part': () => goToPart('previous'),
  'toggle-dock': () => togglePart('dock'),
};

/** The active view reports what it loads. Monitor and jobs are always up to date. */
function refreshView(): void {
  const action = viewActions().find(({ id }) => id === 'refresh');
  if (action === undefined) showToast({ tone: 'information', title: t`Nothing to reload in this view` });
  else if (action.disabledReason === undefined) action.onAction();
  else showToast({ tone: 'information', title: action.disabledReason });
}

/** Only one dialog or menu may trap the focus: it has to close before another opens. */
function unlessPrompted(open: () => void): void {
  if (!isDialogOpen()) open();
}

/** Runs a command, wherever it came from. */
export function runCommand(command: WindowCommand): void {
  actions[command]();
}

/** Returns the tab at a position of the focused pane, counted from 1; undefined if there is none. */
export function goToTab(index: number): void {
  const { layout } = useTabs.getState();
  const tab = paneOf(layout, layout.focused).tabs[index - 1];
  if (tab !== undefined) selectTab(tabId(tab));
}
