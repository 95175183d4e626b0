// A thread that reads an input, seen from the engine's: starts it, takes what it hands over, ends it.
import { Worker } from 'node:worker_threads';
import { StowageError, cancelled } from '@shared/errors';
import type { ReadRow } from './refusal';
import type { FromReader, ReadingTask, ToReader } from './worker/messages';

type Rows = readonly ReadRow[];
export type Handed = Exclude<FromReader, { readonly t: 'rows' | 'failed' }>;

export interface ReadingThread {
  /** What comes next; waits for it. @throws StowageError of the thread, `cancelled.by-user` after `dispose` */
  next(): Promise<Handed>;
  /** The rows of a batch that was not released yet, as they stand in the input. Throws as `next`. */
  rowsOf(batch: number): Promise<Rows>;
  /** The batch or group of rejected rows is settled. */
  release(id: number): void;
  /** Ends the thread, whatever it is doing. */
  dispose(): Promise<void>;
}

/**
 * Memory of the thread, MiB. What it keeps is bounded; the limit makes sweeping it come in time instead of letting it grow
 * with the input.
 */
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 24 };

/** @param workerPath of the built program of worker/index.ts */
export function startReading(workerPath: string, task: ReadingTask): ReadingThread {
  const worker = new Worker(workerPath, { workerData: task, resourceLimits: memory });
  const waiting: Handed[] = [];
  const asked = new Map<number, { resolve: (rows: Rows) => void; reject: (error: StowageError) => void }>();
  let failure: StowageError | null = null;
  let wake: () => void = () => undefined;
  const fail = (error: StowageError): void => {
    failure ??= error;
    for (const { reject } of asked.values()) reject(failure);
    asked.clear();
    wake();
  };
  const post = (message: ToReader): void => worker.postMessage(message);
  worker.on('message', (message: FromReader) => {
    if (message.t === 'failed') fail(StowageError.fromShape(message.error));
    else if (message.t === 'rows') {
      asked.get(message.id)?.resolve(message.rows);
      asked.delete(message.id);
    } else {
      waiting.push(message);
      wake();
    }
  });
  worker.on('error', (error) => fail(lost(error)));
  worker.on('exit', () => fail(lost(null)));
  return {
    next: async () => {
      for (;;) {
        const message = waiting.shift();
        if (message !== undefined) return message;
        if (failure !== null) throw failure;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    rowsOf: (batch) =>
      new Promise<Rows>((resolve, reject) => {
        if (failure !== null) return reject(failure);
        asked.set(batch, { resolve, reject });
        post({ t: 'tell-rows', id: batch });
      }),
    release: (id) => post({ t: 'release', id }),
    dispose: async () => {
      waiting.length = 0;
      fail(cancelled());
      await worker.terminate();
    },
  };
}

function lost(cause: Error | null): StowageError {
  return new StowageError('bug.unexpected', 'The thread that reads the input ended unexpectedly.', { cause });
}
