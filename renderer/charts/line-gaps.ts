// Where a line over equidistant samples has gaps: it is interrupted instead of bridging what was not measured.

/** A distance this many times the usual one is a gap. */
const gapDistances = 2.5;
/** Distances up to this many times the usual one are even. */
const evenDistances = 1.5;
/** Samples are even when at least this share of the distances is. */
const evenShare = 0.8;
const minDistances = 4;

/**
 * Indexes of the points that begin anew after a gap. None where the points come at uneven distances: then no distance
 * says that something is missing.
 * @param xs in order
 */
export function gapStarts(xs: readonly number[]): ReadonlySet<number> {
  const distances = xs.slice(1).map((x, index) => x - (xs[index] ?? x));
  const sorted = distances.filter((distance) => distance > 0).sort((left, right) => left - right);
  const typicalDistance = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const even = sorted.filter((distance) => distance <= typicalDistance * evenDistances).length;
  if (sorted.length < minDistances || even < sorted.length * evenShare) return new Set();
  return new Set(
    distances.flatMap((distance, index) => (distance > typicalDistance * gapDistances ? [index + 1] : [])),
  );
}
