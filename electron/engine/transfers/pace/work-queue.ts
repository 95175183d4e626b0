// What a job has still to begin, handed out one by one. Ends when it is closed and empty.

export interface WorkQueue<T> {
  length(): number;
  /** Resolves when fewer than `count` wait, or when it takes nothing more. For one who asks at a time. */
  roomBelow(count: number): Promise<void>;
  /** `closed`: it came too late. */
  push(item: T): 'taken' | 'closed';
  /** The next item; null when nothing will come any more. */
  next(): Promise<T | null>;
  /** Nothing more comes; what is in it is handed out still. */
  close(): void;
  /** As `close`, and nothing more is handed out. */
  drop(): void;
}

/** For one taker at a time. */
export function createWorkQueue<T>(): WorkQueue<T> {
  let items: (T | undefined)[] = [];
  let taken = 0;
  let closed = false;
  let wake: () => void = () => undefined;
  let room: { readonly below: number; readonly enter: () => void } | null = null;
  const length = (): number => items.length - taken;
  const letIn = (): void => {
    if (room === null || (!closed && length() >= room.below)) return;
    room.enter();
    room = null;
  };
  return {
    length,
    roomBelow: (count) =>
      new Promise((resolve) => {
        room = { below: count, enter: resolve };
        letIn();
      }),
    push: (item) => {
      if (closed) return 'closed';
      items.push(item);
      wake();
      return 'taken';
    },
    next: async () => {
      for (;;) {
        if (taken < items.length) {
          const item = items[taken] as T;
          items[taken] = undefined;
          taken += 1;
          // Taken items are let go in larger steps: shifting a long list one by one is slow.
          if (taken >= 1024) {
            items = items.slice(taken);
            taken = 0;
          }
          letIn();
          return item;
        }
        if (closed) return null;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => {
      closed = true;
      wake();
      letIn();
    },
    drop: () => {
      closed = true;
      items = [];
      taken = 0;
      wake();
      letIn();
    },
  };
}
