// What the tuning of a job goes by: the kind of files that move, the rate at which bytes arrive, and what the last jobs of
// the connection found best.
import { KiB } from '@shared/units';
import type { Clock } from '../../ports';
import type { SlowLine, TunerState } from './tuner';

/** Average request size below which small files move, and above which blocks do. In between nothing is decided. */
const smallBelow = 128 * KiB;
const blocksAbove = 512 * KiB;
/** How many requests a decision needs, or as many bytes as those would move in blocks. */
const minSampleRequests = 32;
const minSampleBytes = minSampleRequests * blocksAbove;
/** How many consecutive checks have to agree, and the minimum duration of one kind. */
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

  /** Whether the latest traffic seems to be of the other kind, so that its rate does not apply to this one. */
  doubts(now: WorkSize): boolean {
    return this.#observed !== null && this.#observed !== now;
  }

  #appearance(): WorkSize | 'too-little' | null {
    const [requests, bytes] = [this.#requests, this.#bytes];
    // Requests without a body reveal nothing.
    if (bytes === 0 || (requests < minSampleRequests && bytes < minSampleBytes)) return 'too-little';
    this.#requests = 0;
    this.#bytes = 0;
    const each = bytes / Math.max(1, requests);
    if (each < smallBelow) return 'small';
    return each > blocksAbove ? 'blocks' : null;
  }
}

// The rate at which bytes are stored or received, from a running count that grows by whole blocks: over a window that
// its caller chooses, up to the last block that has arrived. Pure; time is passed in.

/** Longer than any window that callers request. */
const rememberedMs = 60_000;

export class StoredRate {
  /** When the count had grown, and to which value. */
  readonly #grown: { readonly atMs: number; readonly bytes: number }[] = [{ atMs: 0, bytes: 0 }];

  /** `bytes`: the count until now. */
  add(atMs: number, bytes: number): void {
    const last = this.#grown.at(-1);
    if (last === undefined || bytes <= last.bytes) return;
    this.#grown.push({ atMs, bytes });
    while ((this.#grown[1]?.atMs ?? Infinity) < atMs - rememberedMs) this.#grown.shift();
  }

  bytesSince(sinceMs: number): number {
    return (this.#grown.at(-1)?.bytes ?? 0) - this.#countAt(sinceMs);
  }

  /** Bytes per second; 0 when nothing has arrived since then. */
  perSecond(sinceMs: number): number {
    const last = this.#grown.at(-1);
    if (last === undefined || last.atMs <= sinceMs) return 0;
    return (this.bytesSince(sinceMs) / (last.atMs - sinceMs)) * 1000;
  }

  #countAt(atMs: number): number {
    let bytes = this.#grown[0]?.bytes ?? 0;
    for (const one of this.#grown) {
      if (one.atMs > atMs) break;
      bytes = one.bytes;
    }
    return bytes;
  }
}

// The number of requests that the last jobs of a connection found best, so that the next one continues from there.
// Forgotten after a while and with the process, because lines change.

/** Many small files, or files that are moved in blocks. */
export type WorkSize = 'small' | 'blocks';

export interface Learned {
  /** What the last job ended with: the best number, or a step up that nothing has contradicted yet. */
  readonly concurrency: number;
  readonly best: TunerState['best'];
  /** Null where nothing timed out. */
  readonly slow?: SlowLine | null;
}

/** The findings of the jobs of one connection and direction. */
export interface LearnedStart {
  /** Null when nothing recent is known. */
  of(size: WorkSize): Learned | null;
  keep(size: WorkSize, learned: Learned): void;
}

const retentionMs = 10 * 60_000;

export function createLearnedStarts(clock: Pick<Clock, 'monotonic'>): (key: string) => LearnedStart {
  const found = new Map<string, { readonly learned: Learned; readonly atMs: number }>();
  return (key) => ({
    of: (size) => {
      const known = found.get(`${size} ${key}`);
      return known === undefined || clock.monotonic() - known.atMs > retentionMs ? null : known.learned;
    },
    keep: (size, learned) => found.set(`${size} ${key}`, { learned, atMs: clock.monotonic() }),
  });
}
