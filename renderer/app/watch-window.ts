// The subscriptions of a window for as long as it is open, whatever its tabs show.
import { call, onAppCommand, onLanguageChange } from '@renderer/bridge';
import { shareClipboard } from '@renderer/features/blobs';
import { loadNames, refreshConnection, useConnectionState, watchConnections } from '@renderer/features/connections';
import {
  announceInterruptedMoves,
  announceTableJobs,
  listenToOtherWindows,
  notifyTablesOfJobs,
} from '@renderer/features/tables';
import { noteUse, wasUsedLast } from '@renderer/storage/this-window';
import { goToTab, runCommand } from './actions';
import { guardWindow, loadInLanguage } from './closing/closing';
import { takeDroppedQueries, watchOpenings } from './openings/openings-store';
import { openJob, openTab } from './tabs/tabs-store';
import { reportSetAside } from './report-set-aside';
import {
  closeFloatingWithTab,
  keepMiddleClickFromPasting,
  keepSelectAllFromPainting,
  leaveKeysToInputMethod,
} from './window/input';
import { keepFocus } from './window/keep-focus';
import { keepPressOfMovedButton } from './window/keep-press';
import { giveRowsRoom, giveTabsRoom } from './window/window-size';
import { isTransfer } from '@shared/jobs/kinds';
import type { Job } from '@shared/model/job';
import { liveJobs } from '@renderer/live/jobs';
import { doneMessage } from '@renderer/features/activity';
import { noteMessage } from '@renderer/ui';
import { closeDockAfterWork, showDock, useLayout } from './layout-store';
import { type CommandId, type WindowCommand, windowCommands } from '@shared/keyboard/commands';
import { commandOfKeys } from '@renderer/keys/keys';
import { watchLabRuns } from '@renderer/features/lab';

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
    keepSelectAllFromPainting(window),
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
    announceTableJobs(openJob, wasUsedLast),
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

/** Waits for the connections, or for the failure to load them. Returns a function that stops waiting. */
export function reportWhenDrawn(target: Window): () => void {
  let isReported = false;
  const check = ({ connections, error }: ReturnType<typeof useConnectionState.getState>): void => {
    if (isReported || (connections === undefined && error === null)) return;
    isReported = true;
    // The frame that is being made has them; the one after it comes when they are on the screen.
    target.requestAnimationFrame(() => target.requestAnimationFrame(report));
  };
  const stop = useConnectionState.subscribe(check);
  check(useConnectionState.getState());
  return stop;
}

function report(): void {
  // Main waits only for a while, also without this.
  call('windows.drawn', {}).catch(() => undefined);
}

// Opens the dock when a transfer begins, so that the user sees what was just started, and for all that an earlier start
// of the app left unfinished; closes it when all is done. A new job on a table shows its progress where it is started.

const settled: ReadonlySet<Job['state']> = new Set(['done', 'failed', 'cancelled']);
/** Long enough to see how it ended. */
const closeAfterMs = 10_000;

/** Follows the jobs until the returned function is called. */
export function openDockForWork(): () => void {
  /** Jobs that ran, waited or were paused since the dock last closed. */
  const work = new Set<string>();
  let closing: ReturnType<typeof setTimeout> | null = null;
  // A pointer that only rests where the dock opened does not use it.
  let pointedAtMs = Number.NEGATIVE_INFINITY;
  const point = ({ target, timeStamp }: Event): void => {
    if (target instanceof Element && target.closest('[data-activity]') !== null) pointedAtMs = timeStamp;
  };
  for (const type of ['pointermove', 'wheel']) document.addEventListener(type, point, { passive: true });
  const close = (): void => {
    const isInUse =
      performance.now() - pointedAtMs < closeAfterMs || document.querySelector('[data-activity]:focus-within') !== null;
    closing = isInUse ? setTimeout(close, closeAfterMs) : null;
    if (isInUse) return;
    closeDockAfterWork();
    const done = liveJobs.store.getState().transfers.filter(({ id, state }) => work.has(id) && state === 'done');
    if (done.length > 0 && useLayout.getState().dock === 'closed') noteMessage({ tone: 'good', ...doneMessage(done) });
    work.clear();
  };
  const follow = (jobs: readonly Job[], before: readonly Job[] | null): void => {
    if (hasNewWork(before, jobs.filter(opensDock))) showDock();
    for (const { id, state } of jobs) if (!settled.has(state)) work.add(id);
    const isOver = work.size > 0 && jobs.every((job) => !work.has(job.id) || isDone(job));
    if (isOver) closing ??= setTimeout(close, closeAfterMs);
    else if (closing !== null) {
      clearTimeout(closing);
      closing = null;
    }
  };
  const release = liveJobs.retain();
  const stop = liveJobs.store.subscribe(({ jobs }, before) => {
    if (jobs !== before.jobs) follow(jobs, before.status === 'waiting' ? null : before.jobs);
  });
  // Others may have followed them before.
  follow(liveJobs.store.getState().jobs, null);
  return () => {
    stop();
    release();
    if (closing !== null) clearTimeout(closing);
    for (const type of ['pointermove', 'wheel']) document.removeEventListener(type, point);
  };
}

/** A job on a table that is first seen at rest was left by an earlier start of the app. */
function opensDock(job: Job): boolean {
  return isTransfer(job) || job.state === 'interrupted' || job.state === 'paused';
}

/** Ended with nothing that needs attention. */
function isDone(job: Job): boolean {
  return job.state === 'cancelled' || (job.state === 'done' && (!isTransfer(job) || job.failedCount === 0));
}

/** In the first list only jobs that have not ended count as new; later every job that was not in the list before does. */
export function hasNewWork(before: readonly Job[] | null, now: readonly Job[]): boolean {
  if (before === null) return now.some(({ state }) => !settled.has(state));
  const known = new Set(before.map(({ id }) => id));
  return now.some(({ id }) => !known.has(id));
}

/** Listens until the returned function is called. */
export function listenForShortcuts(target: Window): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const command = commandOfKeys(event);
    if (command !== undefined && isOfWindow(command)) runCommand(command);
    else if (isTabNumber(event)) goToTab(Number(event.key));
    else return;
    event.preventDefault();
  };
  target.addEventListener('keydown', onKeyDown);
  return () => target.removeEventListener('keydown', onKeyDown);
}

function isOfWindow(command: CommandId): command is WindowCommand {
  return command in windowCommands;
}

function isTabNumber({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && /^[1-9]$/.test(key);
}

/** Reads the names anew whenever such a job comes to a rest, until the returned function is called. */
function showMadeTables(): () => void {
  const release = liveJobs.retain();
  const stop = liveJobs.store.subscribe(({ jobs }, before) => {
    if (jobs === before.jobs || before.status === 'waiting') return;
    const earlier = new Map(before.jobs.map(({ id, state }) => [id, state]));
    const rested = jobs.filter(
      ({ id, kind, state }) =>
        (kind === 'table-copy' || kind === 'rename') && state !== 'running' && state !== earlier.get(id),
    );
    for (const connectionId of new Set(rested.map((job) => job.connectionId))) void loadNames(connectionId, 'tables');
  });
  const stopLab = watchLabRuns((connectionId) => void refreshConnection(connectionId));
  return () => {
    stop();
    stopLab();
    release();
  };
}
