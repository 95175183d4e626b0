// The MD5 of a whole file, read in order on a thread that serves no requests. Of a file that is still being written
// only the part that is complete is read; `advance` says how far that is.
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { cancelled } from '@shared/errors';
import { MiB } from '@shared/units';
import { localError } from '../local-error';
import { sourceChanged } from '../source-watch';
import { since } from './context';
import type { ResultOf, TaskOf } from './messages';

const pieceBytes = 1 * MiB;
/** Messages (cancel, advance) are taken this often. */
const yieldEveryBytes = 16 * MiB;

export interface Hashing {
  /** Allows reading up to `bytes`. */
  advance(bytes: number): void;
  readonly result: Promise<ResultOf<'hash-file'>>;
}

export function hashFile(task: TaskOf<'hash-file'>, signal: AbortSignal): Hashing {
  let readableBytes = task.readableBytes;
  let wake: () => void = () => undefined;
  signal.addEventListener('abort', () => wake(), { once: true });

  const run = async (): Promise<ResultOf<'hash-file'>> => {
    const startMs = performance.now();
    const hash = createHash('md5');
    const piece = Buffer.allocUnsafeSlow(pieceBytes);
    const handle = await open(task.path, 'r');
    try {
      let at = 0;
      while (at < task.bytes) {
        if (signal.aborted) throw cancelled();
        const wanted = Math.min(pieceBytes, readableBytes - at);
        if (wanted <= 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        // Synchronous: this thread has nothing else to serve, and each detour through the thread pool costs more.
        const bytesRead = readSync(handle.fd, piece, 0, wanted, at);
        if (bytesRead === 0) throw sourceChanged(task.path, task.bytes, at);
        hash.update(piece.subarray(0, bytesRead));
        at += bytesRead;
        if (at % yieldEveryBytes < bytesRead) await new Promise<void>((resolve) => setImmediate(resolve));
      }
    } finally {
      await handle.close();
    }
    return { md5: hash.digest('base64'), elapsedMs: since(startMs) };
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
