// An input that something outside the import's tab has requested: a dropped file, pasted rows. The tab takes it as soon
// as it exists.
import type { ImportSource } from '@shared/model/table-import';
import { createPendingRequest } from '../result/pending-request';

const pending = createPendingRequest<ImportSource>();

/** Puts the input into the import of that table, without writing anything. */
export function requestImport(connectionId: string, table: string, source: ImportSource): void {
  pending.post([connectionId, table], source);
}

/** Hands over what is asked of this table, now and later, once each. Returns how to stop. */
export function takeRequestedImports(
  connectionId: string,
  table: string,
  take: (source: ImportSource) => void,
): () => void {
  return pending.collect([connectionId, table], take);
}
