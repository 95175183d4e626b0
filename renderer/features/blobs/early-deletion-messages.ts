// The cost of leaving a tier before its minimum storage period is over, if the listing contains since when blobs are in
// it. Pure.
import { minDaysIn } from '@shared/blob-details/tier-rules';
import type { EarlyStay } from '@shared/model/blob-selection';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';

/** A sentence a tier; none where nothing leaves early. */
export function earlyDeletionMessages(early: readonly EarlyStay[]): readonly string[] {
  return early.map(({ tier, blobs, bytes, maxDays }) => {
    const what = `${counted(blobs, 'blob')}, ${formatBytes(bytes)}`;
    return maxDays === null
      ? t`${tier} tier: ${what}. Since when they are in it is not known; what leaves it before ${counted(minDaysIn(tier), 'day')} is charged for the rest.`
      : t`${tier} tier: ${what}, before its ${counted(minDaysIn(tier), 'day')} are over. Up to ${counted(maxDays, 'day')} more are charged.`;
  });
}
