// A saved query that somebody outside a table's tab wants to see in it. The tab takes it as soon as it is there.
import type { SavedQuery } from '@shared/model/saved-query';
import { createStore } from 'zustand/vanilla';

interface Asked {
  readonly connectionId: string;
  readonly table: string;
  readonly saved: SavedQuery;
}

const asked = createStore<{ readonly open: Asked | undefined }>()(() => ({ open: undefined }));

/** Puts the query into the bar of that table's tab, without running it. */
export function askForQuery(connectionId: string, table: string, saved: SavedQuery): void {
  asked.setState({ open: { connectionId, table, saved } });
}

/** Hands over what is asked of this table, now and later, once each. Returns how to stop. */
export function takeAskedQueries(connectionId: string, table: string, take: (saved: SavedQuery) => void): () => void {
  const look = (): void => {
    const { open } = asked.getState();
    if (open?.connectionId !== connectionId || open.table !== table) return;
    asked.setState({ open: undefined });
    take(open.saved);
  };
  look();
  return asked.subscribe(look);
}
