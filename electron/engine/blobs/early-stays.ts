// Sums up, by tier, the blobs that would leave it before its least stay is over.
import { earlyDays } from '@shared/blob-details/tier-rules';
import type { BlobItem } from '@shared/model/blob';
import type { EarlyStay } from '@shared/model/blob-selection';

/** One blob that leaves its tier early. `days` of its least stay are left; null where that is not known. */
export interface EarlyLeave {
  readonly tier: string;
  readonly bytes: number;
  readonly days: number | null;
}

/** Null for a blob that may go. `nowMs`: when it would leave. */
export function earlyLeaveOf(
  { tier, tierSince, bytes }: Pick<BlobItem, 'tier' | 'tierSince' | 'bytes'>,
  nowMs: number,
): EarlyLeave | null {
  const days = earlyDays(tier, tierSince ?? '', nowMs);
  return days === 0 ? null : { tier, bytes, days };
}

/** Tiers and their days are few, so that what was added can be taken away again. */
export class EarlyStays {
  readonly #counts = new Map<
    string,
    { readonly tier: string; readonly days: number | null; blobs: number; bytes: number }
  >();

  add(leave: EarlyLeave): void {
    this.#change(leave, 1);
  }

  /** It was added before, and stays after all. */
  remove(leave: EarlyLeave): void {
    this.#change(leave, -1);
  }

  told(): EarlyStay[] {
    const stays = new Map<string, EarlyStay>();
    for (const { tier, days, blobs, bytes } of this.#counts.values()) {
      if (blobs === 0) continue;
      const key = `${tier} ${days === null ? 'unknown' : 'known'}`;
      const before = stays.get(key) ?? { tier, blobs: 0, bytes: 0, mostDays: days };
      const mostDays = days === null ? null : Math.max(days, before.mostDays ?? 0);
      stays.set(key, { tier, blobs: before.blobs + blobs, bytes: before.bytes + bytes, mostDays });
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
