// Finds keys that come twice among any number of rows, with bounded memory: keys are kept as 64-bit hashes, in memory
// first, then in files that are looked through one by one at the end.
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface RepeatedKey {
  /** Positions of the later row and of an earlier one, as given to `add`. */
  readonly index: number;
  readonly firstIndex: number;
}

/** A hash of 64 bits and the row's number: 16 bytes. */
const recordBytes = 16;
const buckets = 64;
/** Of each bucket, held before they are written: half a megabyte in all, reused. */
const pendingRecords = 512;

export interface KeySetLimits {
  /** Keys held in memory before files are used. */
  readonly inMemory: number;
  /** Repeated keys that are named; the rest is counted. */
  readonly named: number;
}

export class KeySet {
  readonly #folder: string;
  readonly #limits: KeySetLimits;
  readonly #seen = new Map<bigint, number>();
  #files: FileHandle[] | null = null;
  readonly #pending: { readonly content: Buffer; bytes: number }[] = [];
  #repeats = 0;
  readonly #named: RepeatedKey[] = [];

  /** @param folder for the files, made when needed and removed by `dispose` */
  constructor(folder: string, limits: KeySetLimits = { inMemory: 200_000, named: 100 }) {
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Resolve what it returns before the next call, where it returns anything. */
  add(partitionKey: string, rowKey: string, index: number): Promise<void> | null {
    const hash = hashKey(partitionKey, rowKey);
    if (this.#files === null && this.#seen.size < this.#limits.inMemory) {
      this.#compare(this.#seen, hash, index);
      return null;
    }
    const bucket = Number(hash & 63n);
    const pending = (this.#pending[bucket] ??= { content: Buffer.allocUnsafe(pendingRecords * recordBytes), bytes: 0 });
    pending.content.writeBigUInt64LE(hash, pending.bytes);
    pending.content.writeDoubleLE(index, pending.bytes + 8);
    pending.bytes += recordBytes;
    return pending.bytes === pending.content.length ? this.#spill(bucket) : null;
  }

  /** How many rows repeat a key, and the first of them. */
  async result(): Promise<{ readonly count: number; readonly named: readonly RepeatedKey[] }> {
    for (const bucket of this.#pending.keys()) await this.#spill(bucket);
    for (const [bucket, file] of (this.#files ?? []).entries()) {
      const seen = new Map<bigint, number>();
      for (const [hash, index] of this.#seen) if (Number(hash & 63n) === bucket) seen.set(hash, index);
      const { size } = await file.stat();
      const content = Buffer.alloc(Math.min(size, recordBytes * 65_536));
      for (let at = 0; at < size;) {
        const { bytesRead } = await file.read(content, 0, content.length, at);
        if (bytesRead === 0) break;
        for (let offset = 0; offset + recordBytes <= bytesRead; offset += recordBytes) {
          this.#compare(seen, content.readBigUInt64LE(offset), content.readDoubleLE(offset + 8));
        }
        at += bytesRead;
      }
    }
    const named = [...this.#named].sort((left, right) => left.index - right.index).slice(0, this.#limits.named);
    return { count: this.#repeats, named };
  }

  async dispose(): Promise<void> {
    this.#seen.clear();
    for (const file of this.#files ?? []) await file.close();
    if (this.#files !== null) await rm(this.#folder, { recursive: true, force: true });
    this.#files = null;
  }

  #compare(seen: Map<bigint, number>, hash: bigint, index: number): void {
    const firstIndex = seen.get(hash);
    if (firstIndex === undefined) {
      seen.set(hash, index);
      return;
    }
    this.#repeats += 1;
    if (this.#named.length < this.#limits.named * buckets) this.#named.push({ index, firstIndex });
  }

  async #spill(bucket: number): Promise<void> {
    const pending = this.#pending[bucket];
    if (pending === undefined || pending.bytes === 0) return;
    const files = this.#files ?? (await this.#openFiles());
    await files[bucket]?.appendFile(pending.content.subarray(0, pending.bytes));
    pending.bytes = 0;
  }

  async #openFiles(): Promise<FileHandle[]> {
    await mkdir(this.#folder, { recursive: true });
    // Known at once, so that they are closed where one of them cannot be opened.
    const opened: FileHandle[] = [];
    this.#files = opened;
    for (let bucket = 0; bucket < buckets; bucket += 1)
      opened.push(await open(join(this.#folder, `keys-${bucket}`), 'w+'));
    return opened;
  }
}

/** Two differently seeded 32-bit hashes side by side. */
export function hashKey(partitionKey: string, rowKey: string): bigint {
  let high = 0x9e3779b9 ^ partitionKey.length;
  let low = 0x85ebca6b;
  for (const text of [partitionKey, rowKey]) {
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      high = Math.imul(high ^ code, 0x9e3779b1);
      high ^= high >>> 15;
      low = Math.imul(low ^ code, 0x5bd1e995);
      low ^= low >>> 13;
    }
    high = Math.imul(high ^ 0x10000, 0xc2b2ae35);
    low = Math.imul(low ^ 0x10000, 0x27d4eb2f);
  }
  high = Math.imul(high ^ (high >>> 16), 0x7feb352d);
  low = Math.imul(low ^ (low >>> 16), 0x846ca68b);
  return (BigInt((high ^ (high >>> 15)) >>> 0) << 32n) | BigInt((low ^ (low >>> 14)) >>> 0);
}
