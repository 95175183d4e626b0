// The one envelope with which main answers a window, apart from `ipc.ts` because it is used without Electron, too: a
// value, or a failure that preserves its code and cause. A rejection would lose both on its way through Electron.
import { StowageError } from '@shared/errors';
import type { ReplyEnvelope } from '@shared/ipc/protocol';

/** Never rejects. `onBug` receives unexpected failures. */
export async function replyTo(
  work: () => Promise<unknown>,
  onBug: (error: StowageError) => void,
): Promise<ReplyEnvelope> {
  try {
    return { t: 'done', id: 0, value: await work() };
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (error.kind === 'bug') onBug(error);
    return { t: 'failed', id: 0, error: error.toShape() };
  }
}
