// Which branches of the navigator are open and which row has the focus; open branches survive a restart.
import { create } from 'zustand';
import { embeddedConnectionId } from '@shared/model/connection';
import { connectionRowId, groupRowId, namesAtOnce } from './navigator-rows';

const storageKey = 'navigator:expanded';

interface NavigatorState {
  readonly expanded: ReadonlySet<string>;
  readonly activeId: string | null;
  readonly shown: Readonly<Record<string, number>>;
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

export const useNavigator = create<NavigatorState>()(() => ({ expanded: readExpanded(), activeId: null, shown: {} }));

/** Opens or closes a branch. */
export function setExpanded(rowId: string, state: 'open' | 'closed'): void {
  const expanded = new Set(useNavigator.getState().expanded);
  if (state === 'open') expanded.add(rowId);
  else expanded.delete(rowId);
  localStorage.setItem(storageKey, JSON.stringify([...expanded]));
  useNavigator.setState({ expanded });
}

/** Shows everything under a connection, as for one that has just been added. */
export function revealConnection(connectionId: string): void {
  setExpanded(connectionRowId(connectionId), 'open');
  setExpanded(groupRowId(connectionId, 'tables'), 'open');
  setExpanded(groupRowId(connectionId, 'containers'), 'open');
  setActiveRow(connectionRowId(connectionId));
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
