// Finds the bytes of a range on disk that differ from the blob, and replaces them.
import type { FileHandle } from 'node:fs/promises';
import { localError } from '../../../disk/local-error';
import type { TaskContext } from './context';
import { checkedBytes, fetchIntact } from './intact-range';
import type { ResultOf, TaskOf } from './messages';

/** Piece by piece, so that intact pieces are not written again. @throws StowageError `local.*`, and as `fetchIntact` */
export async function mendRange(task: TaskOf<'mend-range'>, context: TaskContext): Promise<ResultOf<'mend-range'>> {
  const handle = await context.files.get(context.jobId, task.file, task.path, task.mark ?? null);
  let mendedBytes = 0;
  for (let at = task.offset; at < task.offset + task.length; at += checkedBytes) {
    const length = Math.min(checkedBytes, task.offset + task.length - at);
    const sent = await fetchIntact(task, { offset: at, length }, context.account, context);
    try {
      const { buffer: held, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
      if (bytesRead === length && held.equals(sent)) continue;
      await writeAll(handle, sent, at);
      mendedBytes += length;
    } catch (error) {
      throw localError(error, task.path);
    }
  }
  return { mendedBytes };
}

async function writeAll(handle: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, offset + written);
    written += bytesWritten;
  }
}
