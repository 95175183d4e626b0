// Blobs in the archive tier, which no transfer can read: noted as they are planned, refused as they are examined.
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';

export class ArchivedBlobs {
  /** Of the blobs that were planned but not examined yet: a copy may have several files of one blob. */
  readonly #files = new Map<string, number>();

  plan({ name, tier }: BlobItem): void {
    if (tier === 'Archive') this.#files.set(name, (this.#files.get(name) ?? 0) + 1);
  }

  /** Null where the blob can be read. */
  rejectionOf(name: string): StowageError | null {
    const files = this.#files.get(name);
    if (files === undefined) return null;
    if (files > 1) this.#files.set(name, files - 1);
    else this.#files.delete(name);
    return new StowageError('conflict.archived', 'The blob is in the archive tier.', { context: { blob: name } });
  }
}
