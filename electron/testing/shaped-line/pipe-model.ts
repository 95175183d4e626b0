// One direction of one simulated connection: when bytes arrive at the other end. Pure; time is passed in. The
// congestion window starts small and doubles with every round trip, as in TCP's slow start; nothing is lost.

export interface LineShape {
  /** Round-trip time. */
  readonly roundTripMs: number;
  /** Bandwidth of one connection, in each direction. */
  readonly bytesPerMs: number;
  /** Bandwidth of all connections together, in each direction; null for no common limit. */
  readonly totalBytesPerMs: number | null;
}

/** The capacity that all connections of one direction share. */
export class SharedLink {
  readonly #bytesPerMs: number | null;
  #freeAtMs = 0;

  constructor(bytesPerMs: number | null) {
    this.#bytesPerMs = bytesPerMs;
  }

  /** When the last of these bytes has left, if the first can leave at `fromMs`. */
  take(bytes: number, fromMs: number): number {
    if (this.#bytesPerMs === null) return fromMs;
    this.#freeAtMs = Math.max(this.#freeAtMs, fromMs) + bytes / this.#bytesPerMs;
    return this.#freeAtMs;
  }
}

const segmentBytes = 1460;
const firstWindowBytes = 10 * segmentBytes;
const pieceBytes = 16 * 1024;
/** How far in advance bytes are scheduled. */
const aheadMs = 2;

export class PipeModel {
  readonly #shape: LineShape;
  readonly #link: SharedLink;
  readonly #mostWindowBytes: number;
  readonly #underWay: { readonly bytes: number; readonly acknowledgedMs: number }[] = [];
  #windowBytes = firstWindowBytes;
  #underWayBytes = 0;
  #wireFreeAtMs: number;

  /** `openAtMs`: when the first byte may leave. */
  constructor(shape: LineShape, link: SharedLink, openAtMs: number) {
    this.#shape = shape;
    this.#link = link;
    this.#wireFreeAtMs = openAtMs;
    this.#mostWindowBytes = 2 * shape.bytesPerMs * shape.roundTripMs + 256 * 1024;
  }

  /** How many of `waitingBytes` leave now and when they arrive; null when none may. */
  next(waitingBytes: number, nowMs: number): { readonly bytes: number; readonly arriveMs: number } | null {
    this.#acknowledge(nowMs);
    const room = this.#windowBytes - this.#underWayBytes;
    if (waitingBytes === 0 || room < segmentBytes || this.#wireFreeAtMs > nowMs + aheadMs) return null;
    const bytes = Math.min(waitingBytes, room, pieceBytes);
    const ownMs = Math.max(this.#wireFreeAtMs, nowMs) + bytes / this.#shape.bytesPerMs;
    this.#wireFreeAtMs = Math.max(ownMs, this.#link.take(bytes, Math.max(this.#wireFreeAtMs, nowMs)));
    this.#underWayBytes += bytes;
    this.#underWay.push({ bytes, acknowledgedMs: this.#wireFreeAtMs + this.#shape.roundTripMs });
    return { bytes, arriveMs: this.#wireFreeAtMs + this.#shape.roundTripMs / 2 };
  }

  #acknowledge(nowMs: number): void {
    for (
      let first = this.#underWay[0];
      first !== undefined && first.acknowledgedMs <= nowMs;
      first = this.#underWay[0]
    ) {
      this.#underWay.shift();
      this.#underWayBytes -= first.bytes;
      this.#windowBytes = Math.min(this.#mostWindowBytes, this.#windowBytes + first.bytes);
    }
  }
}
