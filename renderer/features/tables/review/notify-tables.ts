// Lets the open tabs of tables know which of their rows a restoration wrote.
import { t } from '@shared/strings/t';
import { showFailure } from '@renderer/ui';
import type { UndoLine } from '@shared/model/edit-outcome';
import { stagingOf } from '../staging/staged-tables';
import { notifyOtherWindows } from '../staging/other-windows';
import type { WrittenRow } from '../staging/applied-edit';

/** `restored`: what was put back; the rows of each table on screen show it once this resolves. */
export async function notifyTables(connectionId: string, restored: readonly UndoLine[]): Promise<void> {
  const tables = new Map<string, WrittenRow[]>();
  for (const change of restored) {
    const rows = tables.get(change.table);
    if (rows === undefined) tables.set(change.table, [writtenRow(change)]);
    else rows.push(writtenRow(change));
  }
  await Promise.all(
    [...tables].map(async ([table, rows]) => {
      const { elsewhere } = stagingOf({ connectionId, table });
      notifyOtherWindows({ connectionId, table }, rows);
      try {
        await elsewhere.onRows(rows, t`Restored changes`);
      } catch (thrown) {
        elsewhere.onTable(t`Restored changes`);
        showFailure(thrown, t`Some rows of ${table} could not be read again`);
      }
    }),
  );
}

/** What was inserted has gone, what was deleted is back. */
function writtenRow({ kind, keys, keysBefore }: UndoLine): WrittenRow {
  return { from: kind === 'deleted' ? null : keys, to: kind === 'inserted' ? null : (keysBefore ?? keys) };
}
