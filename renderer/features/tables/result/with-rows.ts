// State that belongs to the rows of a run: a new run resets it, and if that yields nothing and the previous rows
// return, it returns with them.
import type { ResultSession } from './result-session';

export interface WithRows<T> {
  /** The current state, with everything that `bringBack` needs. */
  readonly take: () => T;
  readonly startOver: () => void;
  readonly bringBack: (taken: T) => void;
}

/** Returns how to stop. */
export function withRows<T>(
  { store }: Pick<ResultSession, 'store'>,
  { take, startOver, bringBack }: WithRows<T>,
): () => void {
  let aside: { readonly run: number; readonly taken: T } | undefined;
  return store.subscribe((state, before) => {
    if (state.run === before.run) {
      // From its first page on, the new run is the one that is shown.
      if (state.pages.length > before.pages.length) aside = undefined;
      return;
    }
    if (aside?.run === state.run) {
      bringBack(aside.taken);
      aside = undefined;
      return;
    }
    // A run without rows has nothing to come back to; what was set aside before it still may.
    if (before.rowCount > 0) aside = { run: before.run, taken: take() };
    startOver();
  });
}
