// What somebody outside a tab wants reviewed: all that is staged for a table, or for one entity. The tab that shows it
// takes the wish as soon as it is there.
import type { EntityKeys } from '@shared/model/edit';
import { createStore } from 'zustand/vanilla';
import type { TablePlace } from '../staged/staged-tables';

export interface ReviewScope extends TablePlace {
  /** Left out for the whole table. */
  readonly keys?: EntityKeys | undefined;
}

const asked = createStore<{ readonly scope: string | undefined }>()(() => ({ scope: undefined }));

export function askForReview(scope: ReviewScope): void {
  asked.setState({ scope: textOf(scope) });
}

/** Hands over what is asked of this scope, now and later, once each. Returns how to stop. */
export function takeAskedReviews(scope: ReviewScope, take: () => void): () => void {
  const look = (): void => {
    if (asked.getState().scope !== textOf(scope)) return;
    asked.setState({ scope: undefined });
    take();
  };
  look();
  return asked.subscribe(look);
}

function textOf({ connectionId, table, keys }: ReviewScope): string {
  return JSON.stringify([connectionId, table, ...(keys === undefined ? [] : [keys.partitionKey, keys.rowKey])]);
}
