// Requests to a tab from outside, which may not be open yet: held until the tab takes them, once.
import type { QueryTerms, SavedQuery } from '@shared/model/saved-query';
import { createStore } from 'zustand/vanilla';

/** The identity of a tab: connection and table, and the keys of an entity if the tab shows one. */
export type TabAddress = readonly string[];

export interface PendingRequest<Message> {
  /** Replaces an earlier request that no tab has taken. */
  readonly post: (to: TabAddress, message: Message) => void;
  /** Delivers requests posted to this tab, now and later, once each. Returns the function that stops it. */
  readonly collect: (at: TabAddress, take: (message: Message) => void) => () => void;
}

export function createPendingRequest<Message>(): PendingRequest<Message> {
  const posted = createStore<{ readonly waiting: PostedRequest<Message> | undefined }>()(() => ({
    waiting: undefined,
  }));
  return {
    post: (to, message) => posted.setState({ waiting: { to: JSON.stringify(to), requested: message } }),
    collect: (at, take) => {
      const address = JSON.stringify(at);
      const check = (): void => {
        const { waiting } = posted.getState();
        if (waiting?.to !== address) return;
        posted.setState({ waiting: undefined });
        take(waiting.requested);
      };
      check();
      return posted.subscribe(check);
    },
  };
}

interface PostedRequest<Message> {
  readonly to: string;
  readonly requested: Message;
}

/** The requests that the Table menu and other parts of the app can post; a new one is added here. */
export type TableVerb = 'insert' | 'review' | 'export' | 'bulk-edit' | 'clear-table' | 'restore-file';

const pendingActions = createPendingRequest<TableVerb>();

/** Begins the action in that table's tab, once it is open. */
export function requestTableAction(connectionId: string, table: string, action: TableVerb): void {
  pendingActions.post([connectionId, table], action);
}

/** Delivers the actions for this table, now and later, once each. Returns how to stop. */
export function takeRequestedActions(
  connectionId: string,
  table: string,
  take: (action: TableVerb) => void,
): () => void {
  return pendingActions.collect([connectionId, table], take);
}

export interface RequestedQuery {
  readonly terms: QueryTerms;
  /** The saved query that these are the terms of. */
  readonly saved?: SavedQuery | undefined;
  /** `put`: into the bar, to be examined first. `run`: the user has agreed to run it. */
  readonly begin: 'put' | 'run';
}

const pendingQueries = createPendingRequest<RequestedQuery>();

/** Puts the query into the bar of that table's tab. */
export function requestQuery(connectionId: string, table: string, query: RequestedQuery): void {
  pendingQueries.post([connectionId, table], query);
}

/** Delivers the queries for this table, now and later, once each. Returns how to stop. */
export function takeRequestedQueries(
  connectionId: string,
  table: string,
  take: (query: RequestedQuery) => void,
): () => void {
  return pendingQueries.collect([connectionId, table], take);
}
