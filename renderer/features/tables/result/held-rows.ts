// The rows of one result in memory: packed blocks, which may have been moved to disk, and the growing part. When blocks
// are written and read back is decided by row-list.ts.
import type { Entity } from '@shared/model/entity';
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

export interface Block {
  packed: PackedRows | undefined;
  bytes: number;
  onDisk: 'no' | 'writing' | 'yes';
  usedAt: number;
}

/** Rows cached as objects, so that one on screen stays the same object. */
const maxEntities = 2000;

export class HeldRows {
  readonly blocks: Block[] = [];
  residentBytes = 0;
  readonly #tick: () => number;
  readonly #entities = new Map<number, Entity>();
  #tail: Entity[] = [];

  /** @param tick counts the uses of all rows, so that the ones used longest ago are known */
  constructor(tick: () => number) {
    this.#tick = tick;
  }

  get length(): number {
    return this.blocks.length * blockRows + this.#tail.length;
  }

  /** Those behind the last whole block; undefined where there are none. */
  get tail(): PackedRows | undefined {
    return this.#tail.length === 0 ? undefined : packRows(this.#tail);
  }

  at(index: number): Entity | undefined {
    const known = this.#entities.get(index);
    if (known !== undefined) return known;
    const at = Math.floor(index / blockRows);
    if (at >= this.blocks.length) return this.#tail[index - this.blocks.length * blockRows];
    const block = this.blocks[at];
    if (block?.packed === undefined) return undefined;
    block.usedAt = this.#tick();
    return this.#keep(index, entityAt(block.packed, index - at * blockRows));
  }

  keysAt(index: number): Pick<Entity, 'partitionKey' | 'rowKey'> | undefined {
    const at = Math.floor(index / blockRows);
    if (at >= this.blocks.length) return this.#tail[index - this.blocks.length * blockRows];
    const packed = this.blocks[at]?.packed;
    return packed === undefined ? undefined : keysOf(packed, index - at * blockRows);
  }

  append(blocks: readonly PackedRows[]): void {
    for (const block of blocks) {
      if (this.#tail.length === 0 && block.count === blockRows) this.#push(block);
      else for (const row of unpackRows(block)) this.#appendOne(row);
    }
  }

  replaceInTail(left: Map<string, Entity>): void {
    this.#tail = this.#tail.map((row) => taken(left, rowId(row)) ?? row);
  }

  /**
   * Removes from `left` the entry for a row of this block; false if there is none.
   * @param packed the content of the block, from memory or disk
   */
  replaceIn(at: number, block: Block, packed: PackedRows, left: Map<string, Entity>): boolean {
    const found = new Map<number, Entity>();
    for (let within = 0; within < packed.count && left.size > 0; within += 1) {
      const entity = taken(left, idAt(packed, within));
      if (entity !== undefined) found.set(within, entity);
    }
    if (found.size === 0) return false;
    for (const within of found.keys()) this.#entities.delete(at * blockRows + within);
    this.drop(block);
    const rows = Array.from({ length: packed.count }, (_, index) => found.get(index) ?? entityAt(packed, index));
    // The block on disk, or on its way there, is the old one.
    block.onDisk = 'no';
    this.fill(block, packRows(rows));
    return true;
  }

  /** The block is in memory again. */
  fill(block: Block, packed: PackedRows): void {
    block.packed = packed;
    block.bytes = packed.bytes;
    block.usedAt = this.#tick();
    this.residentBytes += block.bytes;
  }

  drop(block: Block): void {
    if (block.packed === undefined) return;
    block.packed = undefined;
    this.residentBytes -= block.bytes;
  }

  #appendOne(row: Entity): void {
    this.#tail.push(row);
    if (this.#tail.length < blockRows) return;
    this.#push(packRows(this.#tail));
    this.#tail = [];
  }

  #push(packed: PackedRows): void {
    const block: Block = { packed: undefined, bytes: 0, onDisk: 'no', usedAt: 0 };
    this.blocks.push(block);
    this.fill(block, packed);
  }

  #keep(index: number, entity: Entity): Entity {
    this.#entities.set(index, entity);
    if (this.#entities.size > maxEntities) {
      const oldest = this.#entities.keys().next();
      if (oldest.done !== true) this.#entities.delete(oldest.value);
    }
    return entity;
  }
}

function taken<V>(left: Map<string, V>, id: string): V | undefined {
  const value = left.get(id);
  if (value !== undefined) left.delete(id);
  return value;
}
