// Counts the rows of each partition exactly and in bounded memory: hashes of the keys with a count each, first in
// memory, then in files that are added up group by group at the end.
import { HashBuckets } from './hash-buckets';
import { HashTable, KeyHash } from './key-hash';
import { spillTable } from './key-set';
import { detachSubstring } from '../../../runtime/detach-substring';

const maxNames = 10_000;

export interface CountedPartitions {
  readonly count: number;
  /** Null when there is no row. */
  readonly largest: LargestPartition | null;
}

export interface LargestPartition {
  readonly rows: number;
  readonly hash: PartitionHash;
  /** The key of the largest partition; null when it is not among the retained ones. */
  readonly key: string | null;
}

export interface PartitionHash {
  readonly high: number;
  readonly low: number;
}

export class PartitionCounts {
  readonly #folder: string;
  readonly #inMemory: number;
  readonly #hash = new KeyHash();
  readonly #counts: HashTable;
  /** The keys of the first partitions. */
  readonly #names: (PartitionHash & { readonly key: string })[] = [];
  #buckets: HashBuckets | null = null;

  /**
   * @param folder for the files, created when needed and removed by `dispose`
   * @param inMemory approximate number of partitions held at once
   */
  constructor(folder: string, inMemory = 200_000) {
    this.#folder = folder;
    this.#inMemory = inMemory;
    this.#counts = new HashTable(inMemory);
  }

  /** Counts a row. Await the result, if there is one, before the next call. */
  add(partitionKey: string): Promise<void> | null {
    this.#hash.of(partitionKey, '');
    const { high, low } = this.#hash;
    const rows = this.#counts.increase(high, low, 1);
    if (rows === 1 && this.#names.length < maxNames)
      this.#names.push({ high, low, key: detachSubstring(partitionKey) });
    return this.#counts.size < this.#inMemory ? null : this.#spill();
  }

  async result(): Promise<CountedPartitions> {
    let found: CountedPartitions = { count: 0, largest: null };
    if (this.#buckets === null) return this.#largestOf(found);
    await this.#spill();
    await this.#buckets.inGroups(this.#inMemory, () => {
      this.#counts.clear();
      return {
        record: (high, low, rows) => this.#counts.increase(high, low, rows),
        end: () => (found = this.#largestOf(found)),
      };
    });
    return found;
  }

  async dispose(): Promise<void> {
    await this.#buckets?.dispose();
  }

  async #spill(): Promise<void> {
    this.#buckets ??= await HashBuckets.create(this.#folder);
    await spillTable(this.#counts, this.#buckets);
  }

  #largestOf(before: CountedPartitions): CountedPartitions {
    let { largest } = before;
    for (const [high, low, rows] of this.#counts.entries()) {
      if (largest !== null && rows <= largest.rows) continue;
      const named = this.#names.find((one) => one.high === high && one.low === low);
      largest = { rows, hash: { high, low }, key: named?.key ?? null };
    }
    return { count: before.count + this.#counts.size, largest };
  }
}

/** Whether the key is the one that was counted under this hash. */
export function isPartition({ high, low }: PartitionHash): (partitionKey: string) => boolean {
  const hash = new KeyHash();
  return (partitionKey) => {
    hash.of(partitionKey, '');
    return hash.high === high && hash.low === low;
  };
}
