// A uniform sample of the rows by the hash of their keys: the same rows whatever order they arrive in.
import type { Entity } from '../model/entity';
import { detached } from './detached';
import { hashNumber } from './text-hash';

export interface SampledRow {
  readonly partitionKey: string;
  readonly rowKey: string;
  readonly timestamp: string;
}

interface Held extends SampledRow {
  readonly hash: number;
}

const sampleRows = 1000;

export class RowSample {
  /** Unordered; cut back to the rows with the smallest hashes when it has grown to twice its size. */
  #held: Held[] = [];
  #limit = Infinity;

  add({ partitionKey, rowKey, timestamp }: Pick<Entity, 'partitionKey' | 'rowKey' | 'timestamp'>): void {
    const hash = hashNumber(`${partitionKey}\u0000${rowKey}`);
    if (hash > this.#limit) return;
    this.#held.push({
      hash,
      partitionKey: detached(partitionKey),
      rowKey: detached(rowKey),
      timestamp: detached(timestamp),
    });
    if (this.#held.length >= 2 * sampleRows) this.#cut();
  }

  rows(): readonly SampledRow[] {
    this.#cut();
    return this.#held;
  }

  #cut(): void {
    this.#held.sort((left, right) => left.hash - right.hash || (keyOf(left) < keyOf(right) ? -1 : 1));
    this.#held = this.#held.slice(0, sampleRows);
    if (this.#held.length === sampleRows) this.#limit = this.#held.at(-1)?.hash ?? Infinity;
  }
}

function keyOf({ partitionKey, rowKey }: SampledRow): string {
  return `${partitionKey}\u0000${rowKey}`;
}
