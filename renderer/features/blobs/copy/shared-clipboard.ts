// Blobs copied or cut in one window can be pasted in every other one, including windows opened afterwards.
import { z } from 'zod';
import { blobItem } from '@shared/model/blob';
import { type Clip, blobClipboard } from './blob-clipboard';

const channelName = 'blob-clipboard';
/** Each entry is cloned for the other windows, on both sides: a million would block the window for seconds. */
const maxShared = 10_000;
const entry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), name: z.string() }),
  z.object({ kind: z.literal('blob'), name: z.string(), item: blobItem }),
]);
const clip = z.object({
  kind: z.enum(['copy', 'move']),
  connectionId: z.string(),
  container: z.string(),
  prefix: z.string(),
  entries: z.array(entry),
});
const messageSchema = z.discriminatedUnion('t', [
  z.object({ t: z.literal('asked') }),
  z.object({ t: z.literal('held'), clip: clip.nullable() }),
]);

/** Whether other windows can paste it; otherwise they hold nothing. */
export function isShared({ entries }: Pick<Clip, 'entries'>): boolean {
  return entries.length <= maxShared;
}

/** Holds the same as the other windows until the returned function is called. */
export function shareClipboard(): () => void {
  const channel = new BroadcastChannel(channelName);
  const post = (message: z.infer<typeof messageSchema>): void => channel.postMessage(message);
  let { clip: known } = blobClipboard.getState();
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = messageSchema.safeParse(data).data;
    if (message?.t === 'asked' && known !== null) postHeld();
    if (message?.t !== 'held') return;
    known = message.clip;
    blobClipboard.setState({ clip: known });
  };
  const postHeld = (): void => {
    const shared = known !== null && isShared(known) ? { ...known, entries: [...known.entries] } : null;
    post({ t: 'held', clip: shared });
  };
  const stop = blobClipboard.subscribe(({ clip: held }) => {
    if (held === known) return;
    known = held;
    postHeld();
  });
  post({ t: 'asked' });
  return () => {
    stop();
    channel.close();
  };
}
