// What a window observes for as long as it is open, whatever its tabs show.
import { onAppCommand, onLanguageChange } from '@renderer/bridge';
import { shareClipboard } from '@renderer/features/blobs';
import { watchConnections } from '@renderer/features/connections';
import {
  announceInterruptedMoves,
  announceTableJobs,
  listenToOtherWindows,
  notifyTablesOfJobs,
} from '@renderer/features/tables';
import { noteUse, wasUsedLast } from '@renderer/storage/this-window';
import { runCommand } from './actions';
import { guardWindow } from './closing/closing';
import { loadInLanguage } from './closing/load-in-language';
import { openDockForWork } from './dock-for-work';
import { takeDroppedQueries, watchOpenings } from './openings/openings-store';
import { listenForShortcuts } from './shortcuts';
import { showMadeTables } from './show-made-tables';
import { openTab } from './tabs/tabs-store';
import { reportSetAside } from './report-set-aside';
import { closeFloatingWithTab } from './window/close-floating';
import { leaveKeysToInputMethod } from './window/input-method';
import { keepFocus } from './window/keep-focus';
import { keepPressOfMovedButton } from './window/keep-press';
import { giveRowsRoom } from './window/low-window';
import { keepMiddleClickFromPasting } from './window/middle-click';
import { giveTabsRoom } from './window/narrow-window';
import { reportWhenDrawn } from './window/report-drawn';

/** Starts all of it; returns how to stop. */
export function watchWindow(): () => void {
  const connections = new AbortController();
  void watchConnections(connections.signal);
  const stops = [
    // First: it keeps keys from the others.
    leaveKeysToInputMethod(window),
    reportWhenDrawn(window),
    onAppCommand(runCommand),
    listenForShortcuts(window),
    keepMiddleClickFromPasting(window),
    keepPressOfMovedButton(window),
    guardWindow(window),
    onLanguageChange(loadInLanguage),
    watchOpenings(),
    takeDroppedQueries(window),
    noteUse(window),
    giveTabsRoom(window),
    giveRowsRoom(window),
    closeFloatingWithTab(window),
    keepFocus(window),
    openDockForWork(),
    announceTableJobs(() => openTab({ kind: 'table-jobs' }), wasUsedLast),
    showMadeTables(),
    notifyTablesOfJobs(),
    listenToOtherWindows(),
    shareClipboard(),
    reportSetAside(),
  ];
  void announceInterruptedMoves((connectionId, table) => openTab({ kind: 'table', connectionId, table }));
  return () => {
    connections.abort();
    for (const stop of stops) stop();
  };
}
