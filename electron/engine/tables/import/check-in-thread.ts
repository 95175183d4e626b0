// Runs the dry run in a worker thread, so that it blocks nothing else.
import { cancelled } from '@shared/errors';
import type { CheckedInput } from './check/check-input';
import type { ReadingThreads } from './reading-threads';
import type { ReadingTask } from './worker/messages';

export interface CheckWatch {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (rows: number, bytesDone: number) => void;
}

/** @throws StowageError as `checkInput`, `cancelled.by-user` */
export async function checkInThread(
  threads: ReadingThreads,
  task: Omit<Extract<ReadingTask, { readonly kind: 'check' }>, 'kind'>,
  { signal, onProgress }: CheckWatch,
): Promise<CheckedInput> {
  if (signal?.aborted === true) throw cancelled();
  const thread = threads.start({ kind: 'check', ...task });
  // The rejection with `cancelled.by-user` comes from the code that waits for the thread.
  const stop = (): void => void thread.dispose();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const message = await thread.next();
      if (message.t === 'checked') return message.checked;
      if (message.t === 'progress') onProgress?.(message.rows, message.bytesDone);
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    await thread.dispose();
  }
}
