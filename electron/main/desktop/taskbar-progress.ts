// The progress of running work, as shown on the taskbar or the dock. Pure.
import { type Work, isUnderWay } from './work';

/** For `setProgressBar`: 0 to 1; negative hides the bar, above 1 makes it indeterminate. */
export const hiddenBar = -1;
export const endlessBar = 2;

/**
 * Transfers are weighted by their bytes; work on rows counts like the average of all transfers. Work of unknown
 * progress counts only if there is no other.
 */
export function barOf(work: readonly Work[]): number {
  const underWay = work.filter(isUnderWay);
  if (underWay.length === 0) return hiddenBar;
  const known = underWay.filter((one): one is Work & { readonly share: number } => one.share !== null);
  if (known.length === 0) return endlessBar;
  const sizes = known.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]));
  const averageBytes = sizes.length === 0 ? 1 : sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length;
  let whole = 0;
  let done = 0;
  for (const { bytes, share } of known) {
    const weight = bytes ?? averageBytes;
    whole += weight;
    done += weight * share;
  }
  if (whole === 0) return endlessBar;
  // A hundredth is less than a pixel of any bar, and rounding saves calls to the system.
  return Math.floor((done / whole) * 100) / 100;
}
