// What the page that is due waits for: why the service was not done with a request of its, and when that is sent again.
import type { PageWait } from '@shared/model/query-page';
import type { ServiceRequest } from '../azure/account';
import type { Clock } from '../ports';

type Retry = Parameters<NonNullable<ServiceRequest['onRetry']>>;

export class PageWaits {
  readonly #clock: Clock;
  #latest: (Omit<PageWait, 'dueInMs'> & { readonly dueMs: number }) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly noteRetry = (...[cause, { attempt, afterMs }]: Retry): void => {
    this.#latest = { why: whyOf(cause), attempt, dueMs: this.#clock.monotonic() + afterMs };
  };

  /** While nothing of the page was refused: null. Of several requests the one that was refused last. */
  get now(): PageWait | null {
    if (this.#latest === null) return null;
    const { dueMs, ...rest } = this.#latest;
    return { ...rest, dueInMs: Math.max(0, dueMs - this.#clock.monotonic()) };
  }

  /** The service has answered, or nobody asks any more. */
  end(): void {
    this.#latest = null;
  }
}

function whyOf(cause: string): PageWait['why'] {
  if (cause === '503' || cause === '429') return 'throttled';
  return /^\d+$/.test(cause) ? 'failing' : 'line';
}
