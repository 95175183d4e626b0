// Exact bytes of one version of a blob. More or fewer bytes than requested are an error.
import { StowageError } from '@shared/errors';
import type { Account } from '../../azure/account';
import { blobPath } from '../blob-path';
import { type ByteRange, carries, otherRange, rangeHeader } from '../response-range';
import { type RequestedVersion, assertVersion } from '../response-version';

/**
 * @param range bytes; must be within the blob
 * @throws StowageError `conflict.etag-changed` when the blob has another version by now, `not-found.blob`,
 * `network.range-ignored` for bytes from elsewhere, `conflict.archived`, and what `Account.send` throws
 */
export async function readRange(
  account: Account,
  blob: RequestedVersion,
  range: ByteRange,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const target = new Uint8Array(range.length);
  let filled = 0;
  await account.send({
    service: 'blob',
    operation: 'GetBlob',
    method: 'GET',
    path: blobPath(blob.container, blob.name),
    resource: blob.container,
    headers: {
      'x-ms-range': rangeHeader(range),
      'if-match': blob.etag,
    },
    onAttempt: () => {
      filled = 0;
    },
    onHead: (head) => {
      if (!carries(head, range)) throw otherRange(blob);
      assertVersion(head.headers, blob);
    },
    // Ends the response at once, which may be longer than its head says.
    onBody: (piece) => {
      if (filled + piece.length > target.length) throw wrongLength(blob, range.length, 'more');
      target.set(piece, filled);
      filled += piece.length;
    },
    replay: 'safe',
    signal,
  });
  if (filled < target.length) throw wrongLength(blob, range.length, 'less');
  return target;
}

function wrongLength(blob: RequestedVersion, announcedBytes: number, came: 'more' | 'less'): StowageError {
  return new StowageError('network.truncated', `The service sent ${came} than the ${announcedBytes} bytes asked for.`, {
    context: { container: blob.container, blob: blob.name, announcedBytes },
  });
}
