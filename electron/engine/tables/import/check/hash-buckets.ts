// Hashes with a number each, more than fit into memory: distributed to files by part of the hash, and read back in
// groups that do fit. Everything about one hash is in the same group, in the order of writing.
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withLocalErrors } from '../../../../disk/local-error';
import { makePrivateFolder } from '../../../../disk/make-folder';

/** A 64-bit hash and a number: 16 bytes. */
const recordBytes = 16;
const buckets = 64;
/** Buffer of each bucket before it is written: 2 MiB in all, reused. */
const gatheredRecords = 2048;
const readRecords = 65_536;

export interface HashGroup {
  record(high: number, low: number, value: number): void;
  end(): void;
}

interface Bucket {
  readonly file: FileHandle;
  readonly gathered: Buffer;
  filledBytes: number;
  records: number;
}

export class HashBuckets {
  readonly #folder: string;
  readonly #buckets: Bucket[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * @param folder for the files, created here and removed by `dispose`
   * @throws StowageError `local.*`, as the other methods
   */
  static async create(folder: string): Promise<HashBuckets> {
    const made = new HashBuckets(folder);
    try {
      await makePrivateFolder(folder);
      while (made.#buckets.length < buckets) {
        const path = join(folder, `hashes-${made.#buckets.length}`);
        const file = await withLocalErrors(path, () => open(path, 'w+', 0o600));
        const gathered = Buffer.allocUnsafe(gatheredRecords * recordBytes);
        made.#buckets.push({ file, gathered, filledBytes: 0, records: 0 });
      }
      return made;
    } catch (thrown) {
      await made.dispose();
      throw thrown;
    }
  }

  /** Await the result, if there is one, before the next call. */
  add(high: number, low: number, value: number): Promise<void> | null {
    const bucket = this.#buckets[low % buckets];
    if (bucket === undefined) return null;
    const { gathered, filledBytes } = bucket;
    gathered.writeUInt32LE(high, filledBytes);
    gathered.writeUInt32LE(low, filledBytes + 4);
    gathered.writeDoubleLE(value, filledBytes + 8);
    bucket.filledBytes += recordBytes;
    bucket.records += 1;
    return bucket.filledBytes === gathered.length ? this.#write(bucket) : null;
  }

  /** @param most approximate number of records per group; a hash that occurs more often makes its group larger */
  async inGroups(max: number, begin: () => HashGroup): Promise<void> {
    const content = Buffer.allocUnsafe(readRecords * recordBytes);
    for (const bucket of this.#buckets) {
      await this.#write(bucket);
      const groups = Math.ceil(bucket.records / max);
      // A bucket that is too large is read several times, each time for another part of its hashes.
      for (let part = 0; part < groups; part += 1) {
        const group = begin();
        for await (const bytesRead of readInto(content, bucket)) {
          for (let offset = 0; offset + recordBytes <= bytesRead; offset += recordBytes) {
            const high = content.readUInt32LE(offset);
            if (high % groups !== part) continue;
            group.record(high, content.readUInt32LE(offset + 4), content.readDoubleLE(offset + 8));
          }
        }
        group.end();
      }
    }
  }

  async dispose(): Promise<void> {
    for (const { file } of this.#buckets.splice(0)) await file.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #write(bucket: Bucket): Promise<void> {
    if (bucket.filledBytes === 0) return;
    const gathered = bucket.gathered.subarray(0, bucket.filledBytes);
    await withLocalErrors(this.#folder, () => bucket.file.appendFile(gathered));
    bucket.filledBytes = 0;
  }
}

/** Reads the bucket's file piece by piece into `content`; yields how many bytes each piece has. */
async function* readInto(content: Buffer, { file, records }: Bucket): AsyncGenerator<number, void, undefined> {
  for (let at = 0; at < records * recordBytes;) {
    const { bytesRead } = await file.read(content, 0, content.length, at);
    if (bytesRead === 0) return;
    yield bytesRead;
    at += bytesRead;
  }
}
