// The MD5 of a whole file beside its transfer. It is one chain that no second thread can share, so where a line is faster
// than it, the transfer need not hurry either.
import { MiB } from '@shared/units';
import type { FileContext } from './file-context';
import type { TaskOf } from '../worker/messages';

export interface Hashing {
  /** The file may be read up to `bytes`. */
  advance(bytes: number): void;
  /** Rejects with what kept the file from being read, or with `cancelled.by-user`. */
  md5(): Promise<string>;
  /** How many of its blocks are worth moving at once after so many bytes have moved. */
  worthAtOnce(movedBytes: number): number;
}

/** So far ahead of its hash a file is done when the hash is. */
const leadBytes = 48 * MiB;
/** They keep a fast line full, and hold a quarter of the memory that the most would. */
const aheadAtOnce = 8;

/** Hashes on a thread that serves no requests and stops with `signal`. A failure waits until the result is asked for. */
export function hashing(context: FileContext, input: TaskOf<'hash-file'>, signal: AbortSignal): Hashing {
  let hashedBytes = 0;
  let { readableBytes } = input;
  const hash = context.pool.hash(context.jobId, input, signal, (bytes) => {
    hashedBytes = bytes;
  });
  hash.result.catch(() => undefined);
  return {
    advance: (bytes) => {
      readableBytes = bytes;
      hash.advance(bytes);
    },
    md5: async () => {
      const startMs = Date.now();
      const { md5 } = await hash.result;
      // Only what is waited for at the end costs the job time.
      context.onWaits({ cpuMs: Date.now() - startMs });
      return md5;
    },
    worthAtOnce: (movedBytes) => worthAtOnce({ movedBytes, readableBytes, hashedBytes }),
  };
}

/** What came out of turn is not held against the hash, nor is what an earlier run has moved. */
export function worthAtOnce(file: {
  /** By this run, in any order. */
  readonly movedBytes: number;
  /** Complete from the start of the file. */
  readonly readableBytes: number;
  readonly hashedBytes: number;
}): number {
  return Math.min(file.movedBytes, file.readableBytes) > file.hashedBytes + leadBytes ? aheadAtOnce : Infinity;
}
