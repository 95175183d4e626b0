// What somebody outside a table's tab wants to do with the table. The tab takes it as soon as it is there.
import { createStore } from 'zustand/vanilla';

/** What the Table menu offers and others may ask for; a new one joins here. */
export type TableVerb = 'insert' | 'review' | 'export' | 'bulk-edit' | 'clear-table' | 'restore-file';

interface Asked {
  readonly connectionId: string;
  readonly table: string;
  readonly verb: TableVerb;
}

const asked = createStore<{ readonly open: Asked | undefined }>()(() => ({ open: undefined }));

/** Begins the verb in that table's tab, once it is open. */
export function askOfTable(connectionId: string, table: string, verb: TableVerb): void {
  asked.setState({ open: { connectionId, table, verb } });
}

/** Hands over what is asked of this table, now and later, once each. Returns how to stop. */
export function takeAskedVerbs(connectionId: string, table: string, take: (verb: TableVerb) => void): () => void {
  const look = (): void => {
    const { open } = asked.getState();
    if (open?.connectionId !== connectionId || open.table !== table) return;
    asked.setState({ open: undefined });
    take(open.verb);
  };
  look();
  return asked.subscribe(look);
}
