// Files dropped on a table or container outside its view: on its row in the navigator, or on its tab. A table starts an
// import, a container an upload.
import type { ConnectionSummary } from '@shared/model/connection';
import { dropOnContainer } from '@renderer/features/blobs';
import { importDrop } from '@renderer/features/tables';
import { takesFiles } from '@renderer/pane/takes-files';
import { type Tab, openTab } from './tabs/tabs-store';

export function dropOnTable(connectionId: string, table: string, files: DataTransfer): void {
  importDrop(connectionId, table, files, () => openTab({ kind: 'import', connectionId, table }));
}

/** `into`: the top of the container, or the folder that its tab shows. */
export function dropInContainer(
  connectionId: string,
  container: string,
  files: DataTransfer,
  into: 'top' | 'folder shown',
): void {
  dropOnContainer({ connectionId, container, into }, files, () =>
    openTab({ kind: 'container', connectionId, container }),
  );
}

/** Null for a tab that accepts no files, or whose target is read-only. */
export function filesOnTab(
  tab: Tab | undefined,
  connections: readonly ConnectionSummary[],
): ((files: DataTransfer) => void) | null {
  if (tab?.kind !== 'table' && tab?.kind !== 'container') return null;
  const { connectionId } = tab;
  const connection = connections.find(({ id }) => id === connectionId);
  if (connection === undefined || !takesFiles(connection, `${tab.kind}s`)) return null;
  return tab.kind === 'table'
    ? (files) => dropOnTable(connectionId, tab.table, files)
    : (files) => dropInContainer(connectionId, tab.container, files, 'folder shown');
}
