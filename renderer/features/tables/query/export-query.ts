// A saved query as a file that Stowage can open here or elsewhere. It names the account and contains no secret.
import { call, useStream } from '@renderer/bridge';
import { showFailure, showToast } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import { type QueryFile, queryFileName, renderQueryFile } from '@shared/links/query-file';
import type { ConnectionSummary } from '@shared/model/connection';
import type { SavedQuery } from '@shared/model/saved-query';
import { t } from '@shared/strings/t';

/** Asks where to save the query, and says how that went. */
export function useQueryExport(): (saved: SavedQuery) => void {
  const connections = useStream('connections.watch', {}).latest ?? [];
  return (saved) => {
    write(saved, connections).catch((thrown: unknown) => {
      showFailure(thrown);
    });
  };
}

async function write(saved: SavedQuery, connections: readonly ConnectionSummary[]): Promise<void> {
  const text = renderQueryFile(saved, scopeOf(saved, connections), saved.terms);
  const { saved: isWritten } = await call('files.save-text', { suggestedName: queryFileName(saved), text });
  if (isWritten)
    showToast({ tone: 'good', title: t`Exported ${saved.name}`, text: t`It names the account and holds no secret.` });
}

function scopeOf({ place }: SavedQuery, connections: readonly ConnectionSummary[]): QueryFile['place'] {
  if (place.kind === 'columns') return place;
  const connection = connections.find(({ id }) => id === place.connectionId);
  if (connection === undefined) throw new StowageError('not-found.connection', 'Its connection is gone.');
  return { kind: 'table', account: connection.accountName, connection: connection.name, table: place.table };
}
