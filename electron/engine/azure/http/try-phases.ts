// The phase that a try of a request is in and since when, whether its bytes move, and which of its limits has passed.
import type { TryLimits } from './http-types';
import { StallWindow } from './watchdog';

export type Phase = 'queued' | 'connecting' | 'sending' | 'waiting' | 'receiving' | 'ended';

export type Overdue =
  | { readonly code: 'network.timeout'; readonly reason: 'connect' | 'header' | 'total'; readonly limitMs: number }
  | { readonly code: 'network.stalled'; readonly limitMs: number };

export class TryPhases {
  readonly #stall: StallWindow;
  readonly #lineBytes: () => number;
  #now: Phase = 'queued';
  #sinceMs: number;
  /** When a connection was assigned, which may still have to open; 0 before that. */
  #connectedAtMs = 0;
  #isHeldBack = false;

  /** `lineBytes`: what all requests of the client have moved so far. */
  constructor(nowMs: number, lineBytes: () => number = () => 0) {
    this.#sinceMs = nowMs;
    this.#lineBytes = lineBytes;
    this.#stall = new StallWindow(nowMs, lineBytes());
  }

  get now(): Phase {
    return this.#now;
  }
  get connectedAtMs(): number {
    return this.#connectedAtMs;
  }

  gotConnection(nowMs: number): void {
    this.#connectedAtMs = nowMs;
  }
  enter(phase: Phase, nowMs: number): void {
    this.#now = phase;
    this.#sinceMs = nowMs;
    this.#stall.restart(nowMs, this.#lineBytes());
  }
  end(): void {
    this.#now = 'ended';
  }
  moved(bytes: number): void {
    this.#stall.moved(bytes);
  }
  /** While the consumer pauses the sender, missing bytes are not a stall. */
  holdBack(): void {
    this.#isHeldBack = true;
  }
  letGo(): void {
    this.#isHeldBack = false;
  }

  /** The limit that has passed; null while the try is in time. Waiting for a connection is not limited here. */
  overdue(nowMs: number, limits: TryLimits): Overdue | null {
    if (this.#now === 'queued' || this.#now === 'ended') return null;
    const { connectMs, headerMs, stallMs, totalMs } = limits;
    const inPhaseMs = nowMs - this.#sinceMs;
    if (nowMs - this.#connectedAtMs >= totalMs) return { code: 'network.timeout', reason: 'total', limitMs: totalMs };
    switch (this.#now) {
      case 'connecting':
        return inPhaseMs < connectMs ? null : { code: 'network.timeout', reason: 'connect', limitMs: connectMs };
      case 'waiting':
        return inPhaseMs < headerMs ? null : { code: 'network.timeout', reason: 'header', limitMs: headerMs };
      case 'sending':
      case 'receiving':
        if (this.#isHeldBack) this.#stall.restart(nowMs, this.#lineBytes());
        else if (this.#stall.isStalled(nowMs, stallMs, this.#lineBytes()))
          return { code: 'network.stalled', limitMs: stallMs };
        return null;
    }
  }
}
