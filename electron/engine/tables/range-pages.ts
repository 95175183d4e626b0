// The pages of one range, one after the other. The head of an answer says where the next page begins, so that it can be
// asked for while the rows of this one still arrive and are read: the service works while the line does.
import { cancelled } from '@shared/errors';
import { type FetchedPage, type Position, isSamePosition } from './page-fetch';

/** @param onNext is to be told where the range goes on, once that is known */
export type PageFetch<Rows> = (
  from: Position,
  onNext: (next: Position) => void,
  signal: AbortSignal,
) => Promise<FetchedPage<Rows>>;

interface Fetching<Rows> {
  readonly from: Position;
  readonly page: Promise<FetchedPage<Rows>>;
  readonly ending: AbortController;
  /** Its failure tells nothing of now. */
  isStale: boolean;
  /** Null until it is known. */
  next: Position | null;
  /** Told about `next`. */
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
   * The page that begins at `from`, which may be on its way already. One at a time. Rejects as the fetch does.
   * @param then `read-on`: the page behind it is asked for as soon as it is known where that begins
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

  /** Asks for the page that begins at `from`, if it is not on its way. One that fails unasked is asked for again. */
  readAhead(from: Position): void {
    if (from.kind === 'end' || (this.#ahead !== null && isSamePosition(this.#ahead.from, from))) return;
    this.#ahead?.ending.abort();
    const ahead = this.#start(from);
    this.#ahead = ahead;
    ahead.page.catch(() => {
      ahead.isStale = true;
    });
  }

  /** Asks for the first page, which somebody is about to ask for: also its failure is theirs. */
  begin(from: Position): void {
    this.#ahead = this.#start(from);
  }

  /** Ends what is under way; what waits for it rejects with `cancelled.by-user`. */
  stop(): void {
    this.#current?.ending.abort();
    this.#ahead?.ending.abort();
    this.#ahead = null;
  }

  #start(from: Position): Fetching<Rows> {
    const ending = new AbortController();
    const tell = (next: Position): void => {
      fetching.next = next;
      fetching.onNext?.(next);
    };
    const page = this.#fetch(from, tell, ending.signal);
    const fetching: Fetching<Rows> = { from, page, ending, isStale: false, next: null, onNext: null };
    // Whoever asks for the page is told; nobody may have asked yet.
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
