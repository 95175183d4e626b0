// CRC-32 of ranges of a local file: whether it still has the bytes that a journal records as sent or written.
import { type FileHandle, open } from 'node:fs/promises';
import { cancelled } from '@shared/errors';
import { MiB } from '@shared/units';
import { crc32 } from './crc32';
import { localError } from './local-error';

const pieceBytes = 2 * MiB;

export interface RangesOfFile {
  readonly path: string;
  readonly ranges: readonly { readonly offset: number; readonly length: number }[];
}

/** In order; null for a range that the file does not have. @throws StowageError `local.*`, `cancelled.by-user` */
export async function sumRanges(
  { path, ranges }: RangesOfFile,
  signal: AbortSignal,
): Promise<readonly (number | null)[]> {
  const sums: (number | null)[] = [];
  try {
    const handle = await open(path, 'r');
    try {
      const piece = Buffer.allocUnsafeSlow(pieceBytes);
      for (const range of ranges) sums.push(await sumOf(handle, range, piece, signal));
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw localError(error, path);
  }
  return sums;
}

async function sumOf(
  handle: FileHandle,
  { offset, length }: { readonly offset: number; readonly length: number },
  piece: Buffer,
  signal: AbortSignal,
): Promise<number | null> {
  let sum = 0;
  for (let at = 0; at < length;) {
    if (signal.aborted) throw cancelled();
    const { bytesRead } = await handle.read(piece, 0, Math.min(pieceBytes, length - at), offset + at);
    if (bytesRead === 0) return null;
    sum = crc32(piece.subarray(0, bytesRead), sum);
    at += bytesRead;
  }
  return sum;
}
