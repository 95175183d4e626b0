// The rate at which bytes are stored or received, from a running count that grows by whole blocks: over a window that
// its caller chooses, up to the last block that has arrived. Pure; time is passed in.

/** Longer than any window that is asked for. */
const rememberedMs = 60_000;

export class StoredRate {
  /** When the count had grown, and to what. */
  readonly #grown: { readonly atMs: number; readonly bytes: number }[] = [{ atMs: 0, bytes: 0 }];

  /** `bytes`: the count so far. */
  add(atMs: number, bytes: number): void {
    const last = this.#grown.at(-1);
    if (last === undefined || bytes <= last.bytes) return;
    this.#grown.push({ atMs, bytes });
    while ((this.#grown[1]?.atMs ?? Infinity) < atMs - rememberedMs) this.#grown.shift();
  }

  bytesSince(sinceMs: number): number {
    return (this.#grown.at(-1)?.bytes ?? 0) - this.#countAt(sinceMs);
  }

  /** Bytes per second; 0 when nothing has arrived since then. */
  perSecond(sinceMs: number): number {
    const last = this.#grown.at(-1);
    if (last === undefined || last.atMs <= sinceMs) return 0;
    return (this.bytesSince(sinceMs) / (last.atMs - sinceMs)) * 1000;
  }

  #countAt(atMs: number): number {
    let bytes = this.#grown[0]?.bytes ?? 0;
    for (const one of this.#grown) {
      if (one.atMs > atMs) break;
      bytes = one.bytes;
    }
    return bytes;
  }
}
