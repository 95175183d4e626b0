// Cuts the files of a job on many machines into shards: bounded, covering every file once, and with ids that follow from
// their content, so that planning again names the same shards. Pure.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { StowageError } from '@shared/errors';
import { GiB, KiB, MiB } from '@shared/units';
import { type ShardItem, type ShardWork, type WalkFrom, type WalkWork, type Work, work } from './messages';

export interface ShardBounds {
  readonly maxItems: number;
  readonly maxBytes: number;
  /** Length of their names together. */
  readonly maxNameLength: number;
}

/** Aims at shards of half a minute to two minutes; a single file is never cut. */
const shardBounds: ShardBounds = { maxItems: 2000, maxBytes: 16 * GiB, maxNameLength: 256 * KiB };

/** The first shard of a part is this much smaller than the bounds, the next half as much, and so on. */
const firstDivisor = 32;

/**
 * Collects items in their order and returns those shards that are full. The first ones are small, so that every worker
 * soon has one.
 */
export class ShardCutter {
  readonly #job: string;
  readonly #bounds: ShardBounds;
  #divisor = firstDivisor;
  #items: ShardItem[] = [];
  #bytes = 0;
  #nameLength = 0;

  constructor(job: string, bounds: ShardBounds = shardBounds) {
    this.#job = job;
    this.#bounds = bounds;
  }

  /** The shard that is complete before this item; null if it still fits. */
  add(item: ShardItem): ShardWork | null {
    const [source, target, bytes] = item;
    const nameLength = source.length + target.length;
    const { maxItems, maxBytes, maxNameLength } = this.#bounds;
    const isFull =
      this.#items.length * this.#divisor >= maxItems ||
      (this.#bytes + bytes) * this.#divisor > maxBytes ||
      this.#nameLength + nameLength > maxNameLength;
    const full = isFull ? this.rest() : null;
    if (full !== null) this.#divisor = Math.max(1, this.#divisor / 2);
    this.#items.push(item);
    this.#bytes += bytes;
    this.#nameLength += nameLength;
    return full;
  }

  /** What has not been returned yet; null for nothing. */
  rest(): ShardWork | null {
    const items = this.#items;
    [this.#items, this.#bytes, this.#nameLength] = [[], 0, 0];
    return items.length === 0 ? null : shardOf(this.#job, items);
  }
}

export function shardOf(job: string, items: ShardItem[]): ShardWork {
  return { t: 'shard', job, id: idOf([job, items]), items };
}

export function walkOf(job: string, from: WalkFrom, round: number): WalkWork {
  return { t: 'walk', job, id: `w${idOf([job, from, round])}`, from };
}

/** Long enough that among 10^9 no two are equal by chance. */
function idOf(content: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 22);
}

/** Paths of one folder have most of their text in common. */
export async function packWork(each: Work): Promise<Uint8Array> {
  return promisify(deflateRaw)(JSON.stringify(each));
}

/** A larger message was not written by this program. */
const maxWorkBytes = 32 * MiB;

/** @throws StowageError `invalid.input` for what another version has written */
export async function unpackWork(bytes: Uint8Array): Promise<Work> {
  try {
    const text = await promisify(inflateRaw)(bytes, { maxOutputLength: maxWorkBytes });
    return work.parse(JSON.parse(text.toString('utf8')));
  } catch (cause) {
    throw new StowageError('invalid.input', 'A message of the hub cannot be read.', {
      cause,
      context: {
        field: 'hub',
        problem: 'it plans work that this version cannot read.',
        fix: 'Use the same version on every machine.',
      },
    });
  }
}

/** Which items of a shard have ended, as a set of bits. */
export class EndedItems {
  readonly #bits: Buffer;

  constructor(count: number, encoded = '') {
    this.#bits = Buffer.alloc(Math.ceil(count / 8));
    Buffer.from(encoded, 'base64').copy(this.#bits);
  }

  has(index: number): boolean {
    return ((this.#bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  add(index: number): void {
    this.#bits[index >> 3] = (this.#bits[index >> 3] ?? 0) | (1 << (index & 7));
  }

  toString(): string {
    return this.#bits.toString('base64');
  }
}
