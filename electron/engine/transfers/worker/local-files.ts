// Tasks of the threads without requests: hashing a whole file while it is read or still being written, and stat of many
// paths.
import { createHash } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { cancelled } from '@shared/errors';
import { MiB } from '@shared/units';
import { crc32 } from '../../../disk/crc32';
import { localError } from '../../../disk/local-error';
import { sourceChanged, type Lookup, lookupOf } from '../plan/source-watch';
import type { ResultOf, TaskOf } from './messages';
import { since } from './task-context';

/** One piece is hashed while the next is read, so that MD5 alone determines the speed. */
const pieceBytes = 2 * MiB;
const reportEveryBytes = 16 * MiB;

export interface Hashing {
  /** Allows reading up to `bytes`. */
  advance(bytes: number): void;
  readonly result: Promise<ResultOf<'hash-file'>>;
}

/** `onHashed` is called now and then with the number of bytes hashed. */
export function hashFile(task: TaskOf<'hash-file'>, signal: AbortSignal, onHashed: (bytes: number) => void): Hashing {
  let readableBytes = task.readableBytes;
  let wake: () => void = () => undefined;
  signal.addEventListener('abort', () => wake(), { once: true });

  /** Reads what may be read from `at` into `piece`; waits when nothing may. */
  const readPiece = async (handle: FileHandle, at: number, piece: Buffer): Promise<Buffer> => {
    while (readableBytes <= at && !signal.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (signal.aborted) throw cancelled();
    const { bytesRead } = await handle.read(piece, 0, Math.min(pieceBytes, readableBytes - at), at);
    if (bytesRead === 0) throw sourceChanged(task.path, task.bytes, at);
    return piece.subarray(0, bytesRead);
  };

  const run = async (): Promise<ResultOf<'hash-file'>> => {
    const startMs = performance.now();
    const hash = createHash('md5');
    let sum = 0;
    const handle = await open(task.path, 'r');
    let [hashed, free] = [Buffer.allocUnsafeSlow(pieceBytes), Buffer.allocUnsafeSlow(pieceBytes)];
    try {
      let at = 0;
      let reading = at < task.bytes ? readPiece(handle, at, free) : null;
      while (reading !== null) {
        const piece: Buffer = await reading;
        at += piece.length;
        [hashed, free] = [free, hashed];
        reading = at < task.bytes ? readPiece(handle, at, free) : null;
        hash.update(piece);
        sum = crc32(piece, sum);
        if (at % reportEveryBytes < piece.length) onHashed(at);
      }
    } finally {
      await handle.close();
    }
    return { md5: hash.digest('base64'), sum, elapsedMs: since(startMs) };
  };

  return {
    advance: (bytes) => {
      readableBytes = Math.max(readableBytes, bytes);
      wake();
    },
    result: run().catch((error: unknown) => {
      throw localError(error, task.path);
    }),
  };
}

// Stats many paths. Synchronous: a trip through the thread pool per file would cost thirty times as much.

/** Answers in order. */
export function statFiles(paths: readonly string[], reading: 'untried' | 'tried'): readonly Lookup[] {
  return paths.map((path) => {
    try {
      const lookup = lookupOf(statSync(path, { bigint: true }));
      if (reading === 'tried') accessSync(path, constants.R_OK);
      return lookup;
    } catch (error) {
      return { kind: 'problem', error: localError(error, path).toShape() };
    }
  });
}
