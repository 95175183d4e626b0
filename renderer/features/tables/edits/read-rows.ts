// Reads the selected rows, in memory or on disk, before anything is staged for them: all from the same run of the
// query, or none, with an explanation.
import { t } from '@shared/strings/t';
import { showToast } from '@renderer/ui';
import { type Selection, rowStretches } from '../grid/selection';
import type { ResultGrid } from '../grid/use-result-grid';
import type { ShownRow } from '../staging/staged-rows';

export type ReadableGrid = Pick<ResultGrid, 'readShown' | 'currentRun'>;

/**
 * The rows shown at these indexes; indexes without a row are omitted. Null, after a notification, when a row cannot be
 * read or the query was run again meanwhile, because the indexes then mean other rows.
 */
export async function readRows(
  { readShown, currentRun }: ReadableGrid,
  indexes: Iterable<number>,
): Promise<ReadonlyMap<number, ShownRow> | null> {
  const run = currentRun();
  const rows = new Map<number, ShownRow>();
  let isUnread = false;
  try {
    for (const index of indexes) {
      const row = await readShown(index);
      if (row !== undefined) rows.set(index, row);
      if (currentRun() !== run) break;
    }
  } catch {
    isUnread = true;
  }
  if (currentRun() !== run) {
    const text = t`The query was run again, so other rows may be in these positions. Select the rows again.`;
    showToast({ tone: 'information', title: t`Nothing was changed`, text });
    return null;
  }
  if (!isUnread) return rows;
  showToast({ tone: 'bad', title: t`Could not read the rows`, text: t`Nothing was changed.` });
  return null;
}

/** The index of every row with a selected cell, from top to bottom. */
export function* selectedIndexes(selection: Selection): Iterable<number> {
  for (const { top, bottom } of rowStretches(selection)) {
    for (let index = top; index <= bottom; index += 1) yield index;
  }
}
