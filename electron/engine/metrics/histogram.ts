// A log-linear histogram of durations: constant memory, bounded relative error, cheap to record, clear and merge.

/** Values below 64 µs are exact; above, 32 buckets per power of two reproduce a value within 1/32. */
const exactBuckets = 64;
const bucketsPerPower = 32;
/** The largest distinguished duration is 2^32 µs (71 minutes); longer ones count as that. */
const powers = 32;
const bucketCount = exactBuckets + (powers - 6) * bucketsPerPower;

/** Durations in ms, stored at µs resolution. */
export class Histogram {
  readonly #counts = new Uint32Array(bucketCount);
  #count = 0;
  #maxMs = 0;

  get count(): number {
    return this.#count;
  }
  /** 0 when empty. */
  get maxMs(): number {
    return this.#maxMs;
  }

  record(ms: number): void {
    const slot = bucketOf(Math.round(Math.max(0, ms) * 1000));
    this.#counts[slot] = (this.#counts[slot] ?? 0) + 1;
    this.#count += 1;
    if (ms > this.#maxMs) this.#maxMs = ms;
  }

  /** The smallest recorded value that at least `fraction` (0…1) of the values do not exceed; 0 when empty. */
  percentileMs(fraction: number): number {
    if (this.#count === 0) return 0;
    const rank = Math.max(1, Math.ceil(fraction * this.#count));
    let seen = 0;
    for (let slot = 0; slot < bucketCount; slot += 1) {
      seen += this.#counts[slot] ?? 0;
      if (seen >= rank) return Math.min(middleOf(slot) / 1000, this.#maxMs);
    }
    return this.#maxMs;
  }

  add(other: Histogram): void {
    for (let slot = 0; slot < bucketCount; slot += 1) {
      this.#counts[slot] = (this.#counts[slot] ?? 0) + (other.#counts[slot] ?? 0);
    }
    this.#count += other.#count;
    this.#maxMs = Math.max(this.#maxMs, other.#maxMs);
  }

  /** Pairs of bucket and count, for storing; only recorded values. */
  toPairs(): readonly (readonly [slot: number, count: number])[] {
    const pairs: [number, number][] = [];
    this.#counts.forEach((count, slot) => {
      if (count > 0) pairs.push([slot, count]);
    });
    return pairs;
  }

  /** Adds the result of `toPairs`; a value then counts as the middle of its bucket. Unknown buckets are omitted. */
  addPairs(pairs: readonly (readonly [slot: number, count: number])[], maxMs: number): void {
    for (const [slot, count] of pairs) {
      if (slot < 0 || slot >= bucketCount) continue;
      this.#counts[slot] = (this.#counts[slot] ?? 0) + count;
      this.#count += count;
    }
    this.#maxMs = Math.max(this.#maxMs, maxMs);
  }

  clear(): void {
    this.#counts.fill(0);
    this.#count = 0;
    this.#maxMs = 0;
  }
}

// Below 64 µs every µs has a separate bucket; above, each power of two is divided into 32.
function bucketOf(us: number): number {
  if (us < exactBuckets) return us;
  const capped = Math.min(us, 2 ** powers - 1);
  const power = 31 - Math.clz32(capped);
  const within = Math.floor(capped / 2 ** (power - 5)) - bucketsPerPower;
  return exactBuckets + (power - 6) * bucketsPerPower + within;
}

function middleOf(slot: number): number {
  if (slot < exactBuckets) return slot;
  const power = Math.floor((slot - exactBuckets) / bucketsPerPower) + 6;
  const width = 2 ** (power - 5);
  return 2 ** power + ((slot - exactBuckets) % bucketsPerPower) * width + (width - 1) / 2;
}
