// Comparisons that the user has requested and whose tab is about to open. A tab that was merely restored with the
// window waits, because comparing reads both tables.
import type { DiffSide } from '@shared/model/table-diff';

const pending = new Set<string>();

/** The tab of these sides compares as soon as it exists. */
export function requestComparison(left: DiffSide, right: DiffSide): void {
  pending.add(JSON.stringify([left, right]));
}

/** Takes the request for these sides, if there is one. */
export function takeRequestedComparison(left: DiffSide, right: DiffSide): boolean {
  return pending.delete(JSON.stringify([left, right]));
}
