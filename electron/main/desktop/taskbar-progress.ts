// How far the work under way is, as the bar on the taskbar or the dock shows it. Pure.
import { type Work, isUnderWay } from './work';

/** `setProgressBar` takes a share from 0 to 1; less hides the bar, more makes it endless. */
export const hiddenBar = -1;
export const endlessBar = 2;

/**
 * Transfers weigh by their bytes, work on rows as much as all transfers together have on average. What does not know how
 * far it is counts only where nothing else does.
 */
export function barOf(work: readonly Work[]): number {
  const underWay = work.filter(isUnderWay);
  if (underWay.length === 0) return hiddenBar;
  const known = underWay.filter((one): one is Work & { readonly share: number } => one.share !== null);
  if (known.length === 0) return endlessBar;
  const sizes = known.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]));
  const usual = sizes.length === 0 ? 1 : sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length;
  let whole = 0;
  let done = 0;
  for (const { bytes, share } of known) {
    const weight = bytes ?? usual;
    whole += weight;
    done += weight * share;
  }
  if (whole === 0) return endlessBar;
  // A hundredth is less than a pixel of any bar: fewer calls to the system.
  return Math.floor((done / whole) * 100) / 100;
}
