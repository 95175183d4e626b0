// Work that a job has still to begin, handed out item by item. Ends when it is closed and empty.

export interface WorkQueue<T> {
  length(): number;
  /** Resolves when fewer than `count` items wait, or when the queue is closed. For a single caller at a time. */
  roomBelow(count: number): Promise<void>;
  /** `closed`: the queue takes nothing more. */
  push(item: T): 'taken' | 'closed';
  /** Before all others. */
  pushFirst(item: T): 'taken' | 'closed';
  /** Takes one out of its turn; null when it does not wait. */
  withdraw(isMeant: (item: T) => boolean): T | null;
  /** Resolves when an item waits, or when no more will come. */
  whenSome(): Promise<'some' | 'closed'>;
  /** The next item; null when none waits. */
  next(): T | null;
  /** Takes nothing more; the items in it are still handed out. */
  close(): void;
  /** As `close`, and drops the items. */
  drop(): void;
}

/** For a single consumer at a time. */
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
    pushFirst: (item) => {
      if (closed) return 'closed';
      if (taken > 0) items[(taken -= 1)] = item;
      else items.unshift(item);
      wake();
      return 'taken';
    },
    withdraw: (isMeant) => {
      const at = items.findIndex((item, index) => index >= taken && isMeant(item as T));
      if (at === -1) return null;
      const [item] = items.splice(at, 1);
      letIn();
      return item as T;
    },
    whenSome: async () => {
      while (length() === 0) {
        if (closed) return 'closed';
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return 'some';
    },
    next: () => {
      if (length() === 0) return null;
      const item = items[taken] as T;
      items[taken] = undefined;
      taken += 1;
      // Items are removed in larger steps, because shifting a long array is slow.
      if (taken >= 1024) {
        items = items.slice(taken);
        taken = 0;
      }
      letIn();
      return item;
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
