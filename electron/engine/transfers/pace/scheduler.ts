// Decides which request of a job runs next: at most `limit` in flight, one lane per file served round robin, and no
// request starts before its memory is reserved and the rate limit and the account allow it.
import { StowageError, cancelled } from '@shared/errors';
import type { MemoryBudget } from './memory-budget';
import type { RateCap } from './rate-cap';

export interface SchedulerPorts {
  /** Maximum number of requests in flight; asked for each time. */
  readonly limit: () => number;
  readonly memory: MemoryBudget;
  readonly cap: RateCap;
  /** Resolves when the account is not throttled, with the time it was. */
  readonly accountReady: (signal: AbortSignal) => Promise<void>;
  /** Called with the time lost to the rate limit. */
  readonly onCapWait: (ms: number) => void;
  readonly signal: AbortSignal;
}

export interface Scheduler {
  inFlight(): number;
  /**
   * Opens the lane of one file. Requests waiting in it are cancelled when its signal aborts. `onAsked` is called when
   * the file has asked for a slot.
   */
  openLane(file: AbortSignal, onAsked?: () => void): Lane;
  /**
   * Announces a file that is being opened and will ask for a slot. Returns a function to say that it has asked, or
   * never will; further calls have no effect.
   */
  expect(): () => void;
  /** Resolves when another file should be opened, because the open ones cannot fill all slots. */
  hungry(): Promise<void>;
  /** Call it after the limit was raised. */
  poke(): void;
}

export interface Lane {
  /** Runs one request that holds `bytes` of memory and moves as many over the network. */
  run<T>(bytes: number, work: () => Promise<T>): Promise<T>;
  /**
   * Runs everything that `next` returns, asking only when a slot is near, and again after each request that ended,
   * since that may leave more to do. Resolves when nothing is left or in flight. Rejects with the first failure after
   * the requests in flight have ended. `atMost`: how many of them at once, at least one; asked for each time.
   */
  runAll<T>(
    next: () => T | null,
    bytesOf: (item: T) => number,
    work: (item: T) => Promise<void>,
    atMost?: () => number,
  ): Promise<void>;
}

interface Waiting {
  readonly bytes: number;
  readonly start: () => Promise<void>;
  readonly cancel: () => void;
}

/** A waiting request of one lane. */
interface Queue {
  readonly waiting: Waiting[];
  readonly emptied: () => void;
}

export function createScheduler(ports: SchedulerPorts): Scheduler {
  /** Lanes with waiting requests, in the order of their turns. */
  const lanes: Queue[] = [];
  let queued = 0;
  let expected = 0;
  let inFlight = 0;
  let waitingForMemory = false;
  const hungry: (() => void)[] = [];

  const enqueue = (lane: Queue, waiting: Waiting): void => {
    if (lane.waiting.push(waiting) === 1) lanes.push(lane);
    queued += 1;
  };
  const takeNext = (): Waiting | undefined => {
    const lane = lanes.shift();
    const next = lane?.waiting.shift();
    if (lane === undefined || next === undefined) return undefined;
    if (lane.waiting.length > 0) lanes.push(lane);
    else lane.emptied();
    queued -= 1;
    return next;
  };

  const pump = (): void => {
    while (!waitingForMemory && inFlight < ports.limit()) {
      const next = takeNext();
      if (next === undefined) break;
      inFlight += 1;
      const release = ports.memory.tryReserve(next.bytes);
      if (release !== null) void perform(next, release);
      else void waitForMemory(next);
    }
    while (hungry.length > 0 && inFlight + queued + expected < ports.limit()) hungry.shift()?.();
  };

  // Only one request waits for memory, so that a large block keeps its turn.
  const waitForMemory = async (next: Waiting): Promise<void> => {
    waitingForMemory = true;
    try {
      const release = await ports.memory.reserve(next.bytes, ports.signal);
      waitingForMemory = false;
      void perform(next, release);
      pump();
    } catch {
      waitingForMemory = false;
      inFlight -= 1;
      next.cancel();
    }
  };

  const perform = async (next: Waiting, release: () => void): Promise<void> => {
    try {
      ports.onCapWait(await ports.cap.take(next.bytes, ports.signal));
      await ports.accountReady(ports.signal);
      await next.start();
    } catch {
      next.cancel();
    } finally {
      release();
      inFlight -= 1;
      pump();
    }
  };

  ports.signal.addEventListener(
    'abort',
    () => {
      queued = 0;
      for (const { waiting } of lanes.splice(0)) for (const { cancel } of waiting.splice(0)) cancel();
      for (const wake of hungry.splice(0)) wake();
    },
    { once: true },
  );

  const openLane = (file: AbortSignal, onAsked?: () => void): Lane => {
    let listens = false;
    const lane: Queue = {
      waiting: [],
      emptied: () => {
        if (listens) file.removeEventListener('abort', leave);
        listens = false;
      },
    };
    const leave = (): void => {
      const at = lanes.indexOf(lane);
      if (at === -1) return;
      lanes.splice(at, 1);
      queued -= lane.waiting.length;
      for (const { cancel } of lane.waiting.splice(0)) cancel();
      pump();
    };
    const run = <T>(bytes: number, work: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        if (ports.signal.aborted || file.aborted) {
          reject(cancelled());
          return;
        }
        enqueue(lane, {
          bytes,
          start: async () => {
            try {
              resolve(await work());
            } catch (error) {
              reject(StowageError.from(error));
            }
          },
          cancel: () => reject(cancelled()),
        });
        onAsked?.();
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
    hungry: () =>
      new Promise((resolve) => {
        hungry.push(resolve);
        if (ports.signal.aborted) hungry.splice(0).forEach((wake) => wake());
        else pump();
      }),
    poke: pump,
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
  work: (item: T) => Promise<void>,
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
