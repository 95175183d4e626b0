// What a connection refuses for one row: a new entity is written as a whole, whatever is done to it before, so that only
// its insertion counts. Pure.
import type { TableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import type { RowMark } from './staged-rows';

export type RowAction = 'edit' | 'rekey' | 'remove';

/** Null where it can be staged. */
export function disabledReasonOf(
  disabledReasons: TableDisabledReasons,
  action: RowAction,
  mark: RowMark | undefined,
): string | null {
  if (mark?.state !== 'inserted') return disabledReasons[action];
  // Taking a new entity back sends nothing.
  return action === 'remove' ? null : disabledReasons.insert;
}
