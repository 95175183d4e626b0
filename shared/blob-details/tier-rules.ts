// Access tiers of block blobs: which there are, and what a change costs besides the storage itself.
// Source: Access tiers for blob data; Blob rehydration from the archive tier.
import { formatBytes, formatCount, GiB } from '../units';
import type { BlobDetails } from '../model/blob-details';

export const accessTiers = ['Hot', 'Cool', 'Cold', 'Archive'] as const;
export type AccessTier = (typeof accessTiers)[number];
export const rehydratePriorities = ['Standard', 'High'] as const;
export type RehydratePriority = (typeof rehydratePriorities)[number];

/** Days that are charged at least; leaving or deleting earlier costs the rest. */
const leastDays: Readonly<Record<AccessTier, number>> = { Hot: 0, Cool: 30, Cold: 90, Archive: 180 };
const dayMs = 86_400_000;

export interface TierChange {
  readonly from: string;
  readonly to: AccessTier;
  readonly bytes: number;
  /** ISO time of the last change of tier, else of the creation; empty when not known. */
  readonly since: string;
  readonly priority: RehydratePriority;
  readonly nowMs: number;
}

/** What the change brings about and costs, a sentence each. Empty when nothing changes. */
export function tierHints(change: TierChange): readonly string[] {
  const { from, to } = change;
  if (from === to) return [];
  return [...leavingHints(change), ...(to === 'Archive' ? [offline] : []), ...stayingHints(to), ...callHints(from, to)];
}

/** `rehydrate-pending-to-hot` in words; empty when nothing is under way. */
export function rehydrationWords({ archiveStatus, rehydratePriority }: BlobDetails['tierFacts']): string {
  const target = /^rehydrate-pending-to-(.+)$/u.exec(archiveStatus)?.[1];
  if (target === undefined) return archiveStatus;
  const priority = rehydratePriority === '' ? '' : `, ${rehydratePriority.toLowerCase()} priority`;
  return `On its way to ${target[0]?.toUpperCase() ?? ''}${target.slice(1)}${priority}. It cannot be read until then.`;
}

const offline = 'It cannot be read in the archive tier. Its properties, metadata and tags can.';

function leavingHints({ from, bytes, since, priority, nowMs }: TierChange): readonly string[] {
  const early = earlyDays(from, since, nowMs);
  const hints: string[] = [];
  if (early === null) hints.push(`Leaving ${from} before ${leastDays[from as AccessTier]} days is charged.`);
  else if (early > 0) hints.push(`It leaves ${from} ${formatCount(early)} days early. They are charged all the same.`);
  if (from === 'Archive') {
    const soon = priority === 'High' && bytes < 10 * GiB;
    hints.push(
      soon
        ? `Rehydrating ${formatBytes(bytes)} at high priority usually takes less than an hour, at several times the price.`
        : `Rehydrating ${formatBytes(bytes)} can take up to 15 hours. Reading ${formatBytes(bytes)} out of the archive is charged.`,
    );
  }
  return hints;
}

/** Days that would still be charged; 0 when none are, null when that is not known. */
function earlyDays(from: string, since: string, nowMs: number): number | null {
  const least = leastDays[from as AccessTier] ?? 0;
  if (least === 0) return 0;
  const sinceMs = Date.parse(since);
  if (Number.isNaN(sinceMs)) return null;
  return Math.max(0, Math.ceil(least - (nowMs - sinceMs) / dayMs));
}

function stayingHints(to: AccessTier): readonly string[] {
  return leastDays[to] === 0 ? [] : [`${to} is charged for at least ${leastDays[to]} days.`];
}

function callHints(from: string, to: AccessTier): readonly string[] {
  const order = accessTiers.indexOf(to) - accessTiers.indexOf(from as AccessTier);
  if (from === 'Archive') return [];
  return order > 0
    ? [`One write operation of the ${to} tier is charged.`]
    : [`One read operation and the reading of all its bytes at the ${from} tier are charged.`];
}
