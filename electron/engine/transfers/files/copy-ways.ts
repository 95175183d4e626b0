// Which way the blobs of one run are copied: by the service itself until it refuses to, then through this machine.

export type CopyWay = 'whole' | 'blocks';

export class CopyWays {
  readonly #refused = new Set<CopyWay>();

  /** Whether it is still worth asking the service. */
  isOpen(way: CopyWay): boolean {
    return !this.#refused.has(way);
  }

  /** `one`: that blob alone, the next one is asked for again. */
  refused(way: CopyWay, concerns: 'one' | 'all'): void {
    if (concerns === 'all') this.#refused.add(way);
  }
}
