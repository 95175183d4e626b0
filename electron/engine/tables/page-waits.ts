// What the pending page waits for: why the service refused or failed one of its requests, and when that is retried.
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

  /** A wait of the account that another request caused is reported as such; the page's own refusal takes precedence. */
  readonly noteHeld = ({ attempt, afterMs }: Held): void => {
    const isOwn = this.#latest?.why === 'throttled' && this.#latest.attempt === attempt;
    const dueMs = this.#clock.monotonic() + afterMs;
    this.#latest = { why: isOwn ? 'throttled' : 'held', attempt, dueMs };
  };

  /** Null while no request of the page was refused or held back; with several requests, the latest report. */
  get now(): PageWait | null {
    if (this.#latest === null) return null;
    const { dueMs, ...rest } = this.#latest;
    return { ...rest, dueInMs: Math.max(0, dueMs - this.#clock.monotonic()) };
  }

  /** The service has answered, or the page is no longer wanted. */
  end(): void {
    this.#latest = null;
  }
}

function whyOf(cause: string): PageWait['why'] {
  if (cause === '503' || cause === '429') return 'throttled';
  return /^\d+$/.test(cause) ? 'failing' : 'line';
}
