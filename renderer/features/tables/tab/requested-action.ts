// An action on a table that something outside its tab has requested. The tab takes it as soon as it exists.
import { createPendingRequest } from '../result/pending-request';

/** What the Table menu offers and others may ask for; a new one joins here. */
export type TableVerb = 'insert' | 'review' | 'export' | 'bulk-edit' | 'clear-table' | 'restore-file';

const pending = createPendingRequest<TableVerb>();

/** Begins the verb in that table's tab, once it is open. */
export function requestTableAction(connectionId: string, table: string, action: TableVerb): void {
  pending.post([connectionId, table], action);
}

/** Hands over what is asked of this table, now and later, once each. Returns how to stop. */
export function takeRequestedActions(
  connectionId: string,
  table: string,
  take: (action: TableVerb) => void,
): () => void {
  return pending.collect([connectionId, table], take);
}
