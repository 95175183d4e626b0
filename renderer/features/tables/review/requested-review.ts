// A review that something outside a tab has requested: of everything staged for a table, or for one entity. The tab
// takes it as soon as it exists.
import type { EntityKeys } from '@shared/model/edit';
import { type TabAddress, createPendingRequest } from '../result/pending-request';
import type { TableLocation } from '../staging/staged-tables';

export interface ReviewScope extends TableLocation {
  /** Omitted for the whole table. */
  readonly keys?: EntityKeys | undefined;
}

const pending = createPendingRequest<'review'>();

export function requestReview(scope: ReviewScope): void {
  pending.post(addressOf(scope), 'review');
}

/** Calls back with each request for this scope, once, until the returned function is called. */
export function takeRequestedReviews(scope: ReviewScope, take: () => void): () => void {
  return pending.collect(addressOf(scope), take);
}

function addressOf({ connectionId, table, keys }: ReviewScope): TabAddress {
  return [connectionId, table, ...(keys === undefined ? [] : [keys.partitionKey, keys.rowKey])];
}
