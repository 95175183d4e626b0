// Staging a change of a row as it is shown, whether it was read or is yet to be inserted. Pure.
import type { EntityKeys, PropertyChange } from '@shared/model/edit';
import type { ShownRow } from './staged-rows';
import {
  type ReadRow,
  type Staging,
  changeInsertedKeys,
  changeInsertedProperty,
  changeKeys,
  changeProperty,
  deleteRows,
  discard,
} from './staging';

export function stageProperty(staging: Staging, row: ShownRow, change: PropertyChange): Staging {
  if (row.edit?.kind === 'insert') return changeInsertedProperty(staging, row.edit.id, change);
  return row.read === undefined ? staging : changeProperty(staging, readOf(row, row.read), change);
}

export function stageKeys(staging: Staging, row: ShownRow, keys: EntityKeys): Staging {
  if (row.edit?.kind === 'insert') return changeInsertedKeys(staging, row.edit.id, keys);
  return row.read === undefined ? staging : changeKeys(staging, readOf(row, row.read), keys);
}

/** An insert that is deleted was never there. Rows that are gone already stay as they are. */
export function stageDeletion(staging: Staging, rows: readonly ShownRow[]): Staging {
  const kept = rows.reduce((all, { edit }) => (edit?.kind === 'insert' ? discard(all, edit.id) : all), staging);
  const present = rows.filter(({ mark }) => mark?.standing !== 'gone');
  const read = present.flatMap((row) => (row.read === undefined ? [] : [readOf(row, row.read)]));
  return deleteRows(kept, read);
}

/** What nothing more can be staged for. */
export function isSettled({ mark }: ShownRow): boolean {
  return mark?.standing === 'deleted' || mark?.standing === 'gone';
}

function readOf({ readColumns }: ShownRow, read: ReadRow['read']): ReadRow {
  return { read, readColumns };
}
