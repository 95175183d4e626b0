// Narrows, widens or moves a range of the x axis, never beyond the whole.
import type { Extent } from './result-extent';

/** Null if that is the whole range again. */
export function zoomed(shown: Extent, whole: Extent, change: 'in' | 'out' | 'reset'): Extent | null {
  if (change === 'reset') return null;
  const middle = shown.from / 2 + shown.to / 2;
  const half = (shown.to / 2 - shown.from / 2) * (change === 'in' ? 0.5 : 2);
  const next = { from: Math.max(whole.from, middle - half), to: Math.min(whole.to, middle + half) };
  if (next.from <= whole.from && next.to >= whole.to) return null;
  return next.to > next.from ? next : shown;
}

/** @param share of the shown stretch; negative towards the start */
export function panned(shown: Extent, whole: Extent, share: number): Extent {
  const width = shown.to - shown.from;
  const from = Math.max(whole.from, Math.min(whole.to - width, shown.from + width * share));
  return { from, to: from + width };
}
