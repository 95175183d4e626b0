// Estimates how fast uploaded data arrives. Bytes that a socket has accepted have not arrived: several blocks may lie
// in buffers on the way, and only the service's answer confirms a block. So confirmed bytes are spread evenly over the
// time they took, and bytes under way are assumed to arrive as fast as the last blocks did. Pure; clock and counts are
// passed in.

/** How many ticks are remembered; of longer requests, only the part within these counts. */
const maxTicks = 512;
/** The rate is averaged over this time, or longer when blocks take long. */
const minWindowMs = 3_000;
const maxWindowMs = 5_000;
/** For intervals with nothing under way, as a rate limit causes them. */
const gapsWindowMs = 10_000;
/** Assumed duration of a request that began and ended within one tick. */
const shortMs = 125;
/** Half-life of the average of what was sent recently. */
const sentHalfLifeMs = 1_000;
/** What takes this many times longer than expected does not arrive: the connection hangs. */
const stalledAfter = 1.5;

interface UnderWay {
  bytes: number;
  /** The cumulative share of the line per byte when it began. */
  readonly shareBefore: number;
}

export class Arrivals {
  /** For each tick: its length, and the bytes confirmed of what moved in it. */
  readonly #ms = new Float64Array(maxTicks);
  readonly #confirmed = new Float64Array(maxTicks);
  #tick = 0;
  /** When the current tick began. */
  #nowMs = 0;
  /** Bytes under way, by their start time. */
  readonly #underWay = new Map<number, UnderWay>();
  #bytes = 0;
  /**
   * The cumulative share of the line that each byte under way has had so far, in ms of the whole line; also at the end
   * of each tick.
   */
  #share = 0;
  readonly #shares = new Float64Array(maxTicks);
  #sentBefore = 0;
  /** What was sent recently, and in what time; unused once something was confirmed. */
  #sent = 0;
  #sentMs = 0;
  #firstMs: number | null = null;
  #emptyAtMs = -Infinity;
  /** Bytes per ms, of complete blocks; 0 before the first confirmation. */
  #perMs = 0;
  #rate = 0;
  #arrived = 0;

  get bytesPerSecond(): number {
    return this.#rate * 1000;
  }
  /** Whether anything has been confirmed; before that, only an upper bound is known. */
  get isCertain(): boolean {
    return this.#perMs > 0;
  }
  /** Whether the rate predicts how long the rest takes; what only lies in buffers does not. */
  get isKnown(): boolean {
    return this.isCertain || this.#sent >= (this.#rate / 2) * this.#sentMs;
  }
  /** The part of the bytes under way that is assumed to have arrived. */
  get arrivedBytes(): number {
    return Math.min(this.#arrived, this.#bytes);
  }

  /** Returns the token to pass to `ended`. */
  began(bytes: number): number {
    if (bytes === 0) return this.#nowMs;
    this.#firstMs ??= this.#nowMs;
    const together = this.#underWay.get(this.#nowMs);
    if (together === undefined) this.#underWay.set(this.#nowMs, { bytes, shareBefore: this.#share });
    else together.bytes += bytes;
    this.#bytes += bytes;
    return this.#nowMs;
  }

  ended(beganMs: number, bytes: number, outcome: 'done' | 'not-done'): void {
    if (bytes === 0) return;
    const begun = this.#underWay.get(beganMs);
    if (begun === undefined) return;
    if (outcome === 'done') this.#confirm(beganMs, bytes, begun.shareBefore);
    begun.bytes -= bytes;
    if (begun.bytes <= 0) this.#underWay.delete(beganMs);
    this.#bytes -= bytes;
  }

  /** Ends a tick. `sentBytes`: upper bound of what was sent of the bytes under way. */
  measured(elapsedMs: number, sentBytes: number): void {
    this.#ms[this.#tick % maxTicks] = elapsedMs;
    this.#nowMs += elapsedMs;
    if (this.#bytes > 0) this.#share += elapsedMs / this.#bytes;
    this.#shares[this.#tick % maxTicks] = this.#share;
    const keep = 0.5 ** (elapsedMs / sentHalfLifeMs);
    this.#sent = this.#sent * keep + Math.max(0, sentBytes - this.#sentBefore);
    this.#sentMs = this.#sentMs * keep + elapsedMs;
    this.#sentBefore = sentBytes;
    if (this.#bytes === 0) this.#emptyAtMs = this.#nowMs;
    const sinceMs = this.#nowMs - (this.#firstMs ?? this.#nowMs);
    const windowMs = Math.min(this.#windowMs(), sinceMs);
    const coming = this.#coming(windowMs, sentBytes);
    this.#arrived = coming.arrived;
    this.#rate = windowMs === 0 ? 0 : (this.#confirmedIn(windowMs) + coming.inWindow) / windowMs;
    this.#tick += 1;
    this.#ms[this.#tick % maxTicks] = 0;
    this.#confirmed[this.#tick % maxTicks] = 0;
  }

  // Requests in flight share the line equally: the share that a byte had until it arrived tells the speed of all.
  #confirm(beganMs: number, bytes: number, shareBefore: number): void {
    const share = this.#share - shareBefore;
    // Began and ended within one tick, as small files do: at least as fast as that.
    const perMs = share > 0 ? 1 / share : this.#bytes / shortMs;
    const weight = this.#perMs === 0 ? 1 : 1 - 0.5 ** ((2 * bytes) / this.#bytes);
    this.#perMs += (perMs - this.#perMs) * weight;
    const { ticks, part } = this.#ticksSince(beganMs);
    for (let back = 0; back < ticks; back += 1) {
      const at = (this.#tick - back + maxTicks) % maxTicks;
      this.#confirmed[at] = (this.#confirmed[at] ?? 0) + (bytes * part) / ticks;
    }
  }

  /** The number of remembered ticks since then, and which part of that time they cover. */
  #ticksSince(beganMs: number): { readonly ticks: number; readonly part: number } {
    const sinceMs = this.#nowMs - beganMs;
    let [ticks, ms] = [1, 0];
    while (ticks < maxTicks - 1 && ms < sinceMs) {
      ms += this.#ms[(this.#tick - ticks + maxTicks) % maxTicks] ?? 0;
      ticks += 1;
    }
    return { ticks, part: ms < sinceMs ? ms / sinceMs : 1 };
  }

  #confirmedIn(windowMs: number): number {
    let [sum, ms] = [0, 0];
    for (let back = 0; back < maxTicks && ms < windowMs - 1e-6; back += 1) {
      const at = (this.#tick - back + maxTicks) % maxTicks;
      const tickMs = this.#ms[at] ?? 0;
      if (tickMs === 0) break;
      sum += (this.#confirmed[at] ?? 0) * Math.min(1, (windowMs - ms) / tickMs);
      ms += tickMs;
    }
    return sum;
  }

  #coming(windowMs: number, sentBytes: number): { readonly arrived: number; readonly inWindow: number } {
    if (this.#bytes === 0) return { arrived: 0, inWindow: 0 };
    if (this.#perMs === 0) return this.#unforeseen(windowMs, sentBytes);
    const shareThen = this.#shareAt(windowMs);
    let [arrived, inWindow] = [0, 0];
    for (const { bytes, shareBefore } of this.#underWay.values()) {
      const partAt = (share: number): number => this.#perMs * Math.max(0, share - shareBefore);
      // A request that takes longer than expected may have arrived completely, only more slowly; up to a point.
      const whole = Math.max(1, Math.min(partAt(this.#share), stalledAfter));
      const [now, then] = [this.#share, shareThen].map((share) => Math.min(1, partAt(share) / whole));
      arrived += bytes * (now ?? 0);
      inWindow += bytes * ((now ?? 0) - (then ?? 0));
    }
    // A socket that accepts no more than the line carries tells more than the expectation.
    const share = arrived > sentBytes ? sentBytes / arrived : 1;
    return { arrived: arrived * share, inWindow: inWindow * share };
  }

  #shareAt(agoMs: number): number {
    let ms = 0;
    for (let back = 0; back < maxTicks; back += 1) {
      const tickMs = this.#ms[(this.#tick - back + maxTicks) % maxTicks] ?? 0;
      if (tickMs === 0) return 0;
      if (ms + tickMs > agoMs + 1e-6) return this.#shares[(this.#tick - back + maxTicks) % maxTicks] ?? 0;
      ms += tickMs;
    }
    return 0;
  }

  // Before the first answer only an upper bound is known: what was sent in all the time since.
  #unforeseen(windowMs: number, sentBytes: number): { readonly arrived: number; readonly inWindow: number } {
    const sinceMs = this.#nowMs - Math.min(...this.#underWay.keys());
    const perMs = sinceMs === 0 ? 0 : sentBytes / sinceMs;
    return { arrived: sentBytes / 2, inWindow: perMs * Math.min(windowMs, sinceMs) };
  }

  #windowMs(): number {
    if (this.#nowMs - this.#emptyAtMs < gapsWindowMs) return gapsWindowMs;
    const foreseenMs = this.#perMs === 0 ? 0 : this.#bytes / this.#perMs;
    return Math.min(maxWindowMs, Math.max(minWindowMs, foreseenMs / 2));
  }
}
