// Counts how often each value occurs, in bounded memory: exactly while there are few values; beyond that only the
// frequent ones, whose counts are then lower bounds (Misra and Gries), and an estimate of the number of distinct
// values.
import { DistinctSketch } from './distinct-sketch';

/** As many different values are counted exactly; when there are more, this many of them stay. */
const maxExact = 2048;
const retainedCounts = 512;

export interface DistinctCount {
  readonly count: number;
  readonly exactness: 'exact' | 'estimate';
}

export interface CountedKey {
  readonly key: string;
  /** The true count lies between this and this plus `shortBy`. */
  readonly rows: number;
}

export class ValueCounts {
  #counts = new Map<string, number>();
  #shortBy = 0;
  /** From the moment the values were too many. */
  #sketch: DistinctSketch | null = null;

  /** `key` identifies the value. `keep` makes a short copy with separate memory; it is called only for new keys. */
  add(key: string, keep: (key: string) => string): void {
    const known = this.#counts.get(key);
    this.#sketch?.add(key);
    if (known !== undefined) {
      this.#counts.set(key, known + 1);
      return;
    }
    this.#counts.set(keep(key), 1);
    if (this.#counts.size > maxExact) this.#shrink();
  }

  /** By how much any count may be too low; 0 while every value is counted. */
  get shortBy(): number {
    return this.#shortBy;
  }

  distinct(): DistinctCount {
    return this.#sketch === null
      ? { count: this.#counts.size, exactness: 'exact' }
      : { count: this.#sketch.estimate(), exactness: 'estimate' };
  }

  /** The most frequent first; equally frequent ones in the order of their text. */
  top(max: number): readonly CountedKey[] {
    return [...this.#counts]
      .map(([key, rows]) => ({ key, rows }))
      .sort((left, right) => right.rows - left.rows || (left.key < right.key ? -1 : 1))
      .slice(0, max);
  }

  #startSketch(): void {
    this.#sketch = new DistinctSketch();
    for (const key of this.#counts.keys()) this.#sketch.add(key);
  }

  #shrink(): void {
    if (this.#sketch === null) this.#startSketch();
    const ordered = [...this.#counts.values()].sort((left, right) => right - left);
    const taken = ordered[retainedCounts] ?? 0;
    this.#shortBy += taken;
    const left = new Map<string, number>();
    for (const [key, rows] of this.#counts) if (rows > taken) left.set(key, rows - taken);
    this.#counts = left;
  }
}
