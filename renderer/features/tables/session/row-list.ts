// The rows of a running query, page after page, in an append-only list that stays small: full blocks are packed by
// column, and when the window holds too many the blocks farthest from what is looked at wait on disk. It is
// deliberately outside React state: a count in the session's state says when it grew.
import type { Entity } from '@shared/model/entity';
import { BlockReader } from './block-reader';
import type { RowStore } from './disk-rows';
import {
  type PackedRows,
  blockRows,
  entityAt,
  idAt,
  keysOf,
  packRows,
  rowId,
  unpackRows,
} from '@shared/rows/packed-rows';
import { type RowHolder, type RowMemory, windowRows } from './row-memory';
import { releaseOrder } from './row-release';
import type { RowSource } from './row-walk';

export interface RowListOptions {
  /** Shared with the results that rows may push to disk. */
  readonly memory: RowMemory;
  /** Without one, everything stays in memory. */
  readonly store?: RowStore;
}

interface Block {
  packed: PackedRows | undefined;
  bytes: number;
  onDisk: 'no' | 'writing' | 'yes';
  usedAt: number;
}

/** Rows kept as objects, so that one on screen stays the same object. */
const mostEntities = 2000;

export class RowList implements RowSource, RowHolder {
  readonly #memory: RowMemory;
  readonly #store: RowStore | undefined;
  readonly #reader: BlockReader;
  readonly #listeners = new Set<() => void>();
  readonly #entities = new Map<number, Entity>();
  #blocks: Block[] = [];
  #tail: Entity[] = [];
  #wanted = new Set<number>();
  #residentBytes = 0;
  #lookedAt = 0;
  /** Changes with every clear; what comes back late from disk belongs to another result. */
  #generation = 0;
  #version = 0;
  #storeWorks = true;

  constructor({ memory, store }: Partial<RowListOptions> = {}) {
    this.#memory = memory ?? windowRows;
    this.#store = store;
    this.#reader = new BlockReader(store);
  }

  get length(): number {
    return this.#blocks.length * blockRows + this.#tail.length;
  }

  get residentBytes(): number {
    return this.#residentBytes;
  }

  get lookedAt(): number {
    return this.#lookedAt;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Grows whenever rows came back from disk or were replaced. */
  readonly version = (): number => this.#version;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The row, or undefined where there is none or it waits on disk; `want` brings it back. */
  at(index: number): Entity | undefined {
    const known = this.#entities.get(index);
    if (known !== undefined) return known;
    const at = Math.floor(index / blockRows);
    if (at >= this.#blocks.length) return this.#tail[index - this.#blocks.length * blockRows];
    const block = this.#blocks[at];
    if (block?.packed === undefined) return undefined;
    block.usedAt = this.#memory.tick();
    return this.#keep(index, entityAt(block.packed, index - at * blockRows));
  }

  /** The keys of a row, where it is in memory, without building the entity. */
  keysAt(index: number): Pick<Entity, 'partitionKey' | 'rowKey'> | undefined {
    const at = Math.floor(index / blockRows);
    if (at >= this.#blocks.length) return this.#tail[index - this.#blocks.length * blockRows];
    const packed = this.#blocks[at]?.packed;
    return packed === undefined ? undefined : keysOf(packed, index - at * blockRows);
  }

  /** Whole blocks on a list of whole blocks are taken as they are; others are joined to the ones before. */
  append(blocks: readonly PackedRows[]): void {
    for (const block of blocks) {
      if (this.#tail.length === 0 && block.count === blockRows) this.#push(block);
      else for (const row of unpackRows(block)) this.#appendOne(row);
    }
  }

  #appendOne(row: Entity): void {
    this.#tail.push(row);
    if (this.#tail.length < blockRows) return;
    this.#push(packRows(this.#tail));
    this.#tail = [];
  }

  #push(packed: PackedRows): void {
    this.#blocks.push({ packed, bytes: packed.bytes, onDisk: 'no', usedAt: this.#memory.tick() });
    this.#residentBytes += packed.bytes;
    this.#memory.grown(this);
  }

  /** These rows are looked at: they come back from disk if they are there, and stay while they are wanted. */
  want(indexes: Iterable<number>): void {
    const wanted = new Set<number>();
    for (const index of indexes) wanted.add(Math.floor(index / blockRows));
    this.#wanted = wanted;
    this.#lookedAt = this.#memory.tick();
    for (const at of wanted) {
      const block = this.#blocks[at];
      if (block === undefined) continue;
      block.usedAt = this.#memory.tick();
      if (block.packed === undefined) this.#bringBack(at);
    }
  }

  /** The packed rows from `block * blockRows` on, read from disk where they wait there; undefined past the end. */
  async block(at: number): Promise<PackedRows | undefined> {
    const block = this.#blocks[at];
    if (block !== undefined) return block.packed ?? this.#read(at);
    return at === this.#blocks.length && this.#tail.length > 0 ? packRows(this.#tail) : undefined;
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

  /**
   * Puts entities in the places of the rows with these keys, given as the JSON of `[partitionKey, rowKey]`, wherever
   * they are. An id stands for one row, as keys do in a table. Resolves with the ids that no row of the list has.
   */
  async replace(replacements: ReadonlyMap<string, Entity>): Promise<ReadonlySet<string>> {
    const left = new Map(replacements);
    const generation = this.#generation;
    this.#tail = this.#tail.map((row) => taken(left, rowId(row)) ?? row);
    // Rows that were changed were looked at, so most are found without reading the disk.
    for (const standing of ['in-memory', 'anywhere'] as const) {
      for (let at = 0; at < this.#blocks.length && left.size > 0; at += 1) {
        if (standing === 'in-memory' && this.#blocks[at]?.packed === undefined) continue;
        const packed = await this.block(at);
        if (generation !== this.#generation) return new Set();
        const block = this.#blocks[at];
        if (packed !== undefined && block !== undefined) this.#replaceIn(at, block, packed, left);
      }
    }
    this.#changed();
    return new Set(left.keys());
  }

  clear(): void {
    this.#generation += 1;
    this.#blocks = [];
    this.#tail = [];
    this.#entities.clear();
    this.#wanted = new Set();
    this.#reader.clear();
    this.#residentBytes = 0;
    this.#storeWorks = true;
    this.#memory.emptied(this);
    // What cannot be removed now is removed before the next window uses the store.
    void this.#store?.clear().catch(() => undefined);
  }

  #keep(index: number, entity: Entity): Entity {
    this.#entities.set(index, entity);
    if (this.#entities.size > mostEntities) {
      const oldest = this.#entities.keys().next();
      if (oldest.done !== true) this.#entities.delete(oldest.value);
    }
    return entity;
  }

  #bringBack(at: number): void {
    const generation = this.#generation;
    const block = this.#blocks[at];
    this.#read(at).then(
      (packed) => {
        if (generation !== this.#generation || block === undefined || block.packed !== undefined) return;
        block.packed = packed;
        block.usedAt = this.#memory.tick();
        this.#residentBytes += block.bytes;
        this.#memory.grown(this);
        this.#changed();
      },
      // The rows stay a placeholder, and the next look tries again.
      () => undefined,
    );
  }

  #replaceIn(at: number, block: Block, packed: PackedRows, left: Map<string, Entity>): void {
    const found = new Map<number, Entity>();
    for (let within = 0; within < packed.count && left.size > 0; within += 1) {
      const entity = taken(left, idAt(packed, within));
      if (entity !== undefined) found.set(within, entity);
    }
    if (found.size === 0) return;
    for (const within of found.keys()) this.#entities.delete(at * blockRows + within);
    this.#reader.forget(at);
    if (block.packed !== undefined) this.#residentBytes -= block.bytes;
    block.packed = packRows(
      Array.from({ length: packed.count }, (_, index) => found.get(index) ?? entityAt(packed, index)),
    );
    block.bytes = block.packed.bytes;
    // What is on disk, or on its way there, is the old one.
    block.onDisk = 'no';
    block.usedAt = this.#memory.tick();
    this.#residentBytes += block.bytes;
    this.#memory.grown(this);
  }

  #changed(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  #read(at: number): Promise<PackedRows> {
    return this.#reader.read(at, () => this.#blocks[at]?.onDisk === 'yes');
  }

  release(bytes: number): number {
    if (this.#store === undefined || !this.#storeWorks) return 0;
    let released = 0;
    const held = this.#blocks.map(({ packed, usedAt }) => ({
      usedAt,
      inMemory: packed === undefined ? ('no' as const) : ('yes' as const),
    }));
    for (const at of releaseOrder(held, this.#wanted)) {
      const block = this.#blocks[at];
      if (block === undefined || released >= bytes) break;
      released += block.bytes;
      if (block.onDisk === 'yes') this.#drop(block);
      else if (block.onDisk === 'no') this.#writeThenDrop(at, block);
    }
    return released;
  }

  #writeThenDrop(at: number, block: Block): void {
    const { packed } = block;
    if (packed === undefined || this.#store === undefined) return;
    const generation = this.#generation;
    block.onDisk = 'writing';
    this.#store.write(at, packed).then(
      () => {
        // Replaced while it was written: the new one is written when its turn comes.
        if (block.packed !== packed) return;
        block.onDisk = 'yes';
        if (generation === this.#generation && !this.#wanted.has(at)) this.#drop(block);
      },
      () => {
        // No room on disk: rather more memory than rows lost. What a result leaves behind makes room again.
        block.onDisk = 'no';
        if (generation === this.#generation) this.#storeWorks = false;
      },
    );
  }

  #drop(block: Block): void {
    if (block.packed === undefined) return;
    block.packed = undefined;
    this.#residentBytes -= block.bytes;
  }
}

function taken<V>(left: Map<string, V>, id: string): V | undefined {
  const value = left.get(id);
  if (value !== undefined) left.delete(id);
  return value;
}
