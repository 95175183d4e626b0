// How far a job is, as its queue entry shows it: bytes, cells, rate, what is in flight. Mutable and cheap; a snapshot
// is taken at most four times a second.
import type { BlockNumber } from '@shared/model/block-number';
import type { Cut } from '../plan/cut';
import { Arrivals } from './arrivals';
import { CapInForce } from './cap-in-force';
import { PlannedBlocks } from './planned-blocks';
import { ShownRate } from './shown-rate';
import { SteadyMap } from '../records/steady-map';
import { TimeLeft } from './time-left';
import { type UnitState, stateOfAll, unit } from './unit-state';
import type { JobReport } from '../worker/messages';

const cellLimit = 64;

/**
 * What the rate is made of: bytes on this machine's line, or work that was done without it as well. What was sent is not
 * done before the service has confirmed it; what was received is here.
 */
export type Counts = 'bytes sent' | 'bytes received' | 'what is done';

/** By what a job does. */
export const countsOf = {
  upload: 'bytes sent',
  download: 'bytes received',
  copy: 'what is done',
  move: 'what is done',
  verify: 'what is done',
} as const;

export class JobProgress {
  readonly #counts: Counts;
  #files = new Uint8Array(1024);
  /** Sizes of the files that this run knows, and the blocks of those that are moved in blocks. */
  readonly #fileBytes = new Map<number, number>();
  readonly #blocks = new Map<number, PlannedBlocks>();
  /** Bytes whose block, range or whole file is complete, by file that is still open. */
  readonly #openBytes = new SteadyMap<number, number>();
  #inFlightBytes = 0;
  #inFlight = 0;
  #movedBytes = 0;
  #accountedBytes = 0;
  /** Of requests that were done; what moved for them may be reported after their end. */
  #doneBytes = 0;
  #rate = new ShownRate();
  /** Of what is sent, which sockets take long before it arrives. */
  #arrivals = new Arrivals();
  #rateAtMs: number | null = null;
  #rateFromBytes = 0;
  #rateFromDone = 0;
  #timeLeft = new TimeLeft();
  #filesEnded = 0;
  #isCertain = false;
  readonly #cap: CapInForce;

  /** `cap`: the most bytes a second that may move now; null for as many as can. */
  constructor(counts: Counts, cap: () => number | null = () => null) {
    this.#counts = counts;
    this.#cap = new CapInForce(cap);
  }

  get inFlight(): number {
    return this.#inFlight;
  }
  get bytesPerSecond(): number {
    // Where all was sent and nothing is confirmed, a line that stands looks like one that is slow.
    if (this.#counts === 'bytes sent' && !this.#arrivals.isKnown) return 0;
    const { bytesPerSecond } = this.#counts === 'bytes sent' ? this.#arrivals : this.#rate;
    return bytesPerSecond < 1 ? 0 : Math.round(Math.min(bytesPerSecond, this.#cap.bytesPerSecond));
  }
  get movedBytes(): number {
    return this.#movedBytes;
  }

  file(f: number, state: UnitState): void {
    if (f >= this.#files.length) {
      const files = new Uint8Array(2 ** Math.ceil(Math.log2(f + 1)));
      files.set(this.#files);
      this.#files = files;
    }
    this.#files[f] = state;
  }

  /** Files that earlier runs have settled: those before `next` that `isLeft` does not name. */
  settledEarlier(next: number, isLeft: (f: number) => boolean): void {
    for (let f = next - 1; f >= 0; f -= 1) if (!isLeft(f)) this.file(f, unit.done);
  }

  stateOf(f: number): UnitState {
    return (this.#files[f] ?? unit.untouched) as UnitState;
  }

  /** Bytes of an open file that are complete. */
  bytesOf(f: number): number {
    return this.#openBytes.get(f) ?? 0;
  }

  /** A file that belongs to the job. */
  expect(f: number, bytes: number): void {
    // Of many files none is drawn by its bytes.
    if (this.#fileBytes.size < cellLimit) this.#fileBytes.set(f, bytes);
  }

  planBlocks(f: number, cut: Cut): void {
    if (this.#fileBytes.has(f)) this.#blocks.set(f, new PlannedBlocks(cut));
  }

  block(f: number, number: BlockNumber, state: UnitState): void {
    this.#blocks.get(f)?.set(number, state);
  }

  /** Answers when that was, as `stopped` is to be told. */
  started(bytes: number): number {
    this.#inFlight += 1;
    this.#inFlightBytes += bytes;
    return this.#arrivals.began(bytes);
  }

  /** What was started is over; it counts when it was done. */
  stopped(f: number, bytes: number, outcome: 'done' | 'not-done', beganMs: number): void {
    this.#arrivals.ended(beganMs, bytes, outcome);
    this.#inFlight -= 1;
    this.#inFlightBytes -= bytes;
    if (outcome === 'done' && this.#counts === 'what is done') this.#movedBytes += bytes;
    if (outcome === 'done') this.#doneBytes += bytes;
    this.#accountedBytes =
      this.#inFlight === 0 ? Math.max(this.#movedBytes, this.#doneBytes) : this.#accountedBytes + bytes;
    if (outcome === 'done') this.#add(f, bytes);
  }

  /** A part of what was started is behind it already; taken back when it is over. */
  passed(f: number, bytes: number): void {
    if (this.#counts === 'what is done') this.#movedBytes += bytes;
    this.#add(f, bytes);
  }

  /** Blocks that an earlier run has done. */
  alreadyDone(f: number, bytes: number): void {
    this.#add(f, bytes);
  }

  /** A file ended: its bytes are counted by the job from now on. */
  closed(f: number): void {
    this.#openBytes.delete(f);
  }

  moved(report: JobReport): void {
    if (this.#counts !== 'what is done') this.#movedBytes += report.uploadBytes + report.downloadBytes;
  }

  /** Bytes of open files that are where they belong: confirmed by the service, or received. */
  openBytes(): number {
    let bytes = this.#counts === 'bytes received' ? this.#movingBytes() : 0;
    for (const done of this.#openBytes.values()) bytes += done;
    return bytes;
  }

  /** Bytes that should have arrived and are not confirmed yet; none of them is in `openBytes`. */
  unconfirmedBytes(): number {
    return this.#counts === 'bytes sent' ? this.#arrivals.arrivedBytes : 0;
  }

  #movingBytes(): number {
    return Math.min(this.#inFlightBytes, Math.max(0, this.#movedBytes - this.#accountedBytes));
  }

  #add(f: number, bytes: number): void {
    this.#openBytes.set(f, (this.#openBytes.get(f) ?? 0) + bytes);
  }

  /** To be called at regular intervals while the job runs; `filesEnded`: of the job so far, in whatever way. */
  measureRate(monotonicMs: number, filesEnded = 0): void {
    const elapsedMs = monotonicMs - (this.#rateAtMs ?? monotonicMs);
    if (this.#rateAtMs !== null && elapsedMs <= 0) return;
    this.#cap.measured(monotonicMs);
    if (this.#rateAtMs !== null) {
      const bytes = Math.max(0, this.#movedBytes - this.#rateFromBytes);
      const doneBytes = this.#doneBytes - this.#rateFromDone;
      const lumpBytes = this.#counts === 'bytes received' ? 0 : this.#inFlightBytes;
      this.#rate.measured({ elapsedMs, bytes, doneBytes, lumpBytes });
      const wasCertain = this.#isCertain;
      this.#arrivals.measured(elapsedMs, this.#movingBytes());
      this.#isCertain = this.#arrivals.isCertain;
      const files = Math.max(0, filesEnded - this.#filesEnded);
      const isSent = this.#counts === 'bytes sent';
      const sentPerSecond = Math.min(this.#arrivals.bytesPerSecond, this.#cap.bytesPerSecond);
      const arrived = isSent ? (sentPerSecond * elapsedMs) / 1000 : bytes;
      // What was the most until then would be taken for what the line can carry.
      if (isSent && this.#isCertain && !wasCertain) this.#timeLeft = new TimeLeft();
      if (!isSent || this.#arrivals.isKnown) this.#timeLeft.measured(elapsedMs, arrived, files);
    }
    this.#filesEnded = filesEnded;
    this.#rateAtMs = monotonicMs;
    this.#rateFromBytes = this.#movedBytes;
    this.#rateFromDone = this.#doneBytes;
  }

  /** Milliseconds until so much more has moved; null while nobody can tell. */
  timeLeft(bytes: number, files: number): number | null {
    if (this.#counts === 'bytes sent' && !this.#arrivals.isKnown) return null;
    return this.#timeLeft.of(bytes, files);
  }

  stopRate(): void {
    this.#rate = new ShownRate();
    this.#arrivals = new Arrivals();
    this.#rateAtMs = null;
  }

  /**
   * At most 64 cells of equal work: bytes while the files are few, else files. `files`: how many the job has by now;
   * `earlierBytes`: done before this run.
   */
  cells(files: number, earlierBytes: number): string {
    if (files >= cellLimit) return cellsOf(this.#files, files);
    const parts: Part[] = earlierBytes > 0 ? [{ bytes: earlierBytes, states: [unit.done] }] : [];
    for (const [f, bytes] of this.#fileBytes) {
      const state = this.stateOf(f);
      parts.push({ bytes, states: this.#blocks.get(f)?.states ?? [state] });
    }
    return cellsByBytes(parts);
  }
}

/** A file, or several: equal units of work with their states, in order. */
export interface Part {
  readonly bytes: number;
  readonly states: readonly UnitState[];
}

/** As many cells as there are units, at most 64; one unit alone is one cell. A cell shows what its bytes touch. */
export function cellsByBytes(parts: readonly Part[]): string {
  const units = parts.flatMap(({ bytes, states }) =>
    states.map((state) => ({ state, bytes: Math.max(1, bytes) / states.length })),
  );
  const [only] = units;
  if (only === undefined) return '';
  if (units.length === 1) return String(only.state);
  const cells = parts.length === 1 ? Math.min(cellLimit, units.length) : cellLimit;
  const cellBytes = units.reduce((sum, { bytes }) => sum + bytes, 0) / cells;
  const touched: UnitState[][] = Array.from({ length: cells }, () => []);
  let at = 0;
  for (const { state, bytes } of units) {
    // Rounding must not let a unit touch a neighbour's cell.
    const first = Math.min(cells - 1, Math.floor(at / cellBytes + 1e-6));
    at += bytes;
    const last = Math.max(first, Math.ceil(at / cellBytes - 1e-6) - 1);
    for (let cell = first; cell <= Math.min(cells - 1, last); cell += 1) touched[cell]?.push(state);
  }
  return touched.map((states) => stateOfAll(states)).join('');
}

/** Each cell stands for a run of units; missing units are untouched. */
export function cellsOf(units: ArrayLike<number>, count: number): string {
  const cells = Math.min(cellLimit, count);
  let text = '';
  for (let cell = 0; cell < cells; cell += 1) {
    const from = Math.floor((cell * count) / cells);
    const to = Math.floor(((cell + 1) * count) / cells);
    text += String(stateOfAll(units, from, to));
  }
  return text;
}
