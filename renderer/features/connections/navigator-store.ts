// Which branches of the navigator are open and which row has the focus; open branches survive a restart.
import { z } from 'zod';
import { create } from 'zustand';
import { keepJson, readJson } from '@renderer/storage/saved';
import { embeddedConnectionId } from '@shared/model/connection';
import { connectionRowId, groupRowId, namesAtOnce } from './navigator-rows';

const storageKey = 'navigator:expanded';
/** Connections that were open before: anything closed under them was closed by the user. */
const knownKey = 'navigator:known';

interface NavigatorState {
  readonly expanded: ReadonlySet<string>;
  readonly activeId: string | null;
  readonly shown: Readonly<Record<string, number>>;
  /** A row that should get the focus as soon as it is rendered. */
  readonly requestedFocus: string | null;
  /** A row that is to come into view as soon as it is there. */
  readonly requestedView: string | null;
}

const firstExpanded: readonly string[] = [connectionRowId(embeddedConnectionId), ...groupRowIds(embeddedConnectionId)];

function readIds(key: string): ReadonlySet<string> | null {
  const ids = readJson(key, z.array(z.string()));
  return ids === undefined ? null : new Set(ids);
}

export const useNavigator = create<NavigatorState>()(() => ({
  expanded: readIds(storageKey) ?? new Set(firstExpanded),
  activeId: null,
  shown: {},
  requestedFocus: null,
  requestedView: null,
}));

/** Opens or closes a branch. */
export function setExpanded(rowId: string, state: 'open' | 'closed'): void {
  setEach([rowId], state);
}

/** Opens or closes a connection. Its groups open with it the first time, and stay from then on as they were left. */
export function setConnectionExpanded(connectionId: string, state: 'open' | 'closed'): void {
  const rowId = connectionRowId(connectionId);
  const known = readIds(knownKey) ?? new Set();
  const isFirst = state === 'open' && !known.has(rowId);
  setEach(isFirst ? [rowId, ...groupRowIds(connectionId)] : [rowId], state);
  if (!known.has(rowId)) keepJson(knownKey, [...known, rowId]);
}

/** Trees on screen: none while the side bar is closed. */
let shownTrees = 0;

/** A tree is on screen until the returned function is called; its pending requests end with it. */
export function treeShown(): () => void {
  shownTrees += 1;
  return () => {
    shownTrees -= 1;
    focusTaken();
  };
}

/**
 * Expands everything under a connection, as for one that has just been added. `focus` moves the focus there, also in a
 * tree that is about to be shown; `focus-if-shown` only if one is shown: later it would take the focus from where the
 * user is.
 */
export function revealConnection(connectionId: string, keyboard: 'stays' | 'focus' | 'focus-if-shown' = 'stays'): void {
  setConnectionExpanded(connectionId, 'open');
  setEach(groupRowIds(connectionId), 'open');
  setActiveRow(connectionRowId(connectionId));
  const rowId = connectionRowId(connectionId);
  const isRequested = keyboard === 'focus' || (keyboard === 'focus-if-shown' && shownTrees > 0);
  useNavigator.setState({ requestedView: rowId, ...(isRequested ? { requestedFocus: rowId } : {}) });
}

function groupRowIds(connectionId: string): readonly string[] {
  return [groupRowId(connectionId, 'tables'), groupRowId(connectionId, 'containers')];
}

function setEach(rowIds: readonly string[], state: 'open' | 'closed'): void {
  const expanded = new Set(useNavigator.getState().expanded);
  for (const rowId of rowIds) {
    if (state === 'open') expanded.add(rowId);
    else expanded.delete(rowId);
  }
  keepJson(storageKey, [...expanded]);
  useNavigator.setState({ expanded });
}

/** The requested row now has the focus. */
export function focusTaken(): void {
  useNavigator.setState({ requestedFocus: null });
}

/** The requested row is now in view. */
export function viewTaken(): void {
  useNavigator.setState({ requestedView: null });
}

export function setActiveRow(activeId: string | null): void {
  useNavigator.setState({ activeId });
}

export function showMoreNames(groupId: string): void {
  useNavigator.setState(({ shown }) => ({
    shown: { ...shown, [groupId]: (shown[groupId] ?? namesAtOnce) + namesAtOnce },
  }));
}
