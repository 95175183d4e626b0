// The threads that read inputs: starts one per task and retains an idle one for a while, because its code is compiled
// and warm, and a check is usually followed by the import of the same file.
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
/** As long as a user reads the result of a check. */
const defaultIdleMs = 60_000;

interface IdleThread {
  readonly worker: Worker;
  /** Cancels the timer of the idle thread. */
  readonly leave: () => void;
}

/** @param workerPath of the built program of worker/index.ts */
export function createReadingThreads(workerPath: string, idleMs = defaultIdleMs): ReadingThreads {
  let idle: IdleThread | null = null;
  let isDisposed = false;

  const keep = (worker: Worker): void => {
    if (isDisposed || idle !== null) {
      void worker.terminate();
      return;
    }
    const timer = setTimeout(() => void dropIdle(), idleMs);
    // Neither the timer nor the thread prevents the process from exiting.
    timer.unref();
    worker.unref();
    const leave = (): void => {
      clearTimeout(timer);
      worker.off('exit', leave).off('error', leave);
      idle = null;
    };
    worker.on('exit', leave).on('error', leave);
    idle = { worker, leave };
    const rest: ToReader = { t: 'rest' };
    worker.postMessage(rest);
  };
  const takeIdle = (): Worker | null => {
    const worker = idle?.worker ?? null;
    idle?.leave();
    worker?.ref();
    return worker;
  };
  const dropIdle = async (): Promise<void> => {
    await takeIdle()?.terminate();
  };

  return {
    start: (task) => readOn(takeIdle() ?? new Worker(workerPath, { resourceLimits: memory }), task, keep),
    dispose: async () => {
      isDisposed = true;
      await dropIdle();
    },
  };
}
