// The threads that read inputs: starts one for each task, and keeps one whose task is done for a while, because its program
// is compiled and warm: a check is mostly followed by the import of the same file.
import { Worker } from 'node:worker_threads';
import { type ReadingThread, readOn } from './reading-thread';
import type { ReadingTask, ToReader } from './worker/messages';

export interface ReadingThreads {
  start(task: ReadingTask): ReadingThread;
  /** Ends the thread that is kept; those that have a task are ended by whoever has it. */
  dispose(): Promise<void>;
}

/**
 * Memory of a thread, MiB. What it keeps is bounded; the limit makes sweeping it come in time instead of letting it grow
 * with the input.
 */
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };
/** As long as a person looks at what a check found. */
const usualIdleMs = 60_000;

interface Kept {
  readonly worker: Worker;
  /** It is no longer kept. */
  readonly leave: () => void;
}

/** @param workerPath of the built program of worker/index.ts */
export function createReadingThreads(workerPath: string, idleMs = usualIdleMs): ReadingThreads {
  let kept: Kept | null = null;
  let isDisposed = false;

  const keep = (worker: Worker): void => {
    if (isDisposed || kept !== null) {
      void worker.terminate();
      return;
    }
    const timer = setTimeout(() => void dropKept(), idleMs);
    // Neither keeps the program running.
    timer.unref();
    worker.unref();
    const leave = (): void => {
      clearTimeout(timer);
      worker.off('exit', leave).off('error', leave);
      kept = null;
    };
    worker.on('exit', leave).on('error', leave);
    kept = { worker, leave };
    const rest: ToReader = { t: 'rest' };
    worker.postMessage(rest);
  };
  const takeKept = (): Worker | null => {
    const worker = kept?.worker ?? null;
    kept?.leave();
    worker?.ref();
    return worker;
  };
  const dropKept = async (): Promise<void> => {
    await takeKept()?.terminate();
  };

  return {
    start: (task) => readOn(takeKept() ?? new Worker(workerPath, { resourceLimits: memory }), task, keep),
    dispose: async () => {
      isDisposed = true;
      await dropKept();
    },
  };
}
