// Blobs in the archive tier, which no transfer can read: noted as they are planned, refused as they are examined.
import { StowageError } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';

export class ArchivedBlobs {
  /** Of the blobs that were planned but not examined yet. */
  readonly #names = new Set<string>();

  plan({ name, tier }: BlobItem): void {
    if (tier === 'Archive') this.#names.add(name);
  }

  /** Null where the blob can be read. */
  refusalOf(name: string): StowageError | null {
    if (!this.#names.delete(name)) return null;
    return new StowageError('conflict.archived', 'The blob is in the archive tier.', { context: { blob: name } });
  }
}
