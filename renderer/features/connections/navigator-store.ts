// Which branches of the navigator are open and which row has the focus; open branches survive a restart.
import { create } from 'zustand';
import { embeddedConnectionId } from '@shared/model/connection';
import { connectionRowId, groupRowId, namesAtOnce } from './navigator-rows';

const storageKey = 'navigator:expanded';

interface NavigatorState {
  readonly expanded: ReadonlySet<string>;
  readonly activeId: string | null;
  readonly shown: Readonly<Record<string, number>>;
  /** A row that is to get the keyboard as soon as it is there. */
  readonly focusAsked: string | null;
}

const firstExpanded: readonly string[] = [
  connectionRowId(embeddedConnectionId),
  groupRowId(embeddedConnectionId, 'tables'),
  groupRowId(embeddedConnectionId, 'containers'),
];

function readExpanded(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (Array.isArray(stored)) return new Set(stored.filter((id) => typeof id === 'string'));
  } catch {
    return new Set(firstExpanded);
  }
  return new Set(firstExpanded);
}

export const useNavigator = create<NavigatorState>()(() => ({
  ...{ expanded: readExpanded(), activeId: null, shown: {} },
  focusAsked: null,
}));

/** Opens or closes a branch. */
export function setExpanded(rowId: string, state: 'open' | 'closed'): void {
  const expanded = new Set(useNavigator.getState().expanded);
  if (state === 'open') expanded.add(rowId);
  else expanded.delete(rowId);
  localStorage.setItem(storageKey, JSON.stringify([...expanded]));
  useNavigator.setState({ expanded });
}

/** Shows everything under a connection, as for one that has just been added; with `focus` the keyboard goes there. */
export function revealConnection(connectionId: string, keyboard: 'stays' | 'focus' = 'stays'): void {
  setExpanded(connectionRowId(connectionId), 'open');
  setExpanded(groupRowId(connectionId, 'tables'), 'open');
  setExpanded(groupRowId(connectionId, 'containers'), 'open');
  setActiveRow(connectionRowId(connectionId));
  if (keyboard === 'focus') useNavigator.setState({ focusAsked: connectionRowId(connectionId) });
}

/** The row that was asked for has the keyboard now. */
export function focusTaken(): void {
  useNavigator.setState({ focusAsked: null });
}

export function setActiveRow(activeId: string | null): void {
  useNavigator.setState({ activeId });
}

export function shownNames(groupId: string): number {
  return useNavigator.getState().shown[groupId] ?? namesAtOnce;
}

export function showMoreNames(groupId: string): void {
  useNavigator.setState(({ shown }) => ({
    shown: { ...shown, [groupId]: (shown[groupId] ?? namesAtOnce) + namesAtOnce },
  }));
}
