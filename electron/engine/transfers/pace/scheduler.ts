// Decides which request of a job runs next: at most `limit` in flight, and no more bytes than the network finishes in
// time, one lane per file served round robin, and no request starts before the rate limit and the account allow it and
// its memory is reserved. Memory comes last, because all jobs share it: a request that waits for anything else holds
// none.
import { StowageError, cancelled } from '@shared/errors';
import type { MemoryBudget } from './memory-budget';
import type { RateCap } from './rate-cap';

export interface SchedulerPorts {
  /** Maximum number of requests in flight; evaluated each time. */
  readonly limit: () => number;
  /** Maximum number of their bytes; one request runs whatever its size. Default: any number. */
  readonly limitBytes?: () => number;
  readonly memory: MemoryBudget;
  readonly cap: RateCap;
  /** Resolves when the account can be reached and is not throttled. */
  readonly accountReady: (signal: AbortSignal) => Promise<void>;
  /** Called with the time lost to the rate limit. */
  readonly onCapWait: (ms: number) => void;
  readonly signal: AbortSignal;
}

export interface Scheduler {
  inFlight(): number;
  inFlightBytes(): number;
  /**
   * Opens the lane of one file. Whatever its requests wait for, they are cancelled when its signal aborts, which the
   * signal of the job must trigger. `onRequested` is called when the file has requested a slot.
   */
  openLane(file: AbortSignal, onRequested?: () => void): Lane;
  /**
   * Announces a file that is being opened and will request a slot. Returns a function to call once it has requested
   * one, or never will; further calls have no effect.
   */
  expect(): () => void;
  /** Resolves when another file should be opened, because the open ones cannot fill all slots. */
  whenFileWanted(): Promise<void>;
  /** Call it after the limit was raised. */
  limitRaised(): void;
}

export interface Lane {
  /** Runs one request that holds `bytes` of memory and moves as many over the network. */
  run<T>(bytes: number, work: () => Promise<T>): Promise<T>;
  /**
   * Runs everything that `next` returns, calling it only when a slot is near, and again after each request that ended,
   * since that may leave more to do. Resolves when nothing is left or in flight. Rejects with the first failure after
   * the requests in flight have ended. `work` may return a function to be awaited without a slot before `next` is
   * called again. `atMost`: the maximum number running concurrently, at least one; evaluated each time.
   */
  runAll<T>(
    next: () => T | null,
    bytesOf: (item: T) => number,
    work: (item: T) => Promise<unknown>,
    atMost?: () => number,
  ): Promise<void>;
}

interface Waiting {
  readonly bytes: number;
  readonly signal: AbortSignal;
  readonly start: () => Promise<void>;
  readonly cancel: () => void;
}

export function createScheduler(ports: SchedulerPorts): Scheduler {
  const turns = new RoundRobinLanes<Waiting>();
  let expected = 0;
  let inFlight = 0;
  let inFlightBytes = 0;
  let waitForMemory = 0;
  const wantingFiles: (() => void)[] = [];

  const fits = (bytes: number): boolean =>
    inFlightBytes === 0 || inFlightBytes + bytes <= (ports.limitBytes?.() ?? Infinity);

  const pump = (): void => {
    // Who waits for memory would only be joined by others.
    while (waitForMemory === 0 && inFlight < ports.limit()) {
      const { next } = turns;
      if (next === undefined || !fits(next.bytes)) break;
      turns.takeNext();
      inFlight += 1;
      inFlightBytes += next.bytes;
      void perform(next);
    }
    while (wantingFiles.length > 0 && inFlight + turns.count + expected < ports.limit()) wantingFiles.shift()?.();
  };

  const perform = async (next: Waiting): Promise<void> => {
    const { bytes, signal } = next;
    let release: (() => void) | null = null;
    try {
      ports.onCapWait(await ports.cap.take(bytes, signal));
      await ports.accountReady(signal);
      release = ports.memory.tryReserve(bytes) ?? (await memoryFor(next));
      await next.start();
    } catch {
      next.cancel();
    } finally {
      release?.();
      inFlight -= 1;
      inFlightBytes -= bytes;
      pump();
    }
  };

  const memoryFor = async ({ bytes, signal }: Waiting): Promise<() => void> => {
    waitForMemory += 1;
    try {
      return await ports.memory.reserve(bytes, signal);
    } finally {
      waitForMemory -= 1;
      pump();
    }
  };

  ports.signal.addEventListener(
    'abort',
    () => {
      for (const { cancel } of turns.clearAll()) cancel();
      for (const wake of wantingFiles.splice(0)) wake();
    },
    { once: true },
  );

  const openLane = (file: AbortSignal, onRequested?: () => void): Lane => {
    let listens = false;
    const lane: LaneQueue<Waiting> = {
      waiting: [],
      onEmptied: () => {
        if (listens) file.removeEventListener('abort', leave);
        listens = false;
      },
    };
    const leave = (): void => {
      const left = turns.clear(lane);
      if (left.length === 0) return;
      for (const { cancel } of left) cancel();
      pump();
    };
    const run = <T>(bytes: number, work: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        if (ports.signal.aborted || file.aborted) {
          reject(cancelled());
          return;
        }
        turns.add(lane, {
          bytes,
          signal: file,
          start: async () => {
            try {
              resolve(await work());
            } catch (error) {
              reject(StowageError.from(error));
            }
          },
          cancel: () => reject(cancelled()),
        });
        onRequested?.();
        pump();
        // Most requests get a slot immediately and need no notification.
        if (listens || lane.waiting.length === 0) return;
        listens = true;
        file.addEventListener('abort', leave, { once: true });
      });
    return {
      run,
      runAll: (next, bytesOf, work, atMost = () => Infinity) =>
        runAll(run, () => Math.min(ports.limit(), atMost()), next, bytesOf, work),
    };
  };

  return {
    inFlight: () => inFlight,
    inFlightBytes: () => inFlightBytes,
    openLane,
    expect: () => {
      let isExpected = true;
      expected += 1;
      return () => {
        if (!isExpected) return;
        isExpected = false;
        expected -= 1;
        pump();
      };
    },
    whenFileWanted: () =>
      new Promise((resolve) => {
        wantingFiles.push(resolve);
        if (ports.signal.aborted) wantingFiles.splice(0).forEach((wake) => wake());
        else pump();
      }),
    limitRaised: pump,
  };
}

/** Supplies the requests one by one, as `runAll` asks for them. */
export function eachOf<T>(items: Iterable<T>): () => T | null {
  const iterator = items[Symbol.iterator]();
  return () => {
    const next = iterator.next();
    return next.done === true ? null : next.value;
  };
}

function runAll<T>(
  run: Lane['run'],
  limit: () => number,
  next: () => T | null,
  bytesOf: (item: T) => number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  let outstanding = 0;
  let failure: StowageError | undefined;
  return new Promise((resolve, reject) => {
    const advance = (): void => {
      while (failure === undefined && outstanding < limit()) {
        const item = next();
        if (item === null) break;
        outstanding += 1;
        run(bytesOf(item), () => work(item))
          .then((pause) => (isPause(pause) ? pause() : undefined))
          .catch((error: unknown) => {
            failure ??= StowageError.from(error);
          })
          .finally(() => {
            outstanding -= 1;
            advance();
          });
      }
      if (outstanding > 0) return;
      if (failure !== undefined) reject(failure);
      else resolve();
    };
    advance();
  });
}

function isPause(result: unknown): result is () => Promise<void> {
  return typeof result === 'function';
}

// Waiting requests, one queue per lane: lanes are served round robin.

/** The waiting requests of one lane. */
interface LaneQueue<W> {
  readonly waiting: W[];
  /** Called when the last of them was taken in its turn. */
  readonly onEmptied: () => void;
}

class RoundRobinLanes<W> {
  /** Lanes with waiting requests, in the order in which they are served. */
  readonly #slots: LaneQueue<W>[] = [];
  #count = 0;

  /** Number of waiting requests in all lanes. */
  get count(): number {
    return this.#count;
  }

  add(lane: LaneQueue<W>, request: W): void {
    if (lane.waiting.push(request) === 1) this.#slots.push(lane);
    this.#count += 1;
  }

  /** The one that `takeNext` would take. */
  get next(): W | undefined {
    return this.#slots[0]?.waiting[0];
  }

  takeNext(): W | undefined {
    const lane = this.#slots.shift();
    const next = lane?.waiting.shift();
    if (lane === undefined || next === undefined) return undefined;
    if (lane.waiting.length > 0) this.#slots.push(lane);
    else lane.onEmptied();
    this.#count -= 1;
    return next;
  }

  /** Removes everything from one lane. */
  clear(lane: LaneQueue<W>): readonly W[] {
    const at = this.#slots.indexOf(lane);
    if (at === -1) return [];
    this.#slots.splice(at, 1);
    this.#count -= lane.waiting.length;
    return lane.waiting.splice(0);
  }

  clearAll(): readonly W[] {
    this.#count = 0;
    return this.#slots.splice(0).flatMap(({ waiting }) => waiting.splice(0));
  }
}
