// What a connection refuses for one row: a new entity is written as a whole, whatever is done to it before, so that only
// its insertion counts. Pure.
import type { TableRefusals } from '@renderer/pane/table-refusals';
import type { RowMark } from './staged-rows';

export type RowAct = 'edit' | 'rekey' | 'remove';

/** Null where it can be staged. */
export function refusalOf(refusals: TableRefusals, act: RowAct, mark: RowMark | undefined): string | null {
  if (mark?.standing !== 'inserted') return refusals[act];
  // Taking a new entity back sends nothing.
  return act === 'remove' ? null : refusals.insert;
}
