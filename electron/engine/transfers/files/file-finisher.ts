// Finishes small downloads in groups: while one group is being synced, the next one gathers, so that the wait for the
// disk is shared and blocks no connection. A file gets its name only after its own bytes are on disk.
import { type ErrorShape, StowageError, unforeseen } from '@shared/errors';
import type { Finish } from '../worker/small-files';

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

/** The thread that finishes files has no log of its own. */
function failureOf(shape: ErrorShape): StowageError {
  const error = StowageError.fromShape(shape);
  return error.kind === 'bug' ? unforeseen(error) : error;
}

function unanswered(): StowageError {
  return new StowageError('bug.unexpected', 'A group of files was finished without an answer for each.');
}
