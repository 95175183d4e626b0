// The rate of a job and its remaining time. Pure; clock and counts are passed in. Over 300 lines: received bytes, bytes
// sent but unconfirmed, and the limit each need a separate average.

/** Without lumps, the rate follows within about two seconds. */
const minHalfLifeMs = 600;
const maxHalfLifeMs = 5_000;
/** Two successive averages over this part of a lump's duration leave little of it. */
const partOfLump = 0.6;
/** The bytes in flight fluctuate with the size of the lumps. */
const lumpHalfLifeMs = 10_000;
/** When nothing has moved for this many times a lump's duration, the network is stalled rather than slow. */
const stalledAfter = 1.5;

export interface RateStep {
  readonly elapsedMs: number;
  /** Bytes counted in that time, sooner or later than they really moved. */
  readonly bytes: number;
  /** Bytes of requests that succeeded in that time. */
  readonly doneBytes: number;
  /**
   * Bytes under way that are counted all at once at the beginning or the end of their request; 0 if counted as they
   * move.
   */
  readonly lumpBytes: number;
}

/** An exponential average: a value from `halfLifeMs` ago has half the weight. Over a shorter time, the plain mean. */
class FadingMean {
  #sum = 0;
  #ms = 0;

  add(value: number, ms: number, halfLifeMs: number): number {
    const keep = 0.5 ** (ms / halfLifeMs);
    this.#sum = this.#sum * keep + value * ms;
    this.#ms = this.#ms * keep + ms;
    return this.#sum / this.#ms;
  }
}

export class ShownRate {
  #first = new FadingMean();
  #second = new FadingMean();
  #perMs = 0;
  #lumpBytes = 0;
  #lumpMs = 0;
  #idleMs = 0;

  get bytesPerSecond(): number {
    return this.#perMs * 1000;
  }

  /** `elapsedMs` is more than 0. */
  measured({ elapsedMs, bytes, doneBytes, lumpBytes }: RateStep): void {
    this.#idleMs = bytes > 0 || doneBytes > 0 ? 0 : this.#idleMs + elapsedMs;
    this.#lumpBytes = Math.max(lumpBytes, this.#lumpBytes * 0.5 ** (elapsedMs / lumpHalfLifeMs));
    // The time that everything in flight takes at this rate; a falling rate of a dead line must not prolong it.
    if (doneBytes > 0 && this.#perMs > 0) this.#lumpMs = this.#lumpBytes / this.#perMs;
    const once = this.#first.add(bytes / elapsedMs, elapsedMs, this.#halfLifeMs());
    this.#perMs = this.#second.add(once, elapsedMs, this.#halfLifeMs());
  }

  #halfLifeMs(): number {
    if (this.#idleMs > this.#lumpMs * stalledAfter) return minHalfLifeMs;
    return Math.min(maxHalfLifeMs, Math.max(minHalfLifeMs, this.#lumpMs * partOfLump));
  }
}

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
/** Half-life of the average of the recently sent bytes. */
const sentHalfLifeMs = 1_000;
/** A request that takes this many times longer than expected will not arrive: the connection hangs. */
const hangsAfter = 1.5;

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
   * The cumulative share of the network that each byte in flight has had until now, in ms of the whole network; also at
   * the end of each tick.
   */
  #share = 0;
  readonly #shares = new Float64Array(maxTicks);
  #sentBefore = 0;
  /** The bytes sent recently, and in what time; unused once something was confirmed. */
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

  /** Ends a tick. `sentBytes`: upper bound of the bytes in flight that were sent. */
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

  // Requests in flight share the network equally: the share that a byte had until it arrived reveals the speed of all.
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
      const whole = Math.max(1, Math.min(partAt(this.#share), hangsAfter));
      const [now, then] = [this.#share, shareThen].map((share) => Math.min(1, partAt(share) / whole));
      arrived += bytes * (now ?? 0);
      inWindow += bytes * ((now ?? 0) - (then ?? 0));
    }
    // A socket that accepts no more than the network carries is more reliable than the expectation.
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

  // Before the first response only an upper bound is known: the bytes sent since the start.
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

// The highest rate that can be shown under a rate limit. The burst that a limit allows at the start of a job is not a
// rate: averaged over few seconds it would exceed the limit. Pure; the clock is passed in.
/** As long as a rate is averaged: before a limit was lowered, more was possible. */
const rememberedMs = 10_000;

export class CapInForce {
  readonly #now: () => number | null;
  #loosest = 0;
  #untilMs = -Infinity;

  /** Bytes a second; null for no cap. */
  constructor(now: () => number | null) {
    this.#now = now;
  }

  /** The loosest limit of the last seconds; Infinity when there was none. */
  get bytesPerSecond(): number {
    return this.#loosest;
  }

  /** To be called at regular intervals. */
  measured(monotonicMs: number): void {
    const now = this.#now() ?? Infinity;
    if (now < this.#loosest && monotonicMs < this.#untilMs) return;
    this.#loosest = now;
    this.#untilMs = monotonicMs + rememberedMs;
  }
}

// Estimates the remaining time of a job. Judged by the rate alone, a folder of small files would seem to take for ever
// and a large file beside them no time at all, because each file costs time besides its bytes. That cost is the unused
// capacity of the network, measured against the highest rate seen. If the rest is like what moves now, the result is
// that of the rate; if only small files have moved and the rest is large, there is no estimate.
/** Averaged over about this time: an estimate that changes every second is useless. */
const windowHalfLifeMs = 10_000;
/** Shorter averages would take the bursts that sockets accept for the capacity of the line. */
const minMs = 3_000;
/** A capacity seen long ago may no longer hold. */
const peakHalfLifeMs = 300_000;
/** Smaller files hardly ever fill the line. */
const smallBytes = 256 * 1024;
/** Files larger by this factor are a different kind of work. */
const otherKind = 32;
/** At this utilisation the line does not wait for files. */
const nearlyFull = 0.75;
/** A longer pause invalidates earlier measurements. */
const maxIdleMs = 5_000;

export class TimeLeft {
  #ms = 0;
  #bytes = 0;
  #files = 0;
  #idleMs = 0;
  /** Bytes per millisecond. */
  #peak = 0;

  /** The bytes moved and files finished since the last call. */
  measured(elapsedMs: number, bytes: number, files: number): void {
    this.#idleMs = bytes > 0 || files > 0 ? 0 : this.#idleMs + elapsedMs;
    if (elapsedMs <= 0 || this.#idleMs > maxIdleMs) return;
    const keep = 0.5 ** (elapsedMs / windowHalfLifeMs);
    this.#ms = this.#ms * keep + elapsedMs;
    this.#bytes = this.#bytes * keep + bytes;
    this.#files = this.#files * keep + files;
    this.#peak *= 0.5 ** (elapsedMs / peakHalfLifeMs);
    if (this.#ms >= minMs) this.#peak = Math.max(this.#peak, this.#bytes / this.#ms);
  }

  /**
   * Whole milliseconds; null at first, while nothing has moved, and if the files moved so far do not predict the rest.
   */
  of(bytes: number, files: number): number | null {
    if (this.#ms < minMs || (this.#bytes === 0 && this.#files === 0)) return null;
    const bytesPerMs = this.#bytes / this.#ms;
    if (bytesPerMs === 0) return bytes > 0 ? null : Math.round((files * this.#ms) / this.#files);
    if (this.#files === 0) return Math.round(bytes / bytesPerMs);
    const line = Math.max(this.#peak, bytesPerMs);
    const movedBytes = this.#bytes / this.#files;
    const isOtherKind = movedBytes < smallBytes && bytes / Math.max(1, files) > otherKind * movedBytes;
    if (isOtherKind && line < 2 * bytesPerMs) return null;
    // Within the variation that blocks ending together cause in any average.
    if (bytesPerMs >= line * nearlyFull) return Math.round(bytes / bytesPerMs);
    const msPerFile = ((1 - bytesPerMs / line) * this.#ms) / this.#files;
    return Math.round(files * msPerFile + bytes / line);
  }
}
