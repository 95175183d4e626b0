// A query that something outside a table's tab has requested. The tab takes it as soon as it exists.
import type { QueryTerms, SavedQuery } from '@shared/model/saved-query';
import { createPendingRequest } from '../result/pending-request';

export interface RequestedQuery {
  readonly terms: QueryTerms;
  /** The saved query that these are the terms of. */
  readonly saved?: SavedQuery | undefined;
  /** `put`: into the bar, to be looked at first. `run`: a person has agreed to run it. */
  readonly begin: 'put' | 'run';
}

const pending = createPendingRequest<RequestedQuery>();

/** Puts the query into the bar of that table's tab. */
export function requestQuery(connectionId: string, table: string, query: RequestedQuery): void {
  pending.post([connectionId, table], query);
}

/** Hands over what is asked of this table, now and later, once each. Returns how to stop. */
export function takeRequestedQueries(
  connectionId: string,
  table: string,
  take: (query: RequestedQuery) => void,
): () => void {
  return pending.collect([connectionId, table], take);
}
