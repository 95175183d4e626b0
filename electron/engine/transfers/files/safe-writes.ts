// Makes downloaded bytes durable before anything relies on them: ranges are recorded, and small files get their names,
// only after their bytes are on disk.
import type { FileHandle } from 'node:fs/promises';
import { StowageError, type ErrorShape, unforeseen } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import { MiB } from '@shared/units';
import { localError } from '../../../disk/local-error';
import type { Finish } from '../worker/small-files';

export interface RangeKeeper {
  /** A range was written. */
  add(block: { readonly number: BlockNumber; readonly length: number; readonly sum: number }): void;
  /** Resolves when everything added is on disk and recorded. Throws StowageError, also for an earlier group. */
  sync(): Promise<void>;
  /** Records what it still can, at the end. */
  close(): Promise<void>;
}

interface KeeperPorts {
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
  /** The system reports lost bytes only once; a later success does not cover them. */
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

// Finishes small downloads in groups: while one group is being synced, the next one gathers, so that the wait for the
// disk is shared and blocks no connection. A file gets its name only after its bytes are on disk.

export interface FileFinisher {
  /** Resolves when few enough files wait for the disk. */
  room(): Promise<void>;
  /** Syncs a written temporary file and gives it its final name. Throws StowageError; the temporary file stays then. */
  finish(file: Finish): Promise<void>;
}

/** Large enough to share the wait, small enough that little is repeated after a crash. */
const groupFiles = 128;
const maxWaiting = 2 * groupFiles;

interface Waiting {
  readonly file: Finish;
  readonly resolve: () => void;
  readonly reject: (error: StowageError) => void;
}

/** `finishGroup` answers in order, with null for each finished file. */
export function createFileFinisher(
  finishGroup: (files: readonly Finish[]) => Promise<readonly (ErrorShape | null)[]>,
): FileFinisher {
  let waiting: Waiting[] = [];
  let running = 0;
  const wanted: (() => void)[] = [];

  const settle = (group: readonly Waiting[], errors: readonly (ErrorShape | null | undefined)[]): void => {
    group.forEach(({ resolve, reject }, index) => {
      const error = errors[index];
      if (error === null) resolve();
      else reject(error === undefined ? unanswered() : failureOf(error));
    });
  };
  const run = async (): Promise<void> => {
    const group = waiting.slice(0, groupFiles);
    waiting = waiting.slice(groupFiles);
    running = group.length;
    try {
      settle(group, await finishGroup(group.map(({ file }) => file)));
    } catch (error) {
      for (const { reject } of group) reject(StowageError.from(error));
    }
    running = 0;
    if (waiting.length > 0) void run();
    while (wanted.length > 0 && waiting.length + running < maxWaiting) wanted.shift()?.();
  };

  return {
    room: () =>
      waiting.length + running < maxWaiting ? Promise.resolve() : new Promise((resolve) => wanted.push(resolve)),
    finish: (file) =>
      new Promise((resolve, reject) => {
        waiting.push({ file, resolve, reject });
        if (running === 0) void run();
      }),
  };
}

/** The thread that finishes files has no separate log. */
function failureOf(shape: ErrorShape): StowageError {
  const error = StowageError.fromShape(shape);
  return error.kind === 'bug' ? unforeseen(error) : error;
}

function unanswered(): StowageError {
  return new StowageError('bug.unexpected', 'A group of files was finished without an answer for each.');
}
