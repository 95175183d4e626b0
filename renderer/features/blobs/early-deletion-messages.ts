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
      ? t`${tier} tier: ${what}. When they entered it is unknown; blobs removed before ${counted(minDaysIn(tier), 'day')} are charged for the remaining days.`
      : t`${tier} tier: ${what}, before the minimum of ${counted(minDaysIn(tier), 'day')}. Up to ${counted(maxDays, 'day')} more are charged.`;
  });
}
