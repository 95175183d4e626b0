// Staging a change of a row as it is shown, whether it was read or is yet to be inserted. Pure.
import type { EntityKeys, PropertyChange } from '@shared/model/edit';
import type { ShownRow } from './staged-rows';
import {
  type EntityChanges,
  type ReadRow,
  type Staging,
  changeInsertedKeys,
  changeKeys,
  changeMany,
  deleteRows,
  discardMany,
} from './staging';

/** A row with what is to become of its properties, in this order. */
export interface RowChanges {
  readonly row: ShownRow;
  readonly changes: readonly PropertyChange[];
}

export function stageProperty(staging: Staging, row: ShownRow, change: PropertyChange): Staging {
  return stageProperties(staging, [{ row, changes: [change] }]);
}

export function stageProperties(staging: Staging, rows: readonly RowChanges[]): Staging {
  return changeMany(
    staging,
    rows.flatMap(({ row, changes }): readonly EntityChanges[] => {
      if (row.edit?.kind === 'insert') return [{ of: row.edit.id, changes }];
      return row.read === undefined ? [] : [{ of: readOf(row, row.read), changes }];
    }),
  );
}

export function stageKeys(staging: Staging, row: ShownRow, keys: EntityKeys): Staging {
  if (row.edit?.kind === 'insert') return changeInsertedKeys(staging, row.edit.id, keys);
  return row.read === undefined ? staging : changeKeys(staging, readOf(row, row.read), keys);
}

/** An insert that is deleted was never there. Rows that are gone already stay as they are. */
export function stageDeletion(staging: Staging, rows: readonly ShownRow[]): Staging {
  const inserts = new Set(rows.flatMap(({ edit }) => (edit?.kind === 'insert' ? [edit.id] : [])));
  const remaining = discardMany(staging, inserts);
  const present = rows.filter(({ mark }) => mark?.state !== 'gone');
  const read = present.flatMap((row) => (row.read === undefined ? [] : [readOf(row, row.read)]));
  return deleteRows(remaining, read);
}

/** Whether nothing more can be staged for the row. */
export function isSettled({ mark }: ShownRow): boolean {
  return mark?.state === 'deleted' || mark?.state === 'gone';
}

function readOf({ readColumns }: ShownRow, read: ReadRow['read']): ReadRow {
  return { read, readColumns };
}
