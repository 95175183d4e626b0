// Moves the blocks of one file, each in the size that suits the line when its turn comes, beside the hash of the whole file.
// A block that is being retried although smaller ones are wanted by then is aborted and comes again in parts; so does one
// that timed out, which gives its slot back first.
import { StowageError } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import {
  blockBytesFor,
  type Block,
  type Cut,
  blockAt,
  createCutting,
  parallelBlocks,
  type PartLimits,
} from '../plan/blocks';
import type { FileContext } from './file-context';
import { fileSignal } from './task-requests';
import { unit } from '../progress/job-progress';
import type { DownloadFile, UploadFile } from '../records/job-records';
import { MiB } from '@shared/units';
import type { TaskOf } from '../worker/messages';
import type { StoreCall } from './store';

/** The parts of a file to move. */
interface BlocksToMove {
  readonly cut: Cut;
  /** Blocks that are stored already. */
  readonly held: ReadonlySet<BlockNumber>;
  readonly limits: PartLimits;
  /** The running hash of the whole file. */
  readonly hash?: Hashing | null;
}

/** Shows a file that moves in blocks, and the blocks that are done already, in the progress. */
export function showBlocks(f: number, cut: Cut, held: ReadonlySet<BlockNumber>, { progress }: FileContext): void {
  progress.planBlocks(f, cut);
  progress.file(f, unit.inFlight);
  for (const number of held) {
    progress.block(f, number, unit.done);
    progress.alreadyDone(f, blockAt(cut, number).length);
  }
}

/** Resolves when every missing byte was moved. `move` receives a separate context for each block. */
export async function moveBlocks(
  { f, lane, context }: StoreCall,
  { cut, held, limits, hash = null }: BlocksToMove,
  move: (block: Block, own: FileContext) => Promise<void>,
): Promise<void> {
  const atMost = parallelBlocks(cut.bytes, context.options);
  const cutting = createCutting(cut, held, context.wantedBlockBytes, limits);
  let movedBytes = 0;
  await lane.runAll(
    cutting.next,
    ({ length }) => length,
    async (block) => {
      const isTooLarge = (): boolean => cutting.isTooLarge(block);
      if (isTooLarge()) {
        cutting.putBack(block);
        return undefined;
      }
      const part = { f, offset: block.offset, bytes: block.length };
      const moved = await unlessTimedOut(part, context, () =>
        unlessGivenUp((own) => move(block, own), isTooLarge, context),
      );
      if (moved === undefined) {
        movedBytes += block.length;
        return undefined;
      }
      cutting.putBack(block);
      const { pauseMs } = moved;
      return pauseMs === null ? undefined : () => context.clock.sleep(pauseMs, context.signal);
    },
    () => Math.min(atMost, hash?.worthAtOnce(movedBytes) ?? Infinity),
  );
}

/**
 * The file cut into blocks, when it was planned for one request that is too large for the line by now; otherwise null.
 */
export function cutWhereTooLarge<F extends UploadFile | DownloadFile>(
  file: F,
  context: FileContext,
  limits: PartLimits,
): F | null {
  const wanted = context.wantedBlockBytes();
  if (file.blockBytes > 0 || wanted === null || file.bytes <= Math.max(wanted, limits.minPartBytes)) return null;
  return { ...file, blockBytes: blockBytesFor(file.bytes, context.options, wanted, limits) };
}

/** A request that has to come again: it was too large for the line, or timed out. */
export class NotMoved {
  /** Whether it was sent, so that it may have been carried out all the same. */
  readonly wasSent: boolean;
  /** How long to wait before requesting a slot again; null for no wait. */
  readonly pauseMs: number | null;

  constructor({ wasSent, pauseMs }: Pick<NotMoved, 'wasSent' | 'pauseMs'>) {
    this.wasSent = wasSent;
    this.pauseMs = pauseMs;
  }
}

const tooLarge = new NotMoved({ wasSent: false, pauseMs: null });
const givenUp = new NotMoved({ wasSent: true, pauseMs: null });

/** Moves a file in one request, unless that turns out to be too large for the line, or times out. */
export function moveWhole<T>(
  file: UploadFile | DownloadFile,
  context: FileContext,
  limits: PartLimits,
  move: (own: FileContext) => Promise<T>,
): Promise<T | NotMoved> {
  const part = { f: file.f, offset: 0, bytes: file.bytes };
  if (file.bytes <= limits.minPartBytes) return unlessTimedOut(part, context, () => move(context));
  const isTooLarge = (): boolean => cutWhereTooLarge(file, context, limits) !== null;
  if (isTooLarge()) return Promise.resolve(tooLarge);
  return unlessTimedOut(part, context, () => unlessGivenUp(move, isTooLarge, context));
}

async function unlessTimedOut<T>(
  part: { readonly f: number; readonly offset: number; readonly bytes: number },
  context: FileContext,
  move: () => Promise<T>,
): Promise<T | NotMoved> {
  const { clock, timeouts, scheduler, signal } = context;
  const sinceMs = clock.monotonic();
  try {
    const moved = await move();
    if (moved !== givenUp) timeouts.arrived({ ...part, tookMs: clock.monotonic() - sinceMs });
    return moved;
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const atOnce = Math.max(1, Math.round(scheduler.inFlightBytes() / Math.max(1, part.bytes)));
    const request = { ...part, atOnce, tookMs: clock.monotonic() - sinceMs };
    const pauseMs = timeouts.pauseAfter(StowageError.from(thrown), request);
    return new NotMoved({ wasSent: true, pauseMs });
  }
}

/** Aborts the request once it is being retried and `giveUpWhen` holds. */
async function unlessGivenUp<T>(
  move: (own: FileContext) => Promise<T>,
  giveUpWhen: () => boolean,
  context: FileContext,
): Promise<T | NotMoved> {
  const { signal, end } = fileSignal(context.signal);
  let isRetried = false;
  let isGivenUp = false;
  const check = (): void => {
    if (!isRetried || isGivenUp || !giveUpWhen()) return;
    isGivenUp = true;
    end();
  };
  const stopListening = context.onTuned(check);
  try {
    const onRetry = (): void => {
      isRetried = true;
      check();
    };
    return await move({ ...context, signal, onRetry });
  } catch (thrown) {
    if (wasGivenUp() && !context.signal.aborted) return givenUp;
    throw StowageError.from(thrown);
  } finally {
    stopListening();
    end();
  }

  function wasGivenUp(): boolean {
    return isGivenUp;
  }
}

// The MD5 of a whole file, computed while it is transferred. It cannot be parallelised, so on a line faster than the
// hash, the transfer need not hurry.

export interface Hashing {
  /** Allows reading up to `bytes`. */
  advance(bytes: number): void;
  /** Rejects with the error that prevented reading the file, or with `cancelled.by-user`. */
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
/** Enough to saturate a fast network, with a quarter of the maximum memory. */
const aheadAtOnce = 8;

/** Hashes on a thread without requests; `signal` stops it. A failure is reported when the result is requested. */
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

// Up to where a file that arrives in ranges, in any order, is complete from its start.

/** In bytes. */
interface Range {
  readonly offset: number;
  readonly length: number;
}

interface Frontier {
  /** A range is there. None overlaps another. */
  add(range: Range): void;
  readableBytes(): number;
}

/** @param done ranges that are there already */
export function createFrontier(done: readonly Range[]): Frontier {
  /** Ends of the ranges beyond it, by their starts. */
  const ends = new Map<number, number>();
  let readableBytes = 0;
  const add = ({ offset, length }: Range): void => {
    ends.set(offset, offset + length);
    for (let end = ends.get(readableBytes); end !== undefined; end = ends.get(readableBytes)) {
      ends.delete(readableBytes);
      readableBytes = end;
    }
  };
  for (const range of done) add(range);
  return { add, readableBytes: () => readableBytes };
}
