// The kind of files a job moves at present, by the size of its requests. Reluctant to change: a folder of files of all
// sizes counts as one kind of work, whatever moves at a given moment.
import { KiB } from '@shared/units';
import type { WorkSize } from './learned-starts';

/** Average request size below which small files move, and above which blocks do. In between nothing is decided. */
const smallBelow = 128 * KiB;
const blocksAbove = 512 * KiB;
/** How many requests a decision needs, or as many bytes as those would move in blocks. */
const minSampleRequests = 32;
const minSampleBytes = minSampleRequests * blocksAbove;
/** How many consecutive looks have to agree, and for how long one kind lasts at least. */
const samplesToAgree = 2;
const minIntervalMs = 3_000;

export class MovedSize {
  #requests = 0;
  #bytes = 0;
  #observed: WorkSize | null = null;
  #agreed = 0;
  #turnedAtMs = -minIntervalMs;

  /** `requests` ended, `bytes` moved. */
  add(moved: { readonly requests?: number; readonly bytes?: number }): void {
    this.#requests += moved.requests ?? 0;
    this.#bytes += moved.bytes ?? 0;
  }

  /** Call it at the end of each interval. `now`: the current kind; returns the kind from here on. */
  judge(now: WorkSize, atMs: number): WorkSize {
    const observed = this.#appearance();
    if (observed === 'too-little') return now;
    this.#agreed = observed === this.#observed ? this.#agreed + 1 : 1;
    this.#observed = observed;
    const isSure = this.#agreed >= samplesToAgree && atMs - this.#turnedAtMs >= minIntervalMs;
    if (observed === null || observed === now || !isSure) return now;
    this.#turnedAtMs = atMs;
    return observed;
  }

  /** Whether what moved last seems to be of the other kind, so that its rate says nothing about this one. */
  doubts(now: WorkSize): boolean {
    return this.#observed !== null && this.#observed !== now;
  }

  #appearance(): WorkSize | 'too-little' | null {
    const [requests, bytes] = [this.#requests, this.#bytes];
    // Requests without a body tell nothing.
    if (bytes === 0 || (requests < minSampleRequests && bytes < minSampleBytes)) return 'too-little';
    this.#requests = 0;
    this.#bytes = 0;
    const each = bytes / Math.max(1, requests);
    if (each < smallBelow) return 'small';
    return each > blocksAbove ? 'blocks' : null;
  }
}
