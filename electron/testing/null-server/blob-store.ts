// The blobs of a null server: names, lengths and checksums, but no bytes.
import type { NullBlob, StoreAnswer, StoreRequest } from './messages';

/** Answers the requests of all processes one after another. */
export class BlobStore {
  readonly #blobs = new Map<string, NullBlob>();
  readonly #staged = new Map<string, Map<string, number>>();
  /** The keys in order; null after a change. */
  #ordered: readonly string[] | null = null;

  constructor(blobs: Iterable<readonly [key: string, blob: NullBlob]>) {
    for (const [key, blob] of blobs) this.#blobs.set(key, blob);
  }

  answer(request: StoreRequest): StoreAnswer {
    switch (request.request) {
      case 'put':
        this.#put(request.key, request.blob);
        return { kind: 'done' };
      case 'stage': {
        const blocks = this.#staged.get(request.key) ?? new Map<string, number>();
        blocks.set(request.blockId, request.bytes);
        this.#staged.set(request.key, blocks);
        return { kind: 'done' };
      }
      case 'commit':
        return this.#commit(request.key, request.blockIds, request.md5);
      case 'find': {
        const blob = this.#blobs.get(request.key);
        return blob === undefined ? { kind: 'missing' } : { kind: 'blob', blob };
      }
      case 'uncommitted': {
        const blocks = this.#staged.get(request.key) ?? new Map<string, number>();
        return { kind: 'blocks', blocks: [...blocks].map(([id, bytes]) => ({ id, bytes })) };
      }
      case 'remove':
        this.#ordered = null;
        return this.#blobs.delete(request.key) ? { kind: 'done' } : { kind: 'missing' };
      case 'list': {
        const keys = this.#keysFrom(request);
        return { kind: 'blobs', blobs: keys.map((key) => ({ key, ...(this.#blobs.get(key) ?? noBlob) })) };
      }
    }
  }

  #commit(key: string, blockIds: readonly string[], md5: string): StoreAnswer {
    const blocks = this.#staged.get(key) ?? new Map<string, number>();
    let bytes = 0;
    for (const id of blockIds) {
      const length = blocks.get(id);
      if (length === undefined) return { kind: 'missing' };
      bytes += length;
    }
    this.#staged.delete(key);
    this.#put(key, { bytes, md5 });
    return { kind: 'done' };
  }

  #put(key: string, blob: NullBlob): void {
    if (!this.#blobs.has(key)) this.#ordered = null;
    this.#blobs.set(key, blob);
  }

  #keysFrom({ prefix, from, max }: Extract<StoreRequest, { readonly request: 'list' }>): readonly string[] {
    const keys = (this.#ordered ??= [...this.#blobs.keys()].sort());
    const first = indexOfKey(keys, from > prefix ? from : prefix);
    const found: string[] = [];
    for (let index = first; found.length < max; index += 1) {
      const key = keys[index];
      if (key?.startsWith(prefix) !== true) break;
      found.push(key);
    }
    return found;
  }
}

const noBlob: NullBlob = { bytes: 0, md5: '' };

/** Index of the first key that is not less than `key`. */
function indexOfKey(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
