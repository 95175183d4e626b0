// Download requests of a worker: ranges of a single ETag, received into a buffer, written in place. After an
// interruption the request continues at the byte where it stopped.
import { lstatSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { StowageError, cancelled } from '@shared/errors';
import { crc32 } from '../../../disk/crc32';
import { localError } from '../../../disk/local-error';
import { failureRow, retryRow } from '../../azure/failures/causes';
import { isOutOfTime } from '../../azure/retry-policy';
import { isTimeout } from '../../azure/failures/network-failure';
import { blobPath } from '../../blobs/blob-path';
import { carries, otherRange, rangeHeader, tooLong } from '../../blobs/response-range';
import { type RequestedVersion, assertVersion } from '../../blobs/response-version';
import { readWholeFacts } from './blob-requests';
import { ifMatch } from './checked-ranges';
import type { BlobAddress, ResultOf, TaskOf } from './messages';
import { writeSmallFile } from './small-files';
import { type TaskContext, since } from './task-context';

export async function getRange(task: TaskOf<'get-range'>, context: TaskContext): Promise<ResultOf<'get-range'>> {
  const buffer = context.buffers.acquire(task.length);
  try {
    const body = buffer.subarray(0, task.length);
    const waits = await receive(task, { offset: task.offset, target: body }, context);
    const startMs = performance.now();
    const sum = crc32(body);
    const handle = await context.files.get(context.jobId, task.file, task.path, task.mark ?? null);
    await writeExactly(handle, task.path, body, task.offset);
    return { sum, waits: { diskMs: since(startMs), ...waits } };
  } finally {
    context.buffers.release(buffer);
  }
}

export async function getBlob(task: TaskOf<'get-blob'>, context: TaskContext): Promise<ResultOf<'get-blob'>> {
  if (task.unlessExists !== '' && exists(task.unlessExists)) return { outcome: 'there', md5: '', mark: '', waits: {} };
  const buffer = context.buffers.acquire(task.bytes);
  try {
    const body = buffer.subarray(0, task.bytes);
    const waits = task.bytes === 0 ? {} : await receive(task, { offset: 0, target: body }, context);
    const { md5, cpuMs } = task.md5 === '' ? { md5: '', cpuMs: 0 } : await context.md5s.ofReceived(body);
    if (context.signal.aborted) throw cancelled();
    const startMs = performance.now();
    const isIntact = md5 === task.md5;
    const file = { body, destination: task.destination, mayBeFinal: isIntact ? 'yes' : 'no' } as const;
    const { state, mark } = writeSmallFile(file, context.diskPace);
    const outcome = isIntact ? state : 'other-md5';
    return { outcome, md5, mark, waits: { cpuMs, diskMs: since(startMs), ...waits } };
  } finally {
    context.buffers.release(buffer);
  }
}

// Errors when checking the target are reported by the coordinator.
function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

interface Part {
  readonly offset: number;
  readonly target: Buffer;
}

async function receive(
  blob: RequestedVersion,
  part: Part,
  context: TaskContext,
): Promise<{ readonly serviceMs: number; readonly lineMs: number }> {
  const { target } = part;
  let filled = 0;
  let fruitless = 0;
  let serviceMs = 0;
  let lineMs = 0;
  while (filled < target.length) {
    const from = filled;
    const range = { offset: part.offset + from, length: target.length - from };
    try {
      const response = await context.account.send({
        service: 'blob',
        operation: 'GetBlob',
        method: 'GET',
        path: blobPath(blob.container, blob.name),
        resource: blob.container,
        headers: { 'x-ms-range': rangeHeader(range), ...ifMatch(blob) },
        onAttempt: (attempt) => {
          filled = from;
          context.onAttempt(attempt);
        },
        onHead: (head) => {
          if (!carries(head, range)) throw otherRange(blob);
          assertVersion(head.headers, blob);
        },
        target: {
          room: () => {
            if (filled === target.length) throw tooLong(blob);
            return target.subarray(filled);
          },
          filled: (bytes) => {
            filled += bytes;
          },
        },
        // The account must not retry from the start: received bytes are retained, and the next request fetches the
        // rest.
        replay: 'until-answered',
        timeouts: 'caller',
        signal: context.signal,
      });
      serviceMs += response.heldMs + response.firstByteMs;
      lineMs += response.totalMs - response.firstByteMs;
      if (filled < target.length) throw cutShort(blob);
    } catch (thrown) {
      const error = await changedBlob(StowageError.from(thrown), blob, context);
      // It failed: others may use its network slot until it is retried.
      if (filled === from && isTimeout(error)) throw error;
      fruitless = filled > from ? 1 : fruitless + 1;
      // An outage is detected once for all files of the job, not by each range.
      const { maxTries } = retryRow[failureRow(error.code).showsOutage ? 'connection' : 'noProgress'];
      if (error.retry === 'no' || isOutOfTime(error) || fruitless >= maxTries) throw error;
      context.retried(error.code);
      context.onAttempt(2);
      const backoffMs = 200 * 2 ** fruitless * (0.5 + context.random());
      // A wait that the service requested is exact; otherwise the advice is a limit.
      const { waitMs } = error.context;
      const forMs = typeof waitMs === 'number' ? Math.max(waitMs, backoffMs) : Math.min(error.retry.afterMs, backoffMs);
      await pause(forMs, context.signal);
    }
  }
  return { serviceMs, lineMs };
}

async function writeExactly(handle: FileHandle, path: string, body: Buffer, offset: number): Promise<void> {
  try {
    let written = 0;
    while (written < body.length) {
      const { bytesWritten } = await handle.write(body, written, body.length - written, offset + written);
      written += bytesWritten;
    }
  } catch (error) {
    throw localError(error, path);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(cancelled());
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

// A failed condition does not reveal whether the blob was changed or deleted.
async function changedBlob(error: StowageError, blob: BlobAddress, context: TaskContext): Promise<StowageError> {
  if (error.code !== 'conflict.etag-changed') return error;
  const isGone = (await readWholeFacts(blob, 'target', context).catch(() => undefined)) === null;
  const facts = { context: { container: blob.container, blob: blob.name }, requestId: error.requestId };
  return isGone
    ? new StowageError('not-found.blob', 'The blob was deleted while it was downloaded.', facts)
    : new StowageError('conflict.blob-changed', 'The blob was overwritten while it was downloaded.', facts);
}

function cutShort(blob: BlobAddress): StowageError {
  return new StowageError('network.truncated', 'The response ended before the range was complete.', {
    retry: { afterMs: 200 },
    context: { container: blob.container, blob: blob.name },
  });
}
