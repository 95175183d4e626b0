// A review that something outside a tab has requested: of everything staged for a table, or for one entity. The tab
// takes it as soon as it exists.
import type { EntityKeys } from '@shared/model/edit';
import { type TabAddress, createMailbox } from '../mailbox';
import type { TablePlace } from '../staged/staged-tables';

export interface ReviewScope extends TablePlace {
  /** Left out for the whole table. */
  readonly keys?: EntityKeys | undefined;
}

const asked = createMailbox<'review'>();

export function askForReview(scope: ReviewScope): void {
  asked.post(addressOf(scope), 'review');
}

/** Hands over what is asked of this scope, now and later, once each. Returns how to stop. */
export function takeAskedReviews(scope: ReviewScope, take: () => void): () => void {
  return asked.collect(addressOf(scope), take);
}

function addressOf({ connectionId, table, keys }: ReviewScope): TabAddress {
  return [connectionId, table, ...(keys === undefined ? [] : [keys.partitionKey, keys.rowKey])];
}
