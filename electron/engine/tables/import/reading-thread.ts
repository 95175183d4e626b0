// One task of a thread that reads an input, on the engine's side: receives what the thread sends, and releases it.
import type { Worker } from 'node:worker_threads';
import { StowageError, cancelled, invalidInput, unforeseen } from '@shared/errors';
import { currentLocale } from '@shared/strings/locale';
import { t } from '@shared/strings/t';
import { MiB } from '@shared/units';
import { failureOfThread } from '@shared/thread-failure';
import { watchGrowth } from '../../runtime/watch-growth';
import type { ReadRow } from './parts/rejection';
import type { FromReader, ReadingTask, ToReader } from './worker/messages';

/** Other work of the process grows too, but not by so much within seconds. */
const maxGrowthBytes = 1_024 * MiB;

type Rows = readonly ReadRow[];
export type Handed = Exclude<FromReader, { readonly t: 'rows' | 'failed' }>;

export interface ReadingThread {
  /** Waits for the next message. @throws StowageError of the thread, `cancelled.by-user` after `dispose` */
  next(): Promise<Handed>;
  /** The original rows of a batch that was not released yet. Throws as `next`. */
  rowsOf(batch: number): Promise<Rows>;
  /** Releases a batch or a group of rejected rows. @param memory the batch's body, to be reused; null without one */
  release(id: number, memory: ArrayBuffer | null): void;
  /** Returns the thread when its task is done; otherwise terminates it. */
  dispose(): Promise<void>;
}

/** @param giveBack called with the thread when it is ready for another task */
export function readOn(worker: Worker, task: ReadingTask, giveBack: (worker: Worker) => void): ReadingThread {
  const waiting: Handed[] = [];
  const pending = new Map<number, { resolve: (rows: Rows) => void; reject: (error: StowageError) => void }>();
  let failure: StowageError | null = null;
  let isDone = false;
  let wake: () => void = () => undefined;
  const fail = (error: StowageError): void => {
    failure ??= error;
    for (const { reject } of pending.values()) reject(failure);
    pending.clear();
    wake();
  };
  const post = (message: ToReader, transfer: readonly ArrayBuffer[] = []): void =>
    worker.postMessage(message, transfer);
  const receive = (message: FromReader): void => {
    if (message.t === 'failed') fail(failureOfThread(message));
    else if (message.t === 'rows') {
      pending.get(message.id)?.resolve(message.rows);
      pending.delete(message.id);
    } else {
      isDone = message.t === 'end' || message.t === 'checked';
      waiting.push(message);
      wake();
    }
  };
  const end = (how: Error | number): void => fail(failure ?? (isOutOfMemory(how) ? tooMuch() : unforeseen(lost(how))));
  const broke = (error: Error): void => end(error);
  const exited = (code: number): void => end(code);
  worker.on('message', receive).on('error', broke).on('exit', exited);
  // The limit of the thread covers its heap, and buffers and long texts are outside of it.
  const unwatch = watchGrowth(maxGrowthBytes, () => {
    fail(failure ?? tooMuch());
    void worker.terminate();
  });
  post({ t: 'task', task, locale: currentLocale() });
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
        pending.set(batch, { resolve, reject });
        post({ t: 'tell-rows', id: batch });
      }),
    release: (id, memory) => post({ t: 'release', id, memory }, memory === null ? [] : [memory]),
    dispose: async () => {
      const isReusable = isDone && failure === null;
      waiting.length = 0;
      unwatch();
      fail(cancelled());
      worker.off('message', receive).off('exit', exited);
      if (isReusable) {
        worker.off('error', broke);
        giveBack(worker);
      } else await worker.terminate();
    },
  };
}

function isOutOfMemory(how: Error | number): boolean {
  return typeof how !== 'number' && (how as { readonly code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';
}

function tooMuch(): StowageError {
  const fix = t`Write the file again with less in each part, or choose another format.`;
  return invalidInput(t`Input`, t`reading it takes more memory than an import may use.`, fix);
}

/** `how`: the error that ended it, or its exit code. */
function lost(how: Error | number): StowageError {
  if (typeof how !== 'number') {
    return new StowageError('bug.unexpected', 'The thread that reads the input ended unexpectedly.', { cause: how });
  }
  return new StowageError('bug.unexpected', `The thread that reads the input ended unexpectedly, with code ${how}.`);
}
