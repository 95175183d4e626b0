// Closes the tabs of a connection, table or container that the user removed, and drops what is staged in it.
import { discardStaged, stagedTables } from '@renderer/features/tables';
import { type Tab, closeTabs } from '../tabs/tabs-store';

export interface Removed {
  readonly connectionId: string;
  /** Undefined where the connection was removed, with all that it led to. */
  readonly resource?: 'tables' | 'containers' | undefined;
  /** The name of the table or container. */
  readonly name?: string | undefined;
}

export function closeRemoved(removed: Removed): void {
  for (const staged of stagedTables()) {
    if (holds(removed, staged.connectionId, 'tables', staged.table)) discardStaged(staged);
  }
  closeTabs((tab) => showsRemoved(removed, tab));
}

/** Whether everything that the tab shows was removed. */
export function showsRemoved(removed: Removed, tab: Tab): boolean {
  switch (tab.kind) {
    case 'table':
    case 'entity':
    case 'import':
      return holds(removed, tab.connectionId, 'tables', tab.table);
    case 'container':
    case 'blob':
      return holds(removed, tab.connectionId, 'containers', tab.container);
    case 'undo':
      // The changes applied to a table can still be viewed when the table is gone.
      return removed.resource === undefined && removed.connectionId === tab.connectionId;
    default:
      return false;
  }
}

function holds(
  { connectionId, resource, name }: Removed,
  ofConnection: string,
  kind: NonNullable<Removed['resource']>,
  called: string,
): boolean {
  if (connectionId !== ofConnection) return false;
  return resource === undefined || (resource === kind && name === called);
}
