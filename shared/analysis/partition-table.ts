// Statistics per partition: rows, bytes, time and Timestamps, for a bounded number of partitions; the rest are summed
// up.
import type { Entity } from '../model/entity';
import type { AnalysisResult, PartitionProfile } from './analysis-result';
import { detached } from './detached';
import { DistinctSketch } from './distinct-sketch';

/** A partition costs about 200 bytes. */
export const defaultMaxPartitions = 100_000;

interface Cell {
  rows: number;
  bytes: number;
  readUs: number;
  firstAt: string;
  lastAt: string;
}

export class PartitionTable {
  readonly #cells = new Map<string, Cell>();
  readonly #most: number;
  readonly #other: Cell = newCell();
  /** An estimate of the number of partitions, started when the maximum is exceeded. */
  #sketch: DistinctSketch | null = null;
  #currentKey: string | null = null;
  #current: Cell = this.#other;

  constructor(maxPartitions: number) {
    this.#most = maxPartitions;
  }

  /** `bytes` and `readUs` are whole numbers: the row's share of its page. */
  add(row: Pick<Entity, 'partitionKey' | 'timestamp'>, bytes: number, readUs: number): void {
    // Rows come partition by partition, so most of them need no look-up.
    if (row.partitionKey !== this.#currentKey) this.#turnTo(row.partitionKey);
    const cell = this.#current;
    cell.rows += 1;
    cell.bytes += bytes;
    cell.readUs += readUs;
    if (row.timestamp !== '') widen(cell, row.timestamp, row.timestamp);
  }

  /** Everything followed one by one, in key order. */
  profiles(): PartitionProfile[] {
    return [...this.#cells]
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, { rows, bytes, readUs, firstAt, lastAt }]) => ({
        key,
        rows,
        bytes,
        readMs: readUs / 1000,
        firstAt,
        lastAt,
      }));
  }

  other(): AnalysisResult['otherPartitions'] {
    return { rows: this.#other.rows, bytes: this.#other.bytes, readMs: this.#other.readUs / 1000 };
  }

  distinct(): AnalysisResult['distinctPartitions'] {
    const followed = this.#cells.size;
    if (this.#sketch === null) return { count: followed, exactness: 'exact' };
    // The estimate may be outside of the possible range.
    const count = Math.max(followed + 1, Math.min(followed + this.#other.rows, this.#sketch.estimate()));
    return { count, exactness: 'estimate' };
  }

  #turnTo(key: string): void {
    let cell = this.#cells.get(key);
    if (cell === undefined && this.#cells.size < this.#most) {
      cell = newCell();
      this.#cells.set(detached(key), cell);
    }
    if (cell === undefined) {
      this.#startSketch();
      this.#sketch?.add(key);
    }
    this.#currentKey = key;
    this.#current = cell ?? this.#other;
  }

  #startSketch(): void {
    if (this.#sketch !== null) return;
    this.#sketch = new DistinctSketch();
    for (const key of this.#cells.keys()) this.#sketch.add(key);
  }
}

function newCell(): Cell {
  return { rows: 0, bytes: 0, readUs: 0, firstAt: '', lastAt: '' };
}

function widen(cell: Cell, from: string, to: string): void {
  if (cell.firstAt === '' || isEarlier(from, cell.firstAt)) cell.firstAt = detached(from);
  if (cell.lastAt === '' || isEarlier(cell.lastAt, to)) cell.lastAt = detached(to);
}

/** Without its Z, a time of fewer decimals is the beginning of a later one. */
function isEarlier(left: string, right: string): boolean {
  return left.slice(0, -1) < right.slice(0, -1);
}
