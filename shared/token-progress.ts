// Notices a list that does not end: one whose continuation tokens repeat, or whose pages stay empty under ever new ones.
// Empty pages are legal where the service passes over what is deleted or filtered out, so that many of them are followed.
import { type ErrorContext, StowageError } from './errors';

export interface EmptyPages {
  /** In a row, after which a list has no end. Default: `maxEmptyListPages`. */
  readonly max?: number;
  /** Called for every `noticeEvery` empty pages in a row, with their number. */
  readonly onNotice?: ((pages: number) => void) | undefined;
}

/** The service passes over up to 5,000 deleted blobs or versions in one page: more than 50 million of them. */
export const maxEmptyListPages = 10_000;
/** A page of a table can stand for five seconds of scanning: more than five days of it. */
export const maxEmptyScanPages = 100_000;
const noticeEvery = 500;

/**
 * One for each walk through a list. Finds cycles of any length with one token in memory (Brent's algorithm): a token is
 * compared with one that is replaced after 1, 2, 4, 8 … further pages.
 */
export class TokenProgress {
  readonly #about: ErrorContext;
  readonly #empty: EmptyPages;
  #remembered: string | null = null;
  #pages = 0;
  #nextReplacement = 1;
  #emptyPages = 0;

  /** @param about the list that the error names, such as `{ container }` */
  constructor(about: ErrorContext, empty: EmptyPages = {}) {
    this.#about = about;
    this.#empty = empty;
  }

  /** Pass each token before it is followed, and the number of entries of its page. Throws `network.repeated-page`. */
  follow(token: string, entries: number): void {
    if (token === this.#remembered) throw repeatedToken(this.#about);
    this.#count(entries);
    this.#pages += 1;
    if (this.#pages < this.#nextReplacement) return;
    this.#remembered = token;
    this.#pages = 0;
    this.#nextReplacement *= 2;
  }

  #count(entries: number): void {
    this.#emptyPages = entries === 0 ? this.#emptyPages + 1 : 0;
    const { max = maxEmptyListPages, onNotice } = this.#empty;
    if (this.#emptyPages >= max) {
      throw new StowageError('network.repeated-page', 'The service sent empty pages without end.', {
        context: { ...this.#about, emptyPages: this.#emptyPages },
      });
    }
    if (this.#emptyPages > 0 && this.#emptyPages % noticeEvery === 0) onNotice?.(this.#emptyPages);
  }
}

export function repeatedToken(context: ErrorContext): StowageError {
  return new StowageError('network.repeated-page', 'The service sent a continuation token for the second time.', {
    context,
  });
}
