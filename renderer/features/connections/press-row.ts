// What pressing a row of the navigator does, with the pointer or Enter: opens, expands, shows more, retries, or opens a
// dialog.
import { loadNames } from './connection-store';
import { type NavigatorRow, creatable, groupRowId, isUnlistable } from './navigator-rows';
import { setConnectionExpanded, setExpanded, showMoreNames } from './navigator-store';
import type { ConnectionDialogRequest } from './row-dialogs';

export interface PressPorts {
  readonly onOpenTable: (connectionId: string, table: string) => void;
  readonly onOpenContainer: (connectionId: string, container: string) => void;
  readonly onRequest: (request: ConnectionDialogRequest) => void;
}

export function pressRow(row: NavigatorRow, { onOpenTable, onOpenContainer, onRequest }: PressPorts): void {
  switch (row.kind) {
    case 'connection':
      if (row.connection.needsSecret) onRequest({ request: 'enter-secret', connection: row.connection });
      else setBranch(row, row.isExpanded ? 'closed' : 'open');
      break;
    case 'group':
      setBranch(row, row.isExpanded ? 'closed' : 'open');
      break;
    case 'item':
      if (row.resource === 'tables') onOpenTable(row.connection.id, row.name);
      else onOpenContainer(row.connection.id, row.name);
      break;
    case 'more':
      showMoreNames(groupRowId(row.connection.id, row.resource));
      break;
    case 'error':
      if (isUnlistable(row)) onRequest({ request: 'open-by-name', connection: row.connection, resource: row.resource });
      else void loadNames(row.connection.id, row.resource);
      break;
    case 'note': {
      const { connection } = row;
      const resource = creatable(row);
      if (connection.needsSecret) onRequest({ request: 'enter-secret', connection });
      else if (resource !== null) onRequest({ request: 'create', connection, resource });
      break;
    }
    // Its text is not clickable; the button that stops it is beside it.
    case 'loading':
      break;
  }
}

/** Of a row that has rows below it. */
export function setBranch(row: NavigatorRow, state: 'open' | 'closed'): void {
  if (row.kind === 'connection') setConnectionExpanded(row.connection.id, state);
  else setExpanded(row.id, state);
}
