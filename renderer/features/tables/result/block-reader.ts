// Reads blocks of rows back from disk: each only once at a time; the last one is cached, because rows are read in
// sequence and the next one is mostly in the same block.
import type { PackedRows } from '@shared/rows/packed-rows';
import type { RowStore } from './disk-rows';

export class BlockReader {
  readonly #store: Pick<RowStore, 'read'> | undefined;
  readonly #underWay = new Map<number, Promise<PackedRows>>();
  #last: { readonly at: number; readonly packed: PackedRows } | undefined;

  /** Without a store nothing can be read. */
  constructor(store: Pick<RowStore, 'read'> | undefined) {
    this.#store = store;
  }

  /**
   * The block as it is on disk.
   * @param isOnDisk asked when it arrives: whether what was read is still what the block holds
   */
  read(at: number, isOnDisk: () => boolean): Promise<PackedRows> {
    if (this.#last?.at === at) return Promise.resolve(this.#last.packed);
    const underWay = this.#underWay.get(at);
    if (underWay !== undefined) return underWay;
    if (this.#store === undefined) return Promise.reject(new RangeError(`Block ${at} is nowhere.`));
    const reading = this.#store
      .read(at)
      .then((packed) => {
        if (isOnDisk()) this.#last = { at, packed };
        return packed;
      })
      .finally(() => this.#underWay.delete(at));
    this.#underWay.set(at, reading);
    return reading;
  }

  /** The block holds something else from now on. */
  forget(at: number): void {
    if (this.#last?.at === at) this.#last = undefined;
  }
}
