// How long a job still takes. By its rate alone a folder of small files seems to take for ever and a large file beside
// them no time at all: a file costs time beside its bytes. What a file costs is what the line is not used for, beside
// the most that it was seen to carry. Where the rest is like what moves now, the answer is that of the rate; where only
// small files have moved and the rest is large, nobody can tell how much the line would carry.

/** What moves now is an average over about this long: an estimate that follows every second is no estimate. */
const windowHalfLifeMs = 10_000;
/** Shorter averages see what sockets swallow at once, and take it for the line. */
const leastMs = 3_000;
/** A line that was better long ago may be another one. */
const peakHalfLifeMs = 300_000;
/** Of files that are smaller the line is hardly ever full. */
const smallBytes = 256 * 1024;
/** So many times larger files are another kind of work. */
const otherKind = 32;
/** A line that is used so far does not wait for files. */
const nearlyFull = 0.75;
/** A pause in the middle says nothing of what comes after it. */
const mostIdleMs = 5_000;

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
    if (elapsedMs <= 0 || this.#idleMs > mostIdleMs) return;
    const keep = 0.5 ** (elapsedMs / windowHalfLifeMs);
    this.#ms = this.#ms * keep + elapsedMs;
    this.#bytes = this.#bytes * keep + bytes;
    this.#files = this.#files * keep + files;
    this.#peak *= 0.5 ** (elapsedMs / peakHalfLifeMs);
    if (this.#ms >= leastMs) this.#peak = Math.max(this.#peak, this.#bytes / this.#ms);
  }

  /** Whole milliseconds; null in the first moments, while nothing has moved, and where what moved says nothing of the rest. */
  of(bytes: number, files: number): number | null {
    if (this.#ms < leastMs || (this.#bytes === 0 && this.#files === 0)) return null;
    const bytesPerMs = this.#bytes / this.#ms;
    if (bytesPerMs === 0) return bytes > 0 ? null : Math.round((files * this.#ms) / this.#files);
    if (this.#files === 0) return Math.round(bytes / bytesPerMs);
    const line = Math.max(this.#peak, bytesPerMs);
    const movedBytes = this.#bytes / this.#files;
    const isOtherKind = movedBytes < smallBytes && bytes / Math.max(1, files) > otherKind * movedBytes;
    if (isOtherKind && line < 2 * bytesPerMs) return null;
    // So little is within what blocks that end together do to any mean.
    if (bytesPerMs >= line * nearlyFull) return Math.round(bytes / bytesPerMs);
    const msPerFile = ((1 - bytesPerMs / line) * this.#ms) / this.#files;
    return Math.round(files * msPerFile + bytes / line);
  }
}
