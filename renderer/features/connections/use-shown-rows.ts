// The rows that the tree shows, and how much of the ends of their names distinguishes them. Loads the names of open
// branches that were not loaded yet, or long ago.
import { useEffect, useMemo } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import { beginAlike } from '@renderer/ui';
import { isReachable, loadNames, recheck, nameList, resourcesOf, useConnectionState } from './connection-store';
import { type NavigatorRow, connectionRowId, groupRowId, nameOf, namesAtOnce, navigatorRows } from './navigator-rows';
import { useNavigator } from './navigator-store';

export interface ShownRows {
  readonly rows: readonly NavigatorRow[];
  /** In characters; null for a name whose beginning distinguishes it. */
  readonly tailOf: (row: NavigatorRow) => number | null;
}

const none: readonly ConnectionSummary[] = [];

export function useShownRows(): ShownRows {
  const state = useConnectionState();
  const { expanded, shown } = useNavigator();
  const connections = state.connections ?? none;
  useMissingNames(connections, expanded);
  useNamesOfElsewhere(connections, expanded);
  // All names are compared: not again for each arrow key.
  return useMemo(() => {
    const rows = navigatorRows({
      connections,
      expanded,
      listOf: (connectionId, resource) => nameList(state, connectionId, resource),
      shownOf: (groupId) => shown[groupId] ?? namesAtOnce,
      fillOf: (connectionId) => state.fills[connectionId],
    });
    const tails = beginAlike(rows.map(nameOf));
    return { rows, tailOf: (row) => tails.get(nameOf(row)) ?? null };
  }, [connections, expanded, state, shown]);
}

/** Reads the names of every open branch that can be read and has not been. */
function useMissingNames(connections: readonly ConnectionSummary[], expanded: ReadonlySet<string>): void {
  const lists = useConnectionState((state) => state.lists);
  useEffect(() => {
    for (const connection of connections) {
      if (!expanded.has(connectionRowId(connection.id)) || !isReachable(connection)) continue;
      for (const resource of resourcesOf(connection)) {
        const known = lists[groupRowId(connection.id, resource)];
        if (!known) void loadNames(connection.id, resource);
      }
    }
  }, [connections, expanded, lists]);
}

/**
 * Resources that were created elsewhere, for example by the command line, appear when the user returns to the window.
 */
function useNamesOfElsewhere(connections: readonly ConnectionSummary[], expanded: ReadonlySet<string>): void {
  useEffect(() => {
    const check = (): void => {
      for (const connection of connections) {
        if (!expanded.has(connectionRowId(connection.id)) || !isReachable(connection)) continue;
        for (const resource of resourcesOf(connection)) void recheck(connection.id, resource);
      }
    };
    window.addEventListener('focus', check);
    return () => window.removeEventListener('focus', check);
  }, [connections, expanded]);
}
