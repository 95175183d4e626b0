// Buckets on an axis whose range is not known in advance. Their width depends on the range alone, not on the order of
// the values, and each width is a whole multiple of the finer ones, so that buckets can be merged exactly.

export interface AxisGrid {
  /** The finest level at which everything from `min` to `max` fits into `limit` buckets. Never finer for a wider extent. */
  levelFor(min: number, max: number, limit: number): number;
  widthOf(level: number): number;
  bucketOf(value: number, level: number): number;
  /** The bucket at `to` that holds a bucket of the finer level `from`. */
  coarser(bucket: number, from: number, to: number): number;
  startOf(bucket: number, level: number): number;
}

const mantissaBits = 52;
const finestLevel = -1000;

/** Widths are powers of two: dividing by them is exact, at every magnitude. */
export const numberGrid: AxisGrid = {
  levelFor(min, max, limit) {
    const magnitude = Math.max(Math.abs(min), Math.abs(max));
    // Bucket numbers stay below 2^53, so that they are exact, too.
    const minLevel = magnitude === 0 ? finestLevel : Math.max(finestLevel, exponentOf(magnitude) - mantissaBits);
    const halfSpan = max / 2 - min / 2;
    if (halfSpan <= 0) return minLevel;
    let level = Math.max(minLevel, Math.floor(Math.log2(halfSpan) - Math.log2(limit)) - 2);
    while (numberGrid.bucketOf(max, level) - numberGrid.bucketOf(min, level) >= limit) level += 1;
    return level;
  },
  widthOf: (level) => 2 ** level,
  bucketOf: (value, level) => bucketBelow(value, 2 ** level),
  coarser: (bucket, from, to) => bucketBelow(bucket, 2 ** (to - from)),
  startOf: (bucket, level) => Math.max(-Number.MAX_VALUE, bucket * 2 ** level),
};

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const withinDayMs = [
  ...[1, 5, 10, 50, 100, 500],
  ...[1, 5, 10, 30].map((seconds) => seconds * secondMs),
  ...[1, 5, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 3, 6, 12].map((hours) => hours * hourMs),
];
const timeWidthsMs: readonly number[] = [
  ...withinDayMs,
  ...Array.from({ length: 20 }, (_, power) => dayMs * 2 ** power),
];

/** Familiar widths, from a millisecond to days; values are milliseconds since 1970. */
export const timeGrid: AxisGrid = {
  levelFor(min, max, limit) {
    const level = timeWidthsMs.findIndex((_, at) => timeGrid.bucketOf(max, at) - timeGrid.bucketOf(min, at) < limit);
    return level < 0 ? timeWidthsMs.length - 1 : level;
  },
  widthOf: (level) => timeWidthsMs[level] ?? dayMs,
  // Whole milliseconds first, because dividing integers does not round into the next bucket.
  bucketOf: (value, level) => Math.floor(Math.floor(value) / timeGrid.widthOf(level)),
  coarser: (bucket, from, to) => Math.floor((bucket * timeGrid.widthOf(from)) / timeGrid.widthOf(to)),
  startOf: (bucket, level) => bucket * timeGrid.widthOf(level),
};

/** Number of whole widths below `value`. A quotient that underflows to zero still counts as below zero. */
export function bucketBelow(value: number, width: number): number {
  const quotient = value / width;
  return value < 0 && quotient === 0 ? -1 : Math.floor(quotient);
}

/** The largest power of two that is no more than `magnitude`, or one below where the logarithm is rounded. */
function exponentOf(magnitude: number): number {
  const rough = Math.floor(Math.log2(magnitude));
  return 2 ** rough > magnitude ? rough - 1 : rough;
}
