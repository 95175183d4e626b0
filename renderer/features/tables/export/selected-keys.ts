// The keys of the selected rows, in the order in which the grid shows them.
import type { ExportSource } from '@shared/model/table-export';
import { rowStretches } from '../grid/selection';
import type { ResultGrid } from '../grid/use-result-grid';

export type EntityKeys = Extract<ExportSource, { kind: 'keys' }>['keys'];

/** Of rows that the table holds; they may lie on disk. Throws what reading them throws. */
export async function selectedKeys({
  selection,
  readShown,
}: Pick<ResultGrid, 'selection' | 'readShown'>): Promise<EntityKeys> {
  const keys: EntityKeys = [];
  for (const { top, bottom } of selection === undefined ? [] : rowStretches(selection)) {
    for (let place = top; place <= bottom; place += 1) {
      const row = (await readShown(place))?.read;
      if (row !== undefined) keys.push({ partitionKey: row.partitionKey, rowKey: row.rowKey });
    }
  }
  return keys;
}
