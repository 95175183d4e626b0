// What one window writes to tables, told to the others: each has its own rows on screen, read before. Carries keys only;
// what the rows hold now is read by whoever shows them.
import { entityKeys } from '@shared/model/edit';
import { z } from 'zod';
import type { WrittenRow } from './applied-edit';
import { maxReadAgain } from './written-rows';

/** Null where it is not known which rows. */
export type WrittenTogether = readonly WrittenRow[] | null;

interface SharedTable {
  readonly connectionId: string;
  readonly table: string;
}

const keys = entityKeys.nullable();
const messageSchema = z.object({
  connectionId: z.string(),
  table: z.string(),
  rows: z.array(z.object({ from: keys, to: keys })).nullable(),
});

const channelName = 'written-rows';
let channel: BroadcastChannel | undefined;

/** Exchanges news of writes with other windows until the returned function is called. */
export function shareWrites(onReceived: (location: SharedTable, rows: WrittenTogether) => void): () => void {
  const own = new BroadcastChannel(channelName);
  channel = own;
  own.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(data);
    if (message.success) onReceived(message.data, message.data.rows);
  };
  return () => {
    own.close();
    if (channel === own) channel = undefined;
  };
}

/** Tells the other windows; does nothing before `shareWrites`. */
export function notifyOtherWindows({ connectionId, table }: SharedTable, rows: WrittenTogether): void {
  // More than a window would read again are not worth the way there.
  const named = rows === null || rows.length > maxReadAgain ? null : rows.map(keysOnly);
  const message: z.infer<typeof messageSchema> = { connectionId, table, rows: named };
  channel?.postMessage(message);
}

function keysOnly({ from, to }: WrittenRow): WrittenRow {
  return { from: pair(from), to: pair(to) };
}

function pair(of: WrittenRow['from']): WrittenRow['from'] {
  return of === null ? null : { partitionKey: of.partitionKey, rowKey: of.rowKey };
}
