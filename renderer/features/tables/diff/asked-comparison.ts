// Comparisons that a person has requested and whose tab is about to open. A tab that was merely restored with the
// window waits, because comparing reads both tables.
import type { DiffSide } from '@shared/model/table-diff';

const asked = new Set<string>();

/** The tab of these sides compares as soon as it is there. */
export function askForComparison(left: DiffSide, right: DiffSide): void {
  asked.add(JSON.stringify([left, right]));
}

/** Whether these sides were asked for; once. */
export function takeAskedComparison(left: DiffSide, right: DiffSide): 'asked' | 'not-asked' {
  return asked.delete(JSON.stringify([left, right])) ? 'asked' : 'not-asked';
}
