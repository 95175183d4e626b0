// The rows of a running query, page after page, in a compact append-only list: full blocks are packed by column, and
// when the window holds too many, the blocks farthest from the viewport are moved to disk. It is deliberately outside
// React state: a count in the session's state shows when it grew.
import type { Entity } from '@shared/model/entity';
import type { RowStore } from './disk-rows';
import { type Block, HeldRows } from './held-rows';
import { type PackedRows, blockRows, entityAt, idAt } from '@shared/rows/packed-rows';
import { type RowHolder, type RowMemory, releaseOrder, windowRows } from './row-memory';
import type { RowSource } from './row-walk';

interface RowListOptions {
  /** Shared with the results that rows may push to disk. */
  readonly memory: RowMemory;
  /** Without one, everything stays in memory. */
  readonly store?: RowStore;
}

/** A row that arrives late from disk belongs to the result it was requested for. */
interface Result {
  readonly generation: number;
  readonly held: HeldRows;
  readonly reader: BlockReader;
}

export class RowList implements RowSource, RowHolder {
  readonly #memory: RowMemory;
  readonly #store: RowStore | undefined;
  readonly #listeners = new Set<() => void>();
  #result: Result;
  /** The previous block, until it is known whether another will follow. */
  #aside: Result | undefined;
  #wanted = new Set<number>();
  #lookedAt = 0;
  #generations = 0;
  #version = 0;
  #storeWorks = true;

  constructor({ memory, store }: Partial<RowListOptions> = {}) {
    this.#memory = memory ?? windowRows;
    this.#store = store;
    this.#result = this.#emptyResult();
  }

  get length(): number {
    return this.#held.length;
  }

  get residentBytes(): number {
    return this.#held.residentBytes + (this.#aside?.held.residentBytes ?? 0);
  }

  get lookedAt(): number {
    return this.#lookedAt;
  }

  get generation(): number {
    return this.#result.generation;
  }

  /** Grows whenever rows came back from disk or were replaced. */
  readonly version = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The row, or undefined where there is none or it waits on disk; `want` brings it back. */
  at(index: number): Entity | undefined {
    return this.#held.at(index);
  }

  /** The keys of a row, if it is in memory, without building the entity. */
  keysAt(index: number): Pick<Entity, 'partitionKey' | 'rowKey'> | undefined {
    return this.#held.keysAt(index);
  }

  /**
   * If both lists consist of whole blocks, blocks are appended unchanged; otherwise rows are merged into the previous
   * ones.
   */
  append(blocks: readonly PackedRows[]): void {
    // Their positions on disk are the same.
    this.dropAside();
    this.#held.append(blocks);
    this.#memory.grown(this);
  }

  /** These rows are in view: they are read back from disk if they are there, and stay while they are wanted. */
  want(indexes: Iterable<number>): void {
    const wanted = new Set<number>();
    for (const index of indexes) wanted.add(Math.floor(index / blockRows));
    this.#wanted = wanted;
    this.#lookedAt = this.#memory.tick();
    for (const at of wanted) {
      const block = this.#held.blocks[at];
      if (block === undefined) continue;
      block.usedAt = this.#memory.tick();
      if (block.packed === undefined) this.#bringBack(at);
    }
  }

  /** The packed rows from `block * blockRows` on, read from disk if they wait there; undefined past the end. */
  async block(at: number): Promise<PackedRows | undefined> {
    const block = this.#held.blocks[at];
    if (block !== undefined) return block.packed ?? this.#read(at);
    return at === this.#held.blocks.length ? this.#held.tail : undefined;
  }

  /** One row, from wherever it is. */
  async read(index: number): Promise<Entity | undefined> {
    const known = this.at(index);
    if (known !== undefined) return known;
    const at = Math.floor(index / blockRows);
    const packed = await this.block(at);
    const within = index - at * blockRows;
    return packed === undefined || within >= packed.count ? undefined : entityAt(packed, within);
  }

  /** Those of these ids that rows of the list have, wherever they are. */
  async loadedOf(ids: ReadonlySet<string>): Promise<Set<string>> {
    const found = new Set<string>();
    const held = this.#held;
    for (let at = 0; found.size < ids.size && held === this.#held; at += 1) {
      const packed = await this.block(at);
      if (packed === undefined) break;
      for (let within = 0; within < packed.count; within += 1) {
        const id = idAt(packed, within);
        if (ids.has(id)) found.add(id);
      }
    }
    return found;
  }

  /**
   * Replaces the rows with these keys, given as the JSON of `[partitionKey, rowKey]`, wherever they are. An id
   * identifies one row, as keys do in a table. Resolves with the ids that no row of the list has.
   */
  async replace(replacements: ReadonlyMap<string, Entity>): Promise<ReadonlySet<string>> {
    const left = new Map(replacements);
    const { held, reader } = this.#result;
    held.replaceInTail(left);
    // Rows that were changed were in view, so most are found without reading the disk.
    for (const residency of ['in-memory', 'anywhere'] as const) {
      for (let at = 0; at < held.blocks.length && left.size > 0; at += 1) {
        if (residency === 'in-memory' && held.blocks[at]?.packed === undefined) continue;
        const packed = await this.block(at);
        if (held !== this.#held) return new Set();
        const block = held.blocks[at];
        if (packed === undefined || block === undefined || !held.replaceIn(at, block, packed, left)) continue;
        reader.forget(at);
        this.#memory.grown(this);
      }
    }
    this.#changed();
    return new Set(left.keys());
  }

  /** Is empty for another result; `takeBack` brings these rows again until the first of the others are here. */
  setAside(): void {
    this.#aside = this.#result;
    this.#result = this.#emptyResult();
    this.#wanted = new Set();
  }

  /** The rows that were set aside are the result again. */
  takeBack(): void {
    if (this.#aside === undefined) return;
    this.#result = this.#aside;
    this.#aside = undefined;
    this.#changed();
  }

  /** Drops the rows that were set aside. */
  dropAside(): void {
    if (this.#aside === undefined) return;
    this.#aside = undefined;
    this.#clearStore();
  }

  clear(): void {
    this.#aside = undefined;
    this.#result = this.#emptyResult();
    this.#wanted = new Set();
    this.#memory.emptied(this);
    this.#clearStore();
  }

  get #held(): HeldRows {
    return this.#result.held;
  }

  #emptyResult(): Result {
    this.#generations += 1;
    const held = new HeldRows(() => this.#memory.tick());
    return { generation: this.#generations, held, reader: new BlockReader(this.#store) };
  }

  #clearStore(): void {
    this.#storeWorks = true;
    // Files that cannot be removed here are removed before the next window uses the store.
    void this.#store?.clear().catch(() => undefined);
  }

  #bringBack(at: number): void {
    const held = this.#held;
    const block = held.blocks[at];
    this.#read(at).then(
      (packed) => {
        if (held !== this.#held || block === undefined || block.packed !== undefined) return;
        held.fill(block, packed);
        this.#memory.grown(this);
        this.#changed();
      },
      // The rows remain placeholders, and the next read retries.
      () => undefined,
    );
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  #read(at: number): Promise<PackedRows> {
    const { held, reader } = this.#result;
    return reader.read(at, () => held.blocks[at]?.onDisk === 'yes');
  }

  release(bytes: number): number {
    if (this.#store === undefined || !this.#storeWorks) return 0;
    let released = 0;
    const held = this.#held;
    const residency = held.blocks.map(({ packed, usedAt }) => ({
      usedAt,
      inMemory: packed !== undefined,
    }));
    for (const at of releaseOrder(residency, this.#wanted)) {
      const block = held.blocks[at];
      if (block === undefined || released >= bytes) break;
      released += block.bytes;
      if (block.onDisk === 'yes') held.drop(block);
      else if (block.onDisk === 'no') this.#writeThenDrop(at, block);
    }
    return released;
  }

  #writeThenDrop(at: number, block: Block): void {
    const { packed } = block;
    if (packed === undefined || this.#store === undefined) return;
    const held = this.#held;
    block.onDisk = 'writing';
    this.#store.write(at, packed).then(
      () => {
        // Replaced while it was written: the new one is written when its turn comes.
        if (block.packed !== packed) return;
        block.onDisk = 'yes';
        if (held === this.#held && !this.#wanted.has(at)) held.drop(block);
      },
      () => {
        // No room on disk: exceeding the memory limit is better than losing rows. Closing a result makes room again.
        block.onDisk = 'no';
        if (held === this.#held) this.#storeWorks = false;
      },
    );
  }
}

class BlockReader {
  readonly #store: Pick<RowStore, 'read'> | undefined;
  readonly #underWay = new Map<number, Promise<PackedRows>>();
  #last: { readonly at: number; readonly packed: PackedRows } | undefined;

  /** Without a store nothing can be read. */
  constructor(store: Pick<RowStore, 'read'> | undefined) {
    this.#store = store;
  }

  /**
   * The block as it is on disk.
   * @param isOnDisk called when it arrives: whether the data read still matches the block's content
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
