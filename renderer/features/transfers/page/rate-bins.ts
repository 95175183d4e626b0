// Sorts rates into bins of equal width from zero; the width is round in the displayed unit. Pure.
import { ticksFromZero } from '@renderer/charts/axis';

export interface RateBin {
  /** Bytes per second; `to` belongs to the next bin. */
  readonly from: number;
  readonly to: number;
  /** 0…1 of all samples. */
  readonly share: number;
}

const aboutBins = 20;

/** `per`: bytes per second of the unit. */
export function rateBins(bytesPerSecond: readonly number[], per: number): readonly RateBin[] {
  if (bytesPerSecond.length === 0) return [];
  const max = bytesPerSecond.reduce((a, b) => Math.max(a, b), 0);
  const edges = ticksFromZero(max / per, aboutBins, 1 / per);
  const width = (edges[1] ?? 1) * per;
  // The largest value lies on an edge when it is round: it gets a bin of its own.
  const counts = Array.from({ length: Math.floor(max / width) + 1 }, () => 0);
  for (const rate of bytesPerSecond) counts[Math.floor(rate / width)] = (counts[Math.floor(rate / width)] ?? 0) + 1;
  return counts.map((count, index) => ({
    from: index * width,
    to: (index + 1) * width,
    share: count / bytesPerSecond.length,
  }));
}
