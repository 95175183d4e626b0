// Sums up, by tier, the blobs that would leave it before its least stay is over.
import { earlyDays } from '@shared/blob-details/tier-rules';
import type { BlobItem } from '@shared/model/blob';
import type { EarlyStay } from '@shared/model/blob-selection';

export class EarlyStays {
  readonly #stays = new Map<string, EarlyStay>();
  readonly #nowMs: number;

  /** `nowMs`: when they would leave. */
  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  count({ tier, tierSince, bytes }: Pick<BlobItem, 'tier' | 'tierSince' | 'bytes'>): void {
    const days = earlyDays(tier, tierSince ?? '', this.#nowMs);
    if (days === 0) return;
    const key = `${tier} ${days === null ? 'unknown' : 'known'}`;
    const before = this.#stays.get(key) ?? { tier, blobs: 0, bytes: 0, mostDays: days };
    const mostDays = days === null ? null : Math.max(days, before.mostDays ?? 0);
    this.#stays.set(key, { tier, blobs: before.blobs + 1, bytes: before.bytes + bytes, mostDays });
  }

  told(): EarlyStay[] {
    return [...this.#stays.values()];
  }
}
