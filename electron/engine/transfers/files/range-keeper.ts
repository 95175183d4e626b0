// Records which ranges of a download are safe. A range is recorded only after its bytes are on disk, so that no record
// claims bytes that a crash lost.
import type { FileHandle } from 'node:fs/promises';
import type { StowageError } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import { MiB } from '@shared/units';
import { localError } from '../../../disk/local-error';

export interface RangeKeeper {
  /** A range was written. */
  add(block: { readonly number: BlockNumber; readonly length: number; readonly sum: number }): void;
  /** Resolves when everything added is on disk and recorded. Throws StowageError, also for an earlier group. */
  sync(): Promise<void>;
  /** Records what it still can, at the end. */
  close(): Promise<void>;
}

export interface KeeperPorts {
  /** Monotonic ms. */
  readonly monotonic: () => number;
  /** Called for each range that is on disk. */
  readonly onSafe: (number: BlockNumber, sum: number) => void;
}

/** How much work a crash may cost, in bytes and in time. While one group is being synced, the next one gathers. */
const groupBytes = 32 * MiB;
const groupMs = 2_000;

/** `path`: of the temporary file, for errors. Closes `handle` with itself. */
export function createRangeKeeper(path: string, handle: FileHandle, { monotonic, onSafe }: KeeperPorts): RangeKeeper {
  let waiting: { readonly number: BlockNumber; readonly sum: number }[] = [];
  let waitingBytes = 0;
  let sinceMs = monotonic();
  let running: Promise<void> | null = null;
  /** The system reports lost bytes once only; a later success says nothing about them. */
  let failure: StowageError | null = null;

  const syncOnce = async (): Promise<void> => {
    const safe = waiting;
    waiting = [];
    waitingBytes = 0;
    sinceMs = monotonic();
    try {
      await handle.datasync();
    } catch (error) {
      failure ??= localError(error, path);
    }
    if (failure !== null) throw failure;
    for (const { number, sum } of safe) onSafe(number, sum);
  };
  const begin = (): Promise<void> => {
    running = syncOnce().finally(() => {
      running = null;
    });
    return running;
  };
  const sync = async (): Promise<void> => {
    // A failure of the previous group is a failure of this one.
    await running?.catch(() => undefined);
    await begin();
  };

  return {
    add: ({ number, length, sum }) => {
      waiting.push({ number, sum });
      waitingBytes += length;
      const isDue = waitingBytes >= groupBytes || monotonic() - sinceMs >= groupMs;
      if (isDue && running === null) begin().catch(() => undefined);
    },
    sync,
    close: async () => {
      await running?.catch(() => undefined);
      if (waiting.length > 0) await begin().catch(() => undefined);
      await handle.close();
    },
  };
}
