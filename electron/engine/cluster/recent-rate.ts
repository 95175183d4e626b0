// The rate of something that only reports its sum, such as the bytes of a node, over the last seconds. Pure; the clock is
// passed in.

/** As long as it is averaged. */
const windowMs = 5000;

export class RecentRate {
  #sums: { readonly atMs: number; readonly sum: number }[] = [];

  /** A smaller sum than before is a new beginning. */
  add(atMs: number, sum: number): void {
    if (sum < (this.#sums.at(-1)?.sum ?? 0)) this.#sums = [];
    this.#sums.push({ atMs, sum });
    // The last one outside of the window is where it begins.
    while ((this.#sums[1]?.atMs ?? Infinity) <= atMs - windowMs) this.#sums.shift();
  }

  perSecond(nowMs: number): number {
    const [first] = this.#sums;
    const last = this.#sums.at(-1);
    if (first === undefined || last === undefined || nowMs - last.atMs > windowMs) return 0;
    const elapsedMs = last.atMs - first.atMs;
    return elapsedMs === 0 ? 0 : Math.round(((last.sum - first.sum) / elapsedMs) * 1000);
  }
}
