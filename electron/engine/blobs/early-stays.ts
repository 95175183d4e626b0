// Sums up, by tier, the blobs that would leave their tier before its minimum storage period is over.
import { earlyDays } from '@shared/blob-details/tier-rules';
import type { BlobItem } from '@shared/model/blob';
import type { EarlyStay } from '@shared/model/blob-selection';

/** One blob that leaves its tier early. `days` of the minimum period are left; null when unknown. */
export interface EarlyLeave {
  readonly tier: string;
  readonly bytes: number;
  readonly days: number | null;
}

/** Null for a blob without an early-deletion charge. `nowMs`: when it would leave. */
export function earlyLeaveOf(
  { tier, tierSince, bytes }: Pick<BlobItem, 'tier' | 'tierSince' | 'bytes'>,
  nowMs: number,
): EarlyLeave | null {
  const days = earlyDays(tier, tierSince ?? '', nowMs);
  return days === 0 ? null : { tier, bytes, days };
}

/** Keeps one counter per tier and number of days, so that blobs can also be removed from the sum. */
export class EarlyStays {
  readonly #counts = new Map<
    string,
    { readonly tier: string; readonly days: number | null; blobs: number; bytes: number }
  >();

  add(leave: EarlyLeave): void {
    this.#change(leave, 1);
  }

  /** Removes a blob that was added before. */
  remove(leave: EarlyLeave): void {
    this.#change(leave, -1);
  }

  report(): EarlyStay[] {
    const stays = new Map<string, EarlyStay>();
    for (const { tier, days, blobs, bytes } of this.#counts.values()) {
      if (blobs === 0) continue;
      const key = `${tier} ${days === null ? 'unknown' : 'known'}`;
      const before = stays.get(key) ?? { tier, blobs: 0, bytes: 0, maxDays: days };
      const maxDays = days === null ? null : Math.max(days, before.maxDays ?? 0);
      stays.set(key, { tier, blobs: before.blobs + blobs, bytes: before.bytes + bytes, maxDays });
    }
    return [...stays.values()];
  }

  #change({ tier, days, bytes }: EarlyLeave, sign: 1 | -1): void {
    const key = `${tier} ${days ?? 'unknown'}`;
    const count = this.#counts.get(key) ?? { tier, days, blobs: 0, bytes: 0 };
    count.blobs += sign;
    count.bytes += sign * bytes;
    this.#counts.set(key, count);
  }
}
