// Decides which request of a job runs next: at most `limit` in flight, one lane per file served round robin, and no
// request starts before its memory is reserved and the rate limit and the account allow it.
import { StowageError, cancelled } from '@shared/errors';
import { type LaneQueue, LaneTurns } from './lane-turns';
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
  whenFileWanted(): Promise<void>;
  /** Call it after the limit was raised. */
  limitRaised(): void;
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

export function createScheduler(ports: SchedulerPorts): Scheduler {
  const turns = new LaneTurns<Waiting>();
  let expected = 0;
  let inFlight = 0;
  let waitingForMemory = false;
  const wantingFiles: (() => void)[] = [];

  const pump = (): void => {
    while (!waitingForMemory && inFlight < ports.limit()) {
      const next = turns.takeNext();
      if (next === undefined) break;
      inFlight += 1;
      const release = ports.memory.tryReserve(next.bytes);
      if (release !== null) void perform(next, release);
      else void waitForMemory(next);
    }
    while (wantingFiles.length > 0 && inFlight + turns.count + expected < ports.limit()) wantingFiles.shift()?.();
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
      for (const { cancel } of turns.clearAll()) cancel();
      for (const wake of wantingFiles.splice(0)) wake();
    },
    { once: true },
  );

  const openLane = (file: AbortSignal, onAsked?: () => void): Lane => {
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
