// The batches that a job has in flight: assigns slots, follows the rate and the throttling of the service, and
// determines the number and size of batches. The job defines what a batch is, and what its failure means.
import { setMaxListeners } from 'node:events';
import type { RestAccount } from '../../azure/account';
import type { Clock } from '../../ports';
import { type Pace, adjustPace, startPace } from './pace';

export interface PacedSendsOptions {
  readonly account: RestAccount;
  readonly clock: Clock;
  /** Values other than `auto` are fixed. */
  readonly wish?: PaceWish;
  readonly onPace: (pace: Pace) => void;
  readonly onPushback: (pushback: Pushback) => void;
  readonly onAnswer?: () => void;
}

export interface PaceWish {
  readonly batchSize: number | 'auto';
  readonly concurrency: number | 'auto';
}

const pollEveryMs = 500;
const anyPace: PaceWish = { batchSize: 'auto', concurrency: 'auto' };

export class PacedSends {
  /** The account to send with; its throttling slows the sends down. */
  readonly account: RestAccount;
  readonly #options: PacedSendsOptions;
  readonly #wish: PaceWish;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #stop = new AbortController();
  #state;
  #seen;

  constructor(options: PacedSendsOptions) {
    const { account, clock, wish = anyPace, onPace, onPushback, onAnswer } = options;
    this.#options = options;
    this.#wish = wish;
    this.#state = startPace(wish.batchSize, wish.concurrency);
    this.#seen = freshView(clock.monotonic());
    // More batches in flight listen to it than Node considers normal.
    setMaxListeners(0, this.#stop.signal);
    const pushedBack = (pushback: Pushback): void => {
      this.#seen.throttled += pushback.throttled;
      this.#seen.timeouts += pushback.timeouts;
      onPushback(pushback);
    };
    this.account = watchedAccount(account, pushedBack, onAnswer);
    onPace(this.#state.pace);
  }

  get pace(): Pace {
    return this.#state.pace;
  }

  /** For the requests in flight; aborted by `stop`. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Resolves when another batch may be sent. */
  async takeSlot(): Promise<void> {
    while (this.#inFlight.size >= this.pace.concurrency) await Promise.race(this.#inFlight);
  }

  /**
   * Counts the work as in flight until it is settled, and resolves then, even if it fails.
   * @param work returns the number of rows it wrote
   */
  add(work: Promise<number>): Promise<void> {
    const sent: Promise<void> = work
      .then(
        (rows) => {
          this.#seen.rows += rows;
        },
        () => undefined,
      )
      .then(() => {
        this.#inFlight.delete(sent);
        this.#follow();
      });
    this.#inFlight.add(sent);
    return sent;
  }

  /** Resolves when everything that is in flight now has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  /** Aborts the requests in flight. */
  stop(): void {
    this.#stop.abort();
  }

  #follow(): void {
    this.#seen.isSaturated &&= this.#inFlight.size >= this.pace.concurrency - 1;
    const atMs = this.#options.clock.monotonic();
    const spanMs = atMs - this.#seen.atMs;
    if (spanMs < pollEveryMs) return;
    const { throttled, timeouts, isSaturated: saturated } = this.#seen;
    const rowsPerSecond = (this.#seen.rows / spanMs) * 1000;
    const before = this.#state;
    this.#state = adjustPace(before, { atMs, rowsPerSecond, saturated, throttled, timeouts }, this.#wish);
    if (this.#state.pace !== before.pace) this.#options.onPace(this.#state.pace);
    this.#seen = freshView(atMs);
  }
}

function freshView(atMs: number) {
  return { atMs, rows: 0, throttled: 0, timeouts: 0, isSaturated: true };
}

export interface Pushback {
  readonly throttled: number;
  readonly timeouts: number;
}

/**
 * The same account. `onPushback` is called for every request that will be retried, `answered` for every one that has
 * succeeded.
 */
function watchedAccount(
  account: RestAccount,
  onPushback: (pushback: Pushback) => void,
  answered: () => void = () => undefined,
): RestAccount {
  return {
    descriptor: account.descriptor,
    send: async (request) => {
      const response = await account.send({
        ...request,
        onRetry: (cause, next) => {
          const isBusy = cause === '429' || cause === '503' || cause.startsWith('throttled.');
          onPushback({ throttled: isBusy ? 1 : 0, timeouts: cause === 'network.timeout' || cause === '500' ? 1 : 0 });
          request.onRetry?.(cause, next);
        },
      });
      answered();
      return response;
    },
    slowdownMs: () => account.slowdownMs(),
    dispose: () => account.dispose(),
  };
}
