// How far a shard is, item by item: what has ended, what it moved, and what is left.
import type { FailedItem } from '@shared/model/transfer';
import type { ItemResult } from '../transfers/api';
import { type ShardCounts, type ShardItem, type ShardWork, addCounts, maxShardFailures, noCounts } from './messages';
import type { EndedItems } from './shards';

/** After it ended so many workers, the items of a shard are tried one by one. */
export const maxCrashes = 2;

/** After it ended so many workers that moved it alone and got no further, an item is given up. */
export const maxLoneCrashes = 3;

export class ShardProgress {
  readonly #items: readonly ShardItem[];
  readonly #ended: EndedItems;
  readonly #indices: ReadonlyMap<string, number>;
  readonly #before: ShardCounts;
  #counts: ShardCounts;
  #underWay = { files: 0, bytes: 0 };

  constructor({ items }: ShardWork, ended: EndedItems, counts: ShardCounts) {
    this.#items = items;
    this.#ended = ended;
    this.#before = counts;
    this.#counts = counts;
    this.#indices = new Map(items.map(([source], index) => [source, index]));
  }

  get counts(): ShardCounts {
    return this.#counts;
  }

  /** With the parts of items that have not ended yet. */
  get moved(): { readonly files: number; readonly bytes: number } {
    const { files, bytes } = this.#underWay;
    return {
      files: this.#counts.files + files,
      bytes: Math.max(this.#counts.bytes, this.#before.bytes + bytes),
    };
  }

  /** Since the last of its jobs began. */
  get runBytes(): number {
    return this.#underWay.bytes;
  }

  left(): readonly ShardItem[] {
    return this.#items.filter((_, index) => !this.#ended.has(index));
  }

  /** The item that a worker did alone when it ended. */
  giveUp(index: number): void {
    const item = this.#items[index];
    if (item !== undefined) this.#end(index, failedItems([item], endsWorkers));
  }

  /** Bytes of this run, those of ended items included. */
  underWay(bytes: number): void {
    this.#underWay = { files: 0, bytes };
  }

  /** Of the one item that is under way. */
  itemUnderWay(files: number, bytes: number): void {
    this.#underWay = { files, bytes: this.#counts.bytes - this.#before.bytes + bytes };
  }

  /** A file of a transfer has ended. */
  ended(item: ItemResult): void {
    const { source, target, bytes, outcome, code, message, context } = item;
    const failed = outcome === 'failed' ? [{ source, target, code, message, context }] : [];
    this.#end(this.#indices.get(source), {
      ...noCounts,
      files: outcome === 'done' ? 1 : 0,
      bytes: outcome === 'done' ? (bytes ?? 0) : 0,
      skipped: outcome === 'skipped' ? 1 : 0,
      failed,
      failedCount: failed.length,
    });
  }

  /** Any other item has ended. */
  endedAs([source]: ShardItem, counts: ShardCounts): void {
    this.#underWay = { files: 0, bytes: 0 };
    this.#end(this.#indices.get(source), counts);
  }

  #end(index: number | undefined, counts: ShardCounts): void {
    if (index === undefined || this.#ended.has(index)) return;
    this.#ended.add(index);
    this.#counts = addCounts(this.#counts, counts);
  }
}

export function failedItems(
  items: readonly ShardItem[],
  cause: Pick<FailedItem, 'code' | 'message' | 'context'>,
): ShardCounts {
  const failed = items.slice(0, maxShardFailures).map(([source, target]) => ({ source, target, ...cause }));
  return { ...noCounts, failed, failedCount: items.length };
}

const endsWorkers = {
  code: 'conflict.other',
  message: 'Workers ended while they moved this file alone.',
  context: {
    finding: 'file-ended-workers',
    workers: maxCrashes,
    alone: maxLoneCrashes,
    problem: `${maxCrashes} workers ended with this file under way, and ${maxLoneCrashes} that moved it alone and got no further.`,
  },
};
