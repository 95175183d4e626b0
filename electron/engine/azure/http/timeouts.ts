// The time-outs of one attempt: the limit of each phase given what is transferred, whether bytes move, and the one
// timer that checks all attempts of a client.
import type { Operation } from '../../metrics/request-record';
import type { AttemptLimits } from './http-types';

export interface AttemptSize {
  readonly operation: Operation;
  readonly bodyBytes: number;
  /** `range` or `x-ms-range` of the request. */
  readonly range: string | undefined;
}

const slowestBytesPerSecond = 8 * 1024;
/**
 * For data, whose bytes may share a slow network with many others: as long as they move, only this bounds the duration.
 */
const slowestDataBytesPerSecond = 512;
const stallMs = 20_000;
const connectMs = 15_000;
/** Tables and listings answer within 30 s or not at all. */
const headerMs = 35_000;
/** Sent bytes may still be in the kernel's buffers when the wait for the answer begins. */
const kernelBytes = 2 * 1024 * 1024;
const kernelBytesPerSecond = 64 * 1024;
/**
 * Operations for which the service moves data or touches many objects before it answers. It gives up a block list after
 * 60 s and a batch after 120 s ("Setting timeouts for Blob service operations"), so a retry never overlaps a first
 * attempt that is still running.
 */
const slowHeaderMs: ReadonlyMap<Operation, number> = new Map([
  ['PutBlockList', 65_000],
  ['BlobBatch', 125_000],
  ['PutBlockFromURL', 300_000],
  ['PutBlobFromURL', 300_000],
  ['CopyBlob', 300_000],
  ['AppendBlockFromURL', 300_000],
  ['DeletePath', 65_000],
  ['RenamePath', 65_000],
  ['SetPathAccessControlRecursive', 65_000],
]);
const unboundedMs = 24 * 3600_000;
/**
 * Writing data counts from its first byte to the response. On a slow shared network these are minutes apart although
 * the sockets have accepted everything: the service waits for up to 90 s and responds then, so this machine waits
 * longer.
 */
const writesData: ReadonlySet<Operation> = new Set(['PutBlob', 'PutBlock']);
const movesData: ReadonlySet<Operation> = new Set([...writesData, 'GetBlob']);
const serviceLimitMs = 90_000;
/** A body of this size may need all of that; a smaller one in proportion. */
const slowWriteBytes = 64 * 1024;

export function limitsFor(size: AttemptSize): AttemptLimits {
  const buffersMs = Math.round((Math.min(size.bodyBytes, kernelBytes) / kernelBytesPerSecond) * 1000);
  const slowMs = writesData.has(size.operation)
    ? Math.round(serviceLimitMs * Math.min(1, size.bodyBytes / slowWriteBytes))
    : 0;
  const answerMs = (slowHeaderMs.get(size.operation) ?? headerMs) + buffersMs + slowMs;
  const responseBytes = expectedResponseBytes(size);
  const movingMs =
    responseBytes === null ? unboundedMs : ((size.bodyBytes + responseBytes) / slowestRateOf(size)) * 1000;
  return { connectMs, headerMs: answerMs, stallMs, totalMs: connectMs + answerMs + Math.round(movingMs) };
}

/**
 * The limits of an attempt of a request that ends after `leftMs` anyway: nobody waits longer for a service that does not
 * answer. Every attempt gets a few seconds, and an operation for which the service moves data what that may take.
 */
export function limitsWithin(limits: AttemptLimits, leftMs: number, operation: Operation): AttemptLimits {
  const silentMs = Math.max(leftMs, slowHeaderMs.has(operation) ? minSlowAnswerMs : minAnswerMs);
  return {
    ...limits,
    connectMs: Math.min(limits.connectMs, silentMs),
    headerMs: Math.min(limits.headerMs, silentMs),
    stallMs: Math.min(limits.stallMs, silentMs),
  };
}

const minAnswerMs = 5_000;
const minSlowAnswerMs = 30_000;

function slowestRateOf({ operation, bodyBytes, range }: AttemptSize): number {
  const isData = movesData.has(operation) && (bodyBytes > 0 || range !== undefined);
  return isData ? slowestDataBytesPerSecond : slowestBytesPerSecond;
}

/** The number of bytes; null for a whole blob, whose length is not known yet. */
function expectedResponseBytes({ operation, range }: AttemptSize): number | null {
  const match = /^bytes=(\d+)-(\d+)$/.exec(range ?? '');
  if (match !== null) return Number(match[2]) - Number(match[1]) + 1;
  return operation === 'GetBlob' ? null : 4 * 1024 * 1024;
}

export type Phase = 'queued' | 'connecting' | 'sending' | 'waiting' | 'receiving' | 'ended';

export type Overdue =
  | { readonly code: 'network.timeout'; readonly reason: 'connect' | 'header' | 'total'; readonly limitMs: number }
  | { readonly code: 'network.stalled'; readonly limitMs: number };

export class AttemptPhases {
  readonly #stall: StallWindow;
  readonly #lineBytes: () => number;
  #now: Phase = 'queued';
  #sinceMs: number;
  /** When a connection was assigned, which may still have to open; 0 before that. */
  #connectedAtMs = 0;
  #isHeldBack = false;

  /** `lineBytes`: the bytes that all requests of the client have moved so far. */
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

  /** The limit that has passed; null while the attempt is in time. Waiting for a connection is not limited here. */
  overdue(nowMs: number, limits: AttemptLimits): Overdue | null {
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

export interface Watched {
  /** Checks the time and ends the attempt when one of its limits has passed. */
  check(nowMs: number): void;
  /** The index in the watchdog's list, written by the watchdog only. */
  watchedAt: number;
}

/** Checks every watched attempt at each tick; the timer runs only while there is something to watch. */
export class Watchdog {
  readonly #tickMs: number;
  readonly #monotonic: () => number;
  /** A list instead of a Set: the engine's Sets keep the memory of deleted entries alive under constant change. */
  readonly #watched: Watched[] = [];
  #timer: ReturnType<typeof setInterval> | null = null;
  #movedBytes = 0;

  constructor(tickMs: number, monotonic: () => number) {
    this.#tickMs = tickMs;
    this.#monotonic = monotonic;
  }

  /** Bytes that all attempts have moved so far, in either direction. */
  get movedBytes(): number {
    return this.#movedBytes;
  }

  moved(bytes: number): void {
    this.#movedBytes += bytes;
  }

  add(watched: Watched): void {
    watched.watchedAt = this.#watched.push(watched) - 1;
    this.#timer ??= setInterval(() => {
      const nowMs = this.#monotonic();
      // Backwards, because an attempt that ends is replaced in the list by the last one.
      for (let at = this.#watched.length - 1; at >= 0; at -= 1) this.#watched[at]?.check(nowMs);
    }, this.#tickMs);
  }

  remove(watched: Watched): void {
    if (this.#watched[watched.watchedAt] !== watched) return;
    const last = this.#watched.pop() as Watched;
    if (last !== watched) {
      this.#watched[watched.watchedAt] = last;
      last.watchedAt = watched.watchedAt;
    }
    if (this.#watched.length > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** Bytes that must move within one stall time for a network to count as alive. */
export const aliveBytes = 1024;

/**
 * A network that moves fewer bytes than this within a stall time is slow: some of its requests may have to wait longer.
 */
const slowLineBytes = 4 * 1024 * 1024;
/** How many stall times a request may take to move while others on a slow network do. */
const slowLinePatience = 3;

/**
 * Distinguishes a slow network from a dead one: too few bytes within a whole window are a stall, even if a byte arrives
 * now and then.
 */
export class StallWindow {
  #startMs: number;
  #bytes = 0;
  #lineBytes: number;

  /** `lineBytes`: the bytes that all requests have moved so far. */
  constructor(nowMs: number, lineBytes = 0) {
    this.#startMs = nowMs;
    this.#lineBytes = lineBytes;
  }

  moved(bytes: number): void {
    this.#bytes += bytes;
  }

  restart(nowMs: number, lineBytes = 0): void {
    this.#startMs = nowMs;
    this.#bytes = 0;
    this.#lineBytes = lineBytes;
  }

  isStalled(nowMs: number, stallMs: number, lineBytes = 0): boolean {
    if (this.#bytes >= aliveBytes) {
      this.restart(nowMs, lineBytes);
      return false;
    }
    const elapsedMs = nowMs - this.#startMs;
    if (elapsedMs < stallMs) return false;
    const ofOthers = ((lineBytes - this.#lineBytes) / elapsedMs) * stallMs;
    const isSlowLine = ofOthers >= aliveBytes && ofOthers < slowLineBytes;
    return !isSlowLine || elapsedMs >= stallMs * slowLinePatience;
  }
}
