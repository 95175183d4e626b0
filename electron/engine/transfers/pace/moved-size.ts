// What kind of files a job moves now, told by the bytes of its requests. Slow to change its mind: a folder of files of all
// sizes is one kind of work, whatever happens to move in a moment.
import { KiB } from '@shared/units';
import type { WorkSize } from './learned-starts';

/** Below it a request of small files moves, on the average; above the other one a block. Between them nothing is said. */
const smallBelow = 128 * KiB;
const blocksAbove = 512 * KiB;
/** So many requests tell, or as many bytes as they would move in blocks. */
const tellingRequests = 32;
const tellingBytes = tellingRequests * blocksAbove;
/** Looks in a row that have to agree, and how long one kind lasts at least. */
const looksToAgree = 2;
const leastBetweenMs = 3_000;

export class MovedSize {
  #requests = 0;
  #bytes = 0;
  #said: WorkSize | null = null;
  #agreed = 0;
  #turnedAtMs = -leastBetweenMs;

  /** `requests` have ended, `bytes` have moved. */
  add(moved: { readonly requests?: number; readonly bytes?: number }): void {
    this.#requests += moved.requests ?? 0;
    this.#bytes += moved.bytes ?? 0;
  }

  /** To be asked at the end of each interval; `now`: what was moved so far. Answers what moves from here on. */
  judge(now: WorkSize, atMs: number): WorkSize {
    const said = this.#look();
    if (said === 'too-little') return now;
    this.#agreed = said === this.#said ? this.#agreed + 1 : 1;
    this.#said = said;
    const isSure = this.#agreed >= looksToAgree && atMs - this.#turnedAtMs >= leastBetweenMs;
    if (said === null || said === now || !isSure) return now;
    this.#turnedAtMs = atMs;
    return said;
  }

  /** Whether what moved last seems to be of the other kind: its rate says nothing about this one. */
  doubts(now: WorkSize): boolean {
    return this.#said !== null && this.#said !== now;
  }

  #look(): WorkSize | 'too-little' | null {
    const [requests, bytes] = [this.#requests, this.#bytes];
    // Looks alone move nothing and tell nothing.
    if (bytes === 0 || (requests < tellingRequests && bytes < tellingBytes)) return 'too-little';
    this.#requests = 0;
    this.#bytes = 0;
    const each = bytes / Math.max(1, requests);
    if (each < smallBelow) return 'small';
    return each > blocksAbove ? 'blocks' : null;
  }
}
