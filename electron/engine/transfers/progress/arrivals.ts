// How fast what is sent arrives. What a socket has taken has not arrived: between here and the service several blocks may
// lie in buffers, and that a service has a block is only known when it answers. So what was confirmed is laid evenly over
// the time it took, and what is still under way is taken to come as fast as the last blocks did. Pure; clocks and counts
// come in.

/** Ticks that are remembered; of what took longer, the part that came in these. */
const ticksKept = 512;
/** The rate is a mean over this long, and longer where blocks take long. */
const leastWindowMs = 3_000;
const mostWindowMs = 5_000;
/** Where there were moments with nothing under way, as a cap makes them. */
const gapsWindowMs = 10_000;
/** What is over between two looks took about so long. */
const shortMs = 125;
/** Of the mean of what was sent lately. */
const sentHalfLifeMs = 1_000;
/** What takes so many times longer than foreseen does not arrive: the line stands. */
const standsAfter = 1.5;

interface UnderWay {
  bytes: number;
  /** What one byte had had of the line when it began. */
  readonly shareBefore: number;
}

export class Arrivals {
  /** Of each tick: how long it was, and what was confirmed of what moved in it. */
  readonly #ms = new Float64Array(ticksKept);
  readonly #confirmed = new Float64Array(ticksKept);
  #tick = 0;
  /** When the tick began that is on. */
  #nowMs = 0;
  /** Bytes under way, by the time since when. */
  readonly #underWay = new Map<number, UnderWay>();
  #bytes = 0;
  /** What one byte of those under way has had of the line so far, in milliseconds of all of it; and as each tick ended. */
  #share = 0;
  readonly #shares = new Float64Array(ticksKept);
  #sentBefore = 0;
  /** What was sent lately, and in how long; without a meaning once something was confirmed. */
  #sent = 0;
  #sentMs = 0;
  #firstMs: number | null = null;
  #emptyAtMs = -Infinity;
  /** Bytes a millisecond, of whole blocks; 0 before the first was confirmed. */
  #perMs = 0;
  #rate = 0;
  #arrived = 0;

  get bytesPerSecond(): number {
    return this.#rate * 1000;
  }
  /** Something has arrived for certain; before, only the most is known that may have. */
  get isCertain(): boolean {
    return this.#perMs > 0;
  }
  /** Whether the rate says how long the rest takes: what only lies in buffers by now says nothing. */
  get isKnown(): boolean {
    return this.isCertain || this.#sent >= (this.#rate / 2) * this.#sentMs;
  }
  /** Of what is under way, the part that is taken to have arrived. */
  get arrivedBytes(): number {
    return Math.min(this.#arrived, this.#bytes);
  }

  /** Answers what `ended` is to be told. */
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

  /** A tick is over. `sentBytes`: of what is under way, what was sent at most. */
  measured(elapsedMs: number, sentBytes: number): void {
    this.#ms[this.#tick % ticksKept] = elapsedMs;
    this.#nowMs += elapsedMs;
    if (this.#bytes > 0) this.#share += elapsedMs / this.#bytes;
    this.#shares[this.#tick % ticksKept] = this.#share;
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
    this.#ms[this.#tick % ticksKept] = 0;
    this.#confirmed[this.#tick % ticksKept] = 0;
  }

  // What is under way together shares the line alike: what a byte had of it until it arrived tells how fast it all goes.
  #confirm(beganMs: number, bytes: number, shareBefore: number): void {
    const share = this.#share - shareBefore;
    // Begun and done within one tick, as small files are: at least as fast as that.
    const perMs = share > 0 ? 1 / share : this.#bytes / shortMs;
    const weight = this.#perMs === 0 ? 1 : 1 - 0.5 ** ((2 * bytes) / this.#bytes);
    this.#perMs += (perMs - this.#perMs) * weight;
    const { ticks, part } = this.#ticksSince(beganMs);
    for (let back = 0; back < ticks; back += 1) {
      const at = (this.#tick - back + ticksKept) % ticksKept;
      this.#confirmed[at] = (this.#confirmed[at] ?? 0) + (bytes * part) / ticks;
    }
  }

  /** How many of those that are remembered, and which part of all the time since then they are. */
  #ticksSince(beganMs: number): { readonly ticks: number; readonly part: number } {
    const sinceMs = this.#nowMs - beganMs;
    let [ticks, ms] = [1, 0];
    while (ticks < ticksKept - 1 && ms < sinceMs) {
      ms += this.#ms[(this.#tick - ticks + ticksKept) % ticksKept] ?? 0;
      ticks += 1;
    }
    return { ticks, part: ms < sinceMs ? ms / sinceMs : 1 };
  }

  #confirmedIn(windowMs: number): number {
    let [sum, ms] = [0, 0];
    for (let back = 0; back < ticksKept && ms < windowMs - 1e-6; back += 1) {
      const at = (this.#tick - back + ticksKept) % ticksKept;
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
      // Of what takes longer than foreseen all may have arrived, more slowly; up to a point.
      const whole = Math.max(1, Math.min(partAt(this.#share), standsAfter));
      const [now, then] = [this.#share, shareThen].map((share) => Math.min(1, partAt(share) / whole));
      arrived += bytes * (now ?? 0);
      inWindow += bytes * ((now ?? 0) - (then ?? 0));
    }
    // A socket that takes no more than the line carries tells more than what is foreseen.
    const share = arrived > sentBytes ? sentBytes / arrived : 1;
    return { arrived: arrived * share, inWindow: inWindow * share };
  }

  #shareAt(agoMs: number): number {
    let ms = 0;
    for (let back = 0; back < ticksKept; back += 1) {
      const tickMs = this.#ms[(this.#tick - back + ticksKept) % ticksKept] ?? 0;
      if (tickMs === 0) return 0;
      if (ms + tickMs > agoMs + 1e-6) return this.#shares[(this.#tick - back + ticksKept) % ticksKept] ?? 0;
      ms += tickMs;
    }
    return 0;
  }

  // Before the first answer only the most is known: what was sent, in all the time since.
  #unforeseen(windowMs: number, sentBytes: number): { readonly arrived: number; readonly inWindow: number } {
    const sinceMs = this.#nowMs - Math.min(...this.#underWay.keys());
    const perMs = sinceMs === 0 ? 0 : sentBytes / sinceMs;
    return { arrived: sentBytes / 2, inWindow: perMs * Math.min(windowMs, sinceMs) };
  }

  #windowMs(): number {
    if (this.#nowMs - this.#emptyAtMs < gapsWindowMs) return gapsWindowMs;
    const foreseenMs = this.#perMs === 0 ? 0 : this.#bytes / this.#perMs;
    return Math.min(mostWindowMs, Math.max(leastWindowMs, foreseenMs / 2));
  }
}
