// The threads that read inputs: starts one per task and keeps an idle one for a while, because its code is compiled and
// warm, and a check is usually followed by the import of the same file.
import { Worker } from 'node:worker_threads';
import { type ReadingThread, readOn } from './reading-thread';
import type { ReadingTask, ToReader } from './worker/messages';

export interface ReadingThreads {
  start(task: ReadingTask): ReadingThread;
  /** Terminates the idle thread; busy ones are terminated by their users. */
  dispose(): Promise<void>;
}

/**
 * Memory limit of a thread in MiB. Its live data is bounded; the limit makes the garbage collector run in time instead
 * of letting the heap grow with the input.
 */
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };
/** As long as a person looks at the result of a check. */
const usualIdleMs = 60_000;

interface Kept {
  readonly worker: Worker;
  /** Cancels the timer of the idle thread. */
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
    // Neither the timer nor the thread keeps the process alive.
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
