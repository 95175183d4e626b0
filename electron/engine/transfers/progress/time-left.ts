// Estimates the remaining time of a job. Judged by the rate alone, a folder of small files would seem to take for ever
// and a large file beside them no time at all, because each file costs time besides its bytes. That cost is the unused
// capacity of the line, measured against the highest rate seen. If the rest is like what moves now, the result is that
// of the rate; if only small files have moved and the rest is large, there is no estimate.

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
/** A longer pause invalidates what was measured before it. */
const maxIdleMs = 5_000;

export class TimeLeft {
  #ms = 0;
  #bytes = 0;
  #files = 0;
  #idleMs = 0;
  /** Bytes per millisecond. */
  #peak = 0;

  /** What has moved and ended since the last call. */
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

  /** Whole milliseconds; null at first, while nothing has moved, and if what has moved says nothing about the rest. */
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
