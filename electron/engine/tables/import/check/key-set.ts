// Finds duplicate keys among any number of rows in bounded memory: keys are stored as 64-bit hashes, first in memory,
// then in files that are searched group by group at the end.
import { HashBuckets } from './hash-buckets';
import { HashTable, KeyHash } from './key-hash';

export interface RepeatedKey {
  /** Positions of the later row and of an earlier one, as passed to `add`. */
  readonly index: number;
  readonly firstIndex: number;
}

export interface KeySetLimits {
  /** Approximate number of keys held in memory. */
  readonly inMemory: number;
  /** Maximum number of duplicates that are listed; the rest are counted. */
  readonly named: number;
}

export class KeySet {
  readonly #folder: string;
  readonly #limits: KeySetLimits;
  readonly #hash = new KeyHash();
  readonly #seen: HashTable;
  #buckets: HashBuckets | null = null;
  #repeats = 0;
  #named: RepeatedKey[] = [];

  /** @param folder for the files, created when needed and removed by `dispose` */
  constructor(folder: string, limits: KeySetLimits = { inMemory: 200_000, named: 100 }) {
    this.#folder = folder;
    this.#limits = limits;
    this.#seen = new HashTable(limits.inMemory);
  }

  /** Await the result, if there is one, before the next call. */
  add(partitionKey: string, rowKey: string, index: number): Promise<void> | null {
    this.#hash.of(partitionKey, rowKey);
    const { high, low } = this.#hash;
    if (this.#buckets !== null) return this.#buckets.add(high, low, index);
    const firstIndex = this.#seen.add(high, low, index);
    if (!Number.isNaN(firstIndex)) {
      this.#repeats += 1;
      if (this.#named.length < this.#limits.named) this.#named.push({ index, firstIndex });
    }
    return this.#seen.size < this.#limits.inMemory ? null : this.#spill();
  }

  /** The number of rows that repeat a key, and the first of them. */
  async result(): Promise<{ readonly count: number; readonly named: readonly RepeatedKey[] }> {
    await this.#buckets?.inGroups(this.#limits.inMemory, () => {
      const found: RepeatedKey[] = [];
      this.#seen.clear();
      return {
        record: (high, low, index) => {
          const firstIndex = this.#seen.add(high, low, index);
          if (Number.isNaN(firstIndex)) return;
          this.#repeats += 1;
          if (found.length < this.#limits.named) found.push({ index, firstIndex });
        },
        end: () => {
          const all = [...this.#named, ...found].sort((left, right) => left.index - right.index);
          this.#named = all.slice(0, this.#limits.named);
        },
      };
    });
    return { count: this.#repeats, named: this.#named };
  }

  async dispose(): Promise<void> {
    await this.#buckets?.dispose();
  }

  /** Keys from memory go first, so that the earlier row of a pair stays the earlier one. */
  async #spill(): Promise<void> {
    const buckets = await HashBuckets.create(this.#folder);
    this.#buckets = buckets;
    await spillTable(this.#seen, buckets);
  }
}

/** Moves the table from memory to the files. */
export async function spillTable(table: HashTable, buckets: HashBuckets): Promise<void> {
  for (const [high, low, value] of table.entries()) {
    const wait = buckets.add(high, low, value);
    if (wait !== null) await wait;
  }
  table.clear();
}
