// The blobs of a null server: names, lengths and checksums, but no bytes.
import type { NullBlob, StoreAnswer, StoreQuestion } from './messages';

/** Answers the requests of all processes one after another. */
export class BlobStore {
  readonly #blobs = new Map<string, NullBlob>();
  readonly #staged = new Map<string, Map<string, number>>();
  /** The keys in order; null after a change. */
  #ordered: readonly string[] | null = null;

  constructor(blobs: Iterable<readonly [key: string, blob: NullBlob]>) {
    for (const [key, blob] of blobs) this.#blobs.set(key, blob);
  }

  answer(question: StoreQuestion): StoreAnswer {
    switch (question.ask) {
      case 'put':
        this.#put(question.key, question.blob);
        return { kind: 'done' };
      case 'stage': {
        const blocks = this.#staged.get(question.key) ?? new Map<string, number>();
        blocks.set(question.blockId, question.bytes);
        this.#staged.set(question.key, blocks);
        return { kind: 'done' };
      }
      case 'commit':
        return this.#commit(question.key, question.blockIds, question.md5);
      case 'find': {
        const blob = this.#blobs.get(question.key);
        return blob === undefined ? { kind: 'missing' } : { kind: 'blob', blob };
      }
      case 'uncommitted': {
        const blocks = this.#staged.get(question.key) ?? new Map<string, number>();
        return { kind: 'blocks', blocks: [...blocks].map(([id, bytes]) => ({ id, bytes })) };
      }
      case 'remove':
        this.#ordered = null;
        return this.#blobs.delete(question.key) ? { kind: 'done' } : { kind: 'missing' };
      case 'list': {
        const keys = this.#keysFrom(question);
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

  #keysFrom({ prefix, from, most }: Extract<StoreQuestion, { readonly ask: 'list' }>): readonly string[] {
    const keys = (this.#ordered ??= [...this.#blobs.keys()].sort());
    const first = placeOf(keys, from > prefix ? from : prefix);
    const found: string[] = [];
    for (let place = first; found.length < most; place += 1) {
      const key = keys[place];
      if (key?.startsWith(prefix) !== true) break;
      found.push(key);
    }
    return found;
  }
}

const noBlob: NullBlob = { bytes: 0, md5: '' };

/** Index of the first key that is not less than `key`. */
function placeOf(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
