// Which way the blobs of one run are copied: by the service itself until it refuses to, then through this machine.

export type CopyWay = 'whole' | 'blocks';

export class CopyWays {
  readonly #refused = new Set<CopyWay>();

  /** As one blob finds them: what is refused to it is closed to others once it has gone through this machine. */
  ofOne(): BlobWays {
    const own = new Set<CopyWay>();
    return {
      isOpen: (way) => !this.#refused.has(way) && !own.has(way),
      refused: (way, concerns) => {
        if (concerns === 'all') own.add(way);
      },
      // Until then it may be the blob itself that nobody lets in.
      carried: () => {
        for (const way of own) this.#refused.add(way);
      },
    };
  }
}

export interface BlobWays {
  /** Whether it is still worth asking the service. */
  readonly isOpen: (way: CopyWay) => boolean;
  /** `one`: the next one is asked for again. */
  readonly refused: (way: CopyWay, concerns: 'one' | 'all') => void;
  /** Some of it has gone through this machine. */
  readonly carried: () => void;
}
