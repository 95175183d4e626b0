// What the page that is due waits for: why the service was not done with a request of its, and when that is sent again.
import type { PageWait } from '@shared/model/query-page';
import type { ServiceRequest } from '../azure/account';
import type { Clock } from '../ports';

type Held = Parameters<NonNullable<ServiceRequest['onHeld']>>[0];
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

  /** A pause of the account that this page did not cause is told as such, and its own refusal as long as that stands. */
  readonly noteHeld = ({ attempt, afterMs }: Held): void => {
    const isOwn = this.#latest?.why === 'throttled' && this.#latest.attempt === attempt;
    const dueMs = this.#clock.monotonic() + afterMs;
    this.#latest = { why: isOwn ? 'throttled' : 'held', attempt, dueMs };
  };

  /** While nothing of the page was refused or held: null. Of several requests the one of which that was last told. */
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
