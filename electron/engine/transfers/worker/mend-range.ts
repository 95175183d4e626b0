// Finds the bytes of a range on disk that differ from the blob, and replaces them. The service returns an MD5 for
// pieces of 4 MiB, so that damage in transit is detected too.
import type { FileHandle } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import { MiB } from '@shared/units';
import type { LeanAccount } from '../../azure/account';
import { blobPath } from '../../blobs/blob-path';
import { localError } from '../../../disk/local-error';
import type { TaskContext } from './context';
import { md5Of } from '../md5/md5-of';
import type { BlobAddress, ResultOf, TaskOf } from './messages';

/** The longest range for which the service returns an MD5. */
const pieceBytes = 4 * MiB;
const intactTries = 3;

/** Piece by piece, so that intact pieces are not written again. @throws StowageError `local.*`, and as `fetchIntact` */
export async function mendRange(task: TaskOf<'mend-range'>, context: TaskContext): Promise<ResultOf<'mend-range'>> {
  const handle = await context.files.get(context.jobId, task.file, task.path, 'r+');
  let mendedBytes = 0;
  for (let at = task.offset; at < task.offset + task.length; at += pieceBytes) {
    const length = Math.min(pieceBytes, task.offset + task.length - at);
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

/** A range of at most 4 MiB, verified by its MD5. @throws StowageError `network.checksum` */
export async function fetchIntact(
  blob: BlobAddress & { readonly etag: string },
  { offset, length }: { readonly offset: number; readonly length: number },
  account: LeanAccount,
  context: TaskContext,
): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    const { body, headers } = await account.send({
      service: 'blob',
      operation: 'GetBlob',
      method: 'GET',
      path: blobPath(blob.container, blob.name),
      resource: blob.container,
      headers: {
        'x-ms-range': `bytes=${offset}-${offset + length - 1}`,
        'x-ms-range-get-content-md5': 'true',
        'if-match': blob.etag,
      },
      onAttempt: context.onAttempt,
      replay: 'safe',
      signal: context.signal,
    });
    const told = headers['content-md5'] ?? '';
    const isIntact = told === '' || md5Of(body) === told;
    if (body.length === length && isIntact) return body;
    if (attempt >= intactTries) {
      throw new StowageError('network.checksum', 'The bytes were changed on their way, each time.', {
        context: { container: blob.container, blob: blob.name },
      });
    }
    context.retried('network.checksum');
    context.onAttempt(attempt + 1);
  }
}

async function writeAll(handle: FileHandle, bytes: Buffer, offset: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, offset + written);
    written += bytesWritten;
  }
}
