// An action on a table that something outside its tab has requested. The tab takes it as soon as it exists.
import { createMailbox } from '../mailbox';

/** What the Table menu offers and others may ask for; a new one joins here. */
export type TableVerb = 'insert' | 'review' | 'export' | 'bulk-edit' | 'clear-table' | 'restore-file';

const asked = createMailbox<TableVerb>();

/** Begins the verb in that table's tab, once it is open. */
export function askOfTable(connectionId: string, table: string, verb: TableVerb): void {
  asked.post([connectionId, table], verb);
}

/** Hands over what is asked of this table, now and later, once each. Returns how to stop. */
export function takeAskedVerbs(connectionId: string, table: string, take: (verb: TableVerb) => void): () => void {
  return asked.collect([connectionId, table], take);
}
