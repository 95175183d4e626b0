// Which jobs run and which wait in the queue. A fixed number runs at once; the user may start a job beyond that, or
// reorder the waiting ones.

export interface TurnQueue {
  /** Number of jobs that run now. */
  readonly moving: number;
  /** Resolves when it is the job's turn; every job must `leave` afterwards. */
  enter(jobId: string): Promise<void>;
  leave(jobId: string): void;
  /** Starts a waiting job regardless of how many run; does nothing when it is not waiting. */
  startNow(jobId: string): void;
  /** Puts a waiting job before another one, or last. */
  reorder(jobId: string, before: string | null): void;
  /** 1 for the next one; null when the job does not wait. */
  positionOf(jobId: string): number | null;
}

interface Waiting {
  readonly jobId: string;
  readonly start: () => void;
}

/** Ids of jobs. */
export interface TurnOrder {
  /** In no order. */
  readonly moving: readonly string[];
  /** The next one first. */
  readonly waiting: readonly string[];
}

/** `onOrder`: called when a job starts to wait or is moved. */
export function createTurnQueue(atOnce: number, onOrder: (order: TurnOrder) => void = () => undefined): TurnQueue {
  const waiting: Waiting[] = [];
  const moving = new Set<string>();

  const indexOf = (jobId: string): number => waiting.findIndex((one) => one.jobId === jobId);
  const remove = (jobId: string): Waiting | undefined => {
    const at = indexOf(jobId);
    return at === -1 ? undefined : waiting.splice(at, 1)[0];
  };
  const notifyOrder = (): void => onOrder({ moving: [...moving], waiting: waiting.map(({ jobId }) => jobId) });
  const start = (one: Waiting | undefined): void => {
    if (one === undefined) return;
    moving.add(one.jobId);
    one.start();
  };

  return {
    get moving() {
      return moving.size;
    },
    enter: (jobId) => {
      if (moving.size < atOnce) {
        moving.add(jobId);
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        waiting.push({ jobId, start: resolve });
        notifyOrder();
      });
    },
    leave: (jobId) => {
      moving.delete(jobId);
      if (moving.size < atOnce) start(waiting.shift());
    },
    startNow: (jobId) => start(remove(jobId)),
    reorder: (jobId, before) => {
      if (jobId === before) return;
      const one = remove(jobId);
      if (one === undefined) return;
      const at = before === null ? -1 : indexOf(before);
      waiting.splice(at === -1 ? waiting.length : at, 0, one);
      notifyOrder();
    },
    positionOf: (jobId) => {
      const at = indexOf(jobId);
      return at === -1 ? null : at + 1;
    },
  };
}
