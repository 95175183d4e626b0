// A range of a blob, verified: the service returns an MD5 for ranges of up to 4 MiB, so that damage in transit is
// detected.
import { StowageError } from '@shared/errors';
import { MiB } from '@shared/units';
import type { RestAccount } from '../../azure/account';
import { blobPath } from '../../blobs/blob-path';
import { md5Of } from '../md5/md5-of';
import { type Range, carries, otherRange, rangeHeader, tooLong } from './requested-range';
import type { TaskContext } from './context';
import type { BlobAddress } from './messages';

/** The longest range for which the service returns an MD5. */
export const checkedBytes = 4 * MiB;
const maxAttempts = 3;

type Attempts = Pick<TaskContext, 'onAttempt' | 'retried' | 'signal'>;
type Version = BlobAddress & { readonly etag: string };

/** As `receiveIntact`, into memory of its own. */
export async function fetchIntact(
  blob: Version,
  { offset, length }: Range,
  account: RestAccount,
  context: Attempts,
): Promise<Buffer> {
  const target = Buffer.allocUnsafe(length);
  await receiveIntact(blob, { offset, target }, account, context);
  return target;
}

/**
 * Fills `target`, of at most `checkedBytes`, with the bytes from `offset`.
 * @throws StowageError `network.checksum`, `network.not-azure`
 */
export async function receiveIntact(
  blob: Version,
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
      headers: { 'x-ms-range': rangeHeader(range), 'x-ms-range-get-content-md5': 'true', 'if-match': blob.etag },
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
    const contentMd5 = headers['content-md5'] ?? '';
    const isRequested = carries({ headers }, range);
    if (isRequested && filled === target.length && (contentMd5 === '' || md5Of(target) === contentMd5)) return;
    const error = isRequested ? damaged(blob) : otherRange(blob);
    if (attempt >= maxAttempts) throw error;
    context.retried(error.code);
    context.onAttempt(attempt + 1);
  }
}

function damaged({ container, name }: BlobAddress): StowageError {
  return new StowageError('network.checksum', 'The bytes were changed on their way, each time.', {
    context: { container, blob: name },
  });
}
