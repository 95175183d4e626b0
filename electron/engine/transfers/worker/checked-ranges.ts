// Ranges of a blob that are checked: fetched intact, repaired on disk, or compared with a file or another blob. The
// service returns an MD5 for ranges of up to 4 MiB, so that damage in transit is detected.
import type { FileHandle } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { StowageError } from '@shared/errors';
import { MiB } from '@shared/units';
import { localError } from '../../../disk/local-error';
import type { RestAccount } from '../../azure/account';
import { retryRow } from '../../azure/failures/causes';
import { blobPath } from '../../blobs/blob-path';
import { type ByteRange, carries, otherRange, rangeHeader, tooLong } from '../../blobs/response-range';
import { type RequestedVersion, assertVersion } from '../../blobs/response-version';
import { md5Of } from '../md5/md5';
import type { BlobAddress, ResultOf, TaskOf } from './messages';
import { type TaskContext, since } from './task-context';

/** The longest range for which the service returns an MD5. */
export const checkedBytes = 4 * MiB;

type Attempts = Pick<TaskContext, 'onAttempt' | 'retried' | 'signal'>;

/** As `receiveIntact`, into newly allocated memory. */
export async function fetchIntact(
  blob: RequestedVersion,
  { offset, length }: ByteRange,
  account: RestAccount,
  context: Attempts,
): Promise<Buffer> {
  const target = Buffer.allocUnsafe(length);
  await receiveIntact(blob, { offset, target }, account, context);
  return target;
}

/**
 * Fills `target`, of at most `checkedBytes`, with the bytes from `offset`.
 * @throws StowageError `network.checksum`, `network.range-ignored`
 */
export async function receiveIntact(
  blob: RequestedVersion,
  { offset, target }: { readonly offset: number; readonly target: Buffer },
  account: RestAccount,
  context: Attempts,
): Promise<void> {
  const range = { offset, length: target.length };
  for (let attempt = 1; ; attempt += 1) {
    let filled = 0;
    const { headers } = await account.send({
      service: 'blob',
      operation: 'GetBlob',
      method: 'GET',
      path: blobPath(blob.container, blob.name),
      resource: blob.container,
      headers: { 'x-ms-range': rangeHeader(range), 'x-ms-range-get-content-md5': 'true', ...ifMatch(blob) },
      onAttempt: (number) => {
        filled = 0;
        context.onAttempt(number);
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
      replay: 'safe',
      signal: context.signal,
    });
    assertVersion(headers, blob);
    const contentMd5 = headers['content-md5'] ?? '';
    const isRequested = carries({ headers }, range);
    if (isRequested && filled === target.length && (contentMd5 === '' || md5Of(target) === contentMd5)) return;
    const error = isRequested ? damaged(blob) : otherRange(blob);
    if (attempt >= retryRow.checksum.maxTries) throw error;
    context.retried(error.code);
    context.onAttempt(attempt + 1);
  }
}

/** Emulators reject a condition without a value. */
export function ifMatch({ etag }: Pick<RequestedVersion, 'etag'>): Readonly<Record<string, string>> {
  return etag === '' ? {} : { 'if-match': etag };
}

function damaged({ container, name }: BlobAddress): StowageError {
  return new StowageError('network.checksum', 'The bytes were changed on their way, each time.', {
    context: { container, blob: name },
  });
}

// Finds the bytes of a range on disk that differ from the blob, and replaces them.

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

// Whether a range of a local file, or of another blob, has the same bytes as that of the blob. Changes neither side.

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
    // A network drive may return less than requested; only an empty read is the end of the file.
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
