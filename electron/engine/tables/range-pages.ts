// The pages of one range, one after the other. The head of a response tells where the next page starts, so that page
// can be requested while the rows of this one still arrive: service and network work at the same time.
import { cancelled } from '@shared/errors';
import { type FetchedPage, type Position, isSamePosition } from './page-fetch';

/** @param onNext called when it is known where the next page starts */
export type PageFetch<Rows> = (
  from: Position,
  onNext: (next: Position) => void,
  signal: AbortSignal,
) => Promise<FetchedPage<Rows>>;

interface Fetching<Rows> {
  readonly from: Position;
  readonly page: Promise<FetchedPage<Rows>>;
  readonly ending: AbortController;
  /** It failed before anybody asked for it, so it is requested again. */
  isStale: boolean;
  /** Null until the head of the response has arrived. */
  next: Position | null;
  /** Called with `next`. */
  onNext: ((next: Position) => void) | null;
}

export class RangePages<Rows> {
  readonly #fetch: PageFetch<Rows>;
  #current: Fetching<Rows> | null = null;
  #ahead: Fetching<Rows> | null = null;

  constructor(fetch: PageFetch<Rows>) {
    this.#fetch = fetch;
  }

  /**
   * The page that starts at `from`, which may have been requested already. One call at a time. Rejects as the fetch
   * does.
   * @param then `read-on`: requests the following page as soon as it is known where it starts
   */
  async page(from: Position, then: 'read-on' | 'stay'): Promise<FetchedPage<Rows>> {
    const early = this.#takeAhead(from);
    const fetching = early === null || early.isStale ? this.#start(from) : early;
    this.#current = fetching;
    if (then === 'read-on') {
      fetching.onNext = (next) => this.readAhead(next);
      if (fetching.next !== null) this.readAhead(fetching.next);
    }
    try {
      return await fetching.page;
    } catch (thrown) {
      throw fetching.ending.signal.aborted ? cancelled() : thrown;
    } finally {
      this.#current = null;
    }
  }

  /**
   * Requests the page that starts at `from` in advance. If that fails before the page is wanted, it is requested again.
   */
  readAhead(from: Position): void {
    if (from.kind === 'end' || (this.#ahead !== null && isSamePosition(this.#ahead.from, from))) return;
    this.#ahead?.ending.abort();
    const ahead = this.#start(from);
    this.#ahead = ahead;
    ahead.page.catch(() => {
      ahead.isStale = true;
    });
  }

  /** Requests the first page, which the caller will want for sure, so that its failure is reported too. */
  begin(from: Position): void {
    this.#ahead = this.#start(from);
  }

  /** Aborts what is under way; pending calls reject with `cancelled.by-user`. */
  stop(): void {
    this.#current?.ending.abort();
    this.#ahead?.ending.abort();
    this.#ahead = null;
  }

  #start(from: Position): Fetching<Rows> {
    const abort = new AbortController();
    const report = (next: Position): void => {
      fetching.next = next;
      fetching.onNext?.(next);
    };
    const page = this.#fetch(from, report, abort.signal);
    const fetching: Fetching<Rows> = { from, page, ending: abort, isStale: false, next: null, onNext: null };
    // The caller of `page` gets the failure; there may be no caller yet.
    page.catch(() => undefined);
    return fetching;
  }

  #takeAhead(from: Position): Fetching<Rows> | null {
    const ahead = this.#ahead;
    this.#ahead = null;
    if (ahead === null || isSamePosition(ahead.from, from)) return ahead;
    ahead.ending.abort();
    return null;
  }
}
