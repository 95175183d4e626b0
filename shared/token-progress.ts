// Notices a list whose continuation tokens repeat: following them would never end. Empty pages with ever new tokens are
// legal and go on.
import { type ErrorContext, StowageError } from './errors';

/**
 * One for each walk through a list. Finds cycles of any length with one token in memory (Brent's algorithm): a token is
 * compared with one that is replaced after 1, 2, 4, 8 … further pages.
 */
export class TokenProgress {
  readonly #about: ErrorContext;
  #remembered: string | null = null;
  #pages = 0;
  #nextReplacement = 1;

  /** @param about the list that the error names, such as `{ container }` */
  constructor(about: ErrorContext) {
    this.#about = about;
  }

  /** Pass each token before it is followed. Throws `network.repeated-page`. */
  follow(token: string): void {
    if (token === this.#remembered) throw repeatedToken(this.#about);
    this.#pages += 1;
    if (this.#pages < this.#nextReplacement) return;
    this.#remembered = token;
    this.#pages = 0;
    this.#nextReplacement *= 2;
  }
}

export function repeatedToken(context: ErrorContext): StowageError {
  return new StowageError('network.repeated-page', 'The service sent a continuation token for the second time.', {
    context,
  });
}
