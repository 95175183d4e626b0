// Whether a range of a local file, or of another blob, has the same bytes as that of the blob. Changes neither side.
import { performance } from 'node:perf_hooks';
import { localError } from '../../../disk/local-error';
import { type TaskContext, since } from './context';
import { fetchIntact } from './intact-range';
import type { ResultOf, TaskOf } from './messages';

/** Of a local file. @throws StowageError `local.*`, and as the blob's bytes are fetched */
export async function compareRange(
  task: TaskOf<'compare-range'>,
  context: TaskContext,
): Promise<ResultOf<'compare-range'>> {
  const handle = await context.files.get(context.jobId, task.file, task.path, null);
  const startMs = performance.now();
  const stored = await fetchIntact(task, task, context.account, context);
  const waits = { lineMs: since(startMs) };
  try {
    const held = Buffer.allocUnsafe(task.length);
    let filled = 0;
    // A network drive may hand out less than it was asked for; only nothing is the end of the file.
    for (let bytesRead = -1; filled < task.length && bytesRead !== 0; filled += bytesRead) {
      ({ bytesRead } = await handle.read(held, filled, task.length - filled, task.offset + filled));
    }
    return { outcome: filled === task.length && held.equals(stored) ? 'same' : 'differs', waits };
  } catch (error) {
    throw localError(error, task.path);
  }
}

export async function compareBlobs(
  task: TaskOf<'compare-blobs'>,
  context: TaskContext,
): Promise<ResultOf<'compare-blobs'>> {
  const startMs = performance.now();
  const source = await fetchIntact(task.source, task, context.source, context);
  const copy = await fetchIntact(task, task, context.account, context);
  return { outcome: copy.equals(source) ? 'same' : 'differs', waits: { lineMs: since(startMs) } };
}
