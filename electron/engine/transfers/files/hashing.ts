// The MD5 of a whole file, computed while it is transferred. It cannot be parallelised, so on a line faster than the
// hash, the transfer need not hurry.
import { MiB } from '@shared/units';
import type { FileContext } from './file-context';
import type { TaskOf } from '../worker/messages';

export interface Hashing {
  /** Allows reading up to `bytes`. */
  advance(bytes: number): void;
  /** Rejects with what kept the file from being read, or with `cancelled.by-user`. */
  md5(): Promise<string>;
  /** CRC-32 of the same bytes; rejects as `md5`. */
  sum(): Promise<number>;
  /** How many of its blocks are worth moving at once, after this many bytes were moved. */
  worthAtOnce(movedBytes: number): number;
}

type HashingContext = Pick<FileContext, 'clock' | 'jobId' | 'onWaits'> & {
  readonly pool: Pick<FileContext['pool'], 'hash'>;
};

/** With this lead over its hash, the file is done when the hash is. */
const leadBytes = 48 * MiB;
/** Enough to keep a fast line busy, with a quarter of the maximum memory. */
const aheadAtOnce = 8;

/** Hashes on a thread without requests; `signal` stops it. A failure is reported when the result is asked for. */
export function hashing(context: HashingContext, input: TaskOf<'hash-file'>, signal: AbortSignal): Hashing {
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
      const startMs = context.clock.monotonic();
      const { md5 } = await hash.result;
      // Only the wait at the end costs the job time.
      context.onWaits({ cpuMs: context.clock.monotonic() - startMs });
      return md5;
    },
    sum: async () => (await hash.result).sum,
    worthAtOnce: (movedBytes) => worthAtOnce({ movedBytes, readableBytes, hashedBytes }),
  };
}

/** Bytes moved out of order, or by an earlier run, do not count as a lead over the hash. */
export function worthAtOnce(file: {
  /** By this run, in any order. */
  readonly movedBytes: number;
  /** Contiguous from the start of the file. */
  readonly readableBytes: number;
  readonly hashedBytes: number;
}): number {
  return Math.min(file.movedBytes, file.readableBytes) > file.hashedBytes + leadBytes ? aheadAtOnce : Infinity;
}
