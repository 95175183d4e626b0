// The access tiers of block blobs, and what a change costs besides the storage itself. Source: Access tiers for blob
// data; Blob rehydration from the archive tier.
import { t } from '../strings/t';
import { formatBytes, formatCount, GiB } from '../units';
import type { BlobDetails } from '../model/blob-details';

export const accessTiers = ['Hot', 'Cool', 'Cold', 'Archive'] as const;
export type AccessTier = (typeof accessTiers)[number];
export const rehydratePriorities = ['Standard', 'High'] as const;
export type RehydratePriority = (typeof rehydratePriorities)[number];

/** The minimum number of days that are charged; leaving or deleting earlier costs the rest. */
const minDays: Readonly<Record<AccessTier, number>> = { Hot: 0, Cool: 30, Cold: 90, Archive: 180 };
const dayMs = 86_400_000;

export interface TierChange {
  readonly from: string;
  readonly to: AccessTier;
  readonly bytes: number;
  /** ISO time of the last change of tier, or else of the creation; empty if unknown. */
  readonly since: string;
  readonly priority: RehydratePriority;
  readonly nowMs: number;
}

/** The effects and costs of the change, one sentence each. Empty if nothing changes. */
export function tierHints(change: TierChange): readonly string[] {
  const { from, to } = change;
  if (from === to) return [];
  return [...leavingHints(change), ...(to === 'Archive' ? [offline] : []), ...stayingHints(to), ...callHints(from, to)];
}

/** The text for `rehydrate-pending-to-hot`; empty if there is no rehydration. */
export function rehydrationText({ archiveStatus, rehydratePriority }: BlobDetails['tierFacts']): string {
  const target = /^rehydrate-pending-to-(.+)$/u.exec(archiveStatus)?.[1];
  if (target === undefined) return archiveStatus;
  const priority = rehydratePriority === '' ? '' : t`, ${rehydratePriority.toLowerCase()} priority`;
  return t`Rehydrating to ${target[0]?.toUpperCase() ?? ''}${target.slice(1)}${priority}. The blob cannot be read until then.`;
}

const offline = t`In the archive tier the content cannot be read. Properties, metadata and tags can.`;

function leavingHints({ from, bytes, since, priority, nowMs }: TierChange): readonly string[] {
  const early = earlyDays(from, since, nowMs);
  const hints: string[] = [];
  if (early === null) hints.push(t`Leaving ${from} before ${minDays[from as AccessTier]} days is charged.`);
  else if (early > 0)
    hints.push(t`It would leave ${from} ${formatCount(early)} days early. Those days are charged anyway.`);
  if (from === 'Archive') {
    const soon = priority === 'High' && bytes < 10 * GiB;
    hints.push(
      soon
        ? t`Rehydrating ${formatBytes(bytes)} with high priority usually takes less than an hour and costs several times as much.`
        : t`Rehydrating ${formatBytes(bytes)} can take up to 15 hours. Reading ${formatBytes(bytes)} from the archive tier is charged.`,
    );
  }
  return hints;
}

/** The minimum number of days that a blob in this tier is charged for; 0 for tiers without a minimum, and for none. */
export function minDaysIn(tier: string): number {
  return Object.hasOwn(minDays, tier) ? minDays[tier as AccessTier] : 0;
}

/**
 * Days that would still be charged if the blob left its tier now, by a change of tier, a replacement or a deletion; 0 when
 * none are, null when that is not known. `since`: ISO time of the last change of tier, else of the creation.
 */
export function earlyDays(from: string, since: string, nowMs: number): number | null {
  const min = minDaysIn(from);
  if (min === 0) return 0;
  const sinceMs = Date.parse(since);
  if (Number.isNaN(sinceMs)) return null;
  return Math.max(0, Math.ceil(min - (nowMs - sinceMs) / dayMs));
}

function stayingHints(to: AccessTier): readonly string[] {
  return minDays[to] === 0 ? [] : [t`${to} is charged for at least ${minDays[to]} days.`];
}

function callHints(from: string, to: AccessTier): readonly string[] {
  const order = accessTiers.indexOf(to) - accessTiers.indexOf(from as AccessTier);
  if (from === 'Archive') return [];
  return order > 0
    ? [t`One write operation of the ${to} tier is charged.`]
    : [t`One read operation and reading all bytes at the ${from} tier are charged.`];
}
