// How the blobs of one run are copied: by the service until it refuses, then through this machine.

export type CopyWay = 'whole' | 'blocks';

export class CopyWays {
  readonly #rejected = new Set<CopyWay>();

  /** The method for one blob. A refusal applies to other blobs only once the blob was copied through this machine. */
  ofOne(): BlobWays {
    const own = new Set<CopyWay>();
    return {
      isOpen: (way) => !this.#rejected.has(way) && !own.has(way),
      rejected: (way, concerns) => {
        if (concerns === 'all') own.add(way);
      },
      // Until then the blob itself may be the one that is refused.
      carried: () => {
        for (const way of own) this.#rejected.add(way);
      },
    };
  }
}

export interface BlobWays {
  /** Whether the service should still be asked. */
  readonly isOpen: (way: CopyWay) => boolean;
  /** `one`: only for this blob; the service is asked again for the next. */
  readonly rejected: (way: CopyWay, concerns: 'one' | 'all') => void;
  /** Part of it was copied through this machine. */
  readonly carried: () => void;
}
