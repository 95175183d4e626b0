// What blobs a null server has: names, lengths and checksums, no bytes.
import type { NullBlob, StoreAnswer, StoreQuestion } from './messages';

/** Answers the questions of all processes, one after another. */
export class BlobStore {
  readonly #blobs = new Map<string, NullBlob>();
  readonly #staged = new Map<string, Map<string, number>>();

  constructor(blobs: Iterable<readonly [key: string, blob: NullBlob]>) {
    for (const [key, blob] of blobs) this.#blobs.set(key, blob);
  }

  answer(question: StoreQuestion): StoreAnswer {
    switch (question.ask) {
      case 'put':
        this.#blobs.set(question.key, question.blob);
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
        return this.#blobs.delete(question.key) ? { kind: 'done' } : { kind: 'missing' };
      case 'list': {
        const keys = [...this.#blobs.keys()].filter((key) => key.startsWith(question.prefix)).sort();
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
    this.#blobs.set(key, { bytes, md5 });
    return { kind: 'done' };
  }
}

const noBlob: NullBlob = { bytes: 0, md5: '' };
