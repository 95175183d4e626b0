// Reports at start-up that a key change was interrupted, with a link to its table, where it can be completed or undone.
// A file of its own because the shell loads it at once and the review on demand.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { showToast } from '@renderer/ui';
import type { InterruptedMove } from '@shared/model/edit-outcome';

/** One message for each table with an interrupted change. `onShow` opens the table. */
export async function announceInterruptedMoves(onShow: (connectionId: string, table: string) => void): Promise<void> {
  let moves: readonly InterruptedMove[];
  try {
    moves = await call('edits.moves', {});
  } catch {
    // The table checks again when it is opened, and reports the failure there.
    return;
  }
  const tables = new Map<string, InterruptedMove[]>();
  for (const move of moves) {
    const key = JSON.stringify([move.connectionId, move.table]);
    tables.set(key, [...(tables.get(key) ?? []), move]);
  }
  for (const [first, ...others] of tables.values()) {
    if (first === undefined) continue;
    const { connectionId, table } = first;
    showToast({
      tone: 'bad',
      title: t`${counted(others.length + 1, 'change')} of keys in ${table} interrupted`,
      text: t`An entity may exist under both its old and its new keys.`,
      action: { label: t`Open ${table}`, onAction: () => onShow(connectionId, table) },
    });
  }
}
