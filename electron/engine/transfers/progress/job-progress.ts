// The progress of a job for its queue entry: bytes, cells, rate, requests in flight. Mutable and cheap; a snapshot is
// taken at most four times a second. Over 300 lines with the states of files and blocks that it draws.
import { type BlockNumber, halvingsOf, partOf } from '@shared/model/block-number';
import { blockCount, type Cut, blockAt } from '../plan/blocks';
import type { JobReport } from '../worker/messages';
import { Arrivals, CapInForce, ShownRate, TimeLeft } from './rate';

const cellLimit = 64;

/**
 * What the rate counts: bytes on this machine's connection, or also work that the service did. Uploaded bytes count
 * once the service has confirmed them, downloaded bytes when they arrive.
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
  /** Sizes of the files that this run knows, and the blocks of those that move in blocks. */
  readonly #fileBytes = new Map<number, number>();
  readonly #blocks = new Map<number, PlannedBlocks>();
  /** Bytes of complete blocks, ranges or files, by file that is still open. */
  readonly #openBytes = new Map<number, number>();
  #inFlightBytes = 0;
  #inFlight = 0;
  #movedBytes = 0;
  #accountedBytes = 0;
  /** Of finished requests, whose movement may be reported after their end. */
  #doneBytes = 0;
  #rate = new ShownRate();
  /** For uploads, which sockets accept long before they arrive. */
  #arrivals = new Arrivals();
  #rateAtMs: number | null = null;
  #rateFromBytes = 0;
  #rateFromDone = 0;
  #timeLeft = new TimeLeft();
  #filesEnded = 0;
  #isCertain = false;
  readonly #cap: CapInForce;

  /** `cap`: the current rate limit in bytes per second; null for none. */
  constructor(counts: Counts, cap: () => number | null = () => null) {
    this.#counts = counts;
    this.#cap = new CapInForce(cap);
  }

  get inFlight(): number {
    return this.#inFlight;
  }
  get bytesPerSecond(): number {
    // When everything was sent and nothing confirmed, a dead connection is indistinguishable from a slow one.
    if (this.#counts === 'bytes sent' && !this.#arrivals.isKnown) return 0;
    const { bytesPerSecond } = this.#counts === 'bytes sent' ? this.#arrivals : this.#rate;
    return bytesPerSecond < 1 ? 0 : Math.round(Math.min(bytesPerSecond, this.#cap.bytesPerSecond));
  }
  get movedBytes(): number {
    return this.#movedBytes;
  }

  /** Bytes that the service has stored, or that were received; never bytes that are only buffered. */
  get storedBytes(): number {
    return this.#counts === 'bytes sent' ? this.#doneBytes : this.#movedBytes;
  }

  file(f: number, state: UnitState): void {
    if (f >= this.#files.length) {
      const files = new Uint8Array(2 ** Math.ceil(Math.log2(f + 1)));
      files.set(this.#files);
      this.#files = files;
    }
    this.#files[f] = state;
  }

  /** Files that earlier runs have settled: those below `next` for which `isLeft` is false. */
  settledEarlier(next: number, isLeft: (f: number) => boolean): void {
    for (let f = next - 1; f >= 0; f -= 1) if (!isLeft(f)) this.file(f, unit.done);
  }

  stateOf(f: number): UnitState {
    return (this.#files[f] ?? unit.untouched) as UnitState;
  }

  /** Complete bytes of an open file. */
  bytesOf(f: number): number {
    return this.#openBytes.get(f) ?? 0;
  }

  /** Adds a file of the job. */
  expect(f: number, bytes: number): void {
    // Among many files, none is drawn by its bytes.
    if (this.#fileBytes.size < cellLimit) this.#fileBytes.set(f, bytes);
  }

  /** It is over, and its bytes are none of the job's any more. */
  skipped(f: number): void {
    this.#fileBytes.delete(f);
    this.#blocks.delete(f);
    this.file(f, unit.done);
  }

  planBlocks(f: number, cut: Cut): void {
    if (this.#fileBytes.has(f)) this.#blocks.set(f, new PlannedBlocks(cut));
  }

  block(f: number, number: BlockNumber, state: UnitState): void {
    this.#blocks.get(f)?.set(number, state);
  }

  /** Returns the start time, to be passed to `stopped`. */
  started(bytes: number): number {
    this.#inFlight += 1;
    this.#inFlightBytes += bytes;
    return this.#arrivals.began(bytes);
  }

  /** A request has ended; its bytes count only if it succeeded. */
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

  /** Part of a request has moved; taken back when the request ends. */
  passed(f: number, bytes: number): void {
    if (this.#counts === 'what is done') this.#movedBytes += bytes;
    this.#add(f, bytes);
  }

  /** Counts blocks that an earlier run has moved. */
  alreadyDone(f: number, bytes: number): void {
    this.#add(f, bytes);
  }

  /** A file ended: its bytes are counted by the job from now on. */
  closed(f: number): void {
    this.#openBytes.delete(f);
  }

  /** Answers to an upload, such as lists of blocks, and the little that a download sends move nothing of the job. */
  moved({ uploadBytes, downloadBytes }: JobReport): void {
    if (this.#counts === 'bytes sent') this.#movedBytes += uploadBytes;
    else if (this.#counts === 'bytes received') this.#movedBytes += downloadBytes;
  }

  /** Bytes of open files that were confirmed by the service or received. */
  openBytes(): number {
    let bytes = this.#counts === 'bytes received' ? this.#movingBytes() : 0;
    for (const done of this.#openBytes.values()) bytes += done;
    return bytes;
  }

  /** Bytes that should have arrived but are not confirmed yet; not part of `openBytes`. */
  unconfirmedBytes(): number {
    return this.#counts === 'bytes sent' ? this.#arrivals.arrivedBytes : 0;
  }

  #movingBytes(): number {
    return Math.min(this.#inFlightBytes, Math.max(0, this.#movedBytes - this.#accountedBytes));
  }

  #add(f: number, bytes: number): void {
    this.#openBytes.set(f, (this.#openBytes.get(f) ?? 0) + bytes);
  }

  /** Call it at regular intervals while the job runs. `filesEnded`: all ended files of the job until now. */
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
      // Until then only an upper bound is known, which must not count as the capacity of the network.
      if (isSent && this.#isCertain && !wasCertain) this.#timeLeft = new TimeLeft();
      if (!isSent || this.#arrivals.isKnown) this.#timeLeft.measured(elapsedMs, arrived, files);
    }
    this.#filesEnded = filesEnded;
    this.#rateAtMs = monotonicMs;
    this.#rateFromBytes = this.#movedBytes;
    this.#rateFromDone = this.#doneBytes;
  }

  /** Time in ms until that many more bytes have moved; null while unknown. */
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
   * At most 64 cells of equal work: by bytes for few files, otherwise by files. `files`: the current number of files in
   * the job; `earlierBytes`: done before this run; `failed`: the numbers of those that have failed by now.
   */
  cells(files: number, earlierBytes: number, failed: Iterable<number> = []): string {
    if (files >= cellLimit) return cellsOf(this.#files, files);
    const parts: Part[] = earlierBytes > 0 ? [{ bytes: earlierBytes, states: [unit.done] }] : [];
    for (const [f, bytes] of this.#fileBytes) {
      const state = this.stateOf(f);
      const blocks = state === unit.failed ? undefined : this.#blocks.get(f)?.states;
      parts.push({ bytes, states: blocks ?? [state] });
    }
    // The size of some is unknown: without them a job with only failures would appear done.
    for (const f of failed) if (!this.#fileBytes.has(f)) parts.push({ bytes: 0, states: [unit.failed] });
    return parts.length === 0 ? cellsOf(this.#files, files) : cellsByBytes(parts);
  }
}

/** One file or several as equal units of work with their states, in order. */
export interface Part {
  readonly bytes: number;
  readonly states: readonly UnitState[];
}

/** As many cells as units, at most 64; a single unit is one cell. A cell shows the state of the bytes it covers. */
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
    // Rounding must not make a unit touch a neighbour's cell.
    const first = Math.min(cells - 1, Math.floor(at / cellBytes + 1e-6));
    at += bytes;
    const last = Math.max(first, Math.ceil(at / cellBytes - 1e-6) - 1);
    for (let cell = first; cell <= Math.min(cells - 1, last); cell += 1) touched[cell]?.push(state);
  }
  return touched.map((states) => stateOfAll(states)).join('');
}

/** Each cell stands for several units; missing units are untouched. */
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

/** The state of a unit of work: a file, a block, or several of them as one cell. */
export const unit = { untouched: 0, inFlight: 1, done: 2, retrying: 3, partlyDone: 4, failed: 5 } as const;
export type UnitState = (typeof unit)[keyof typeof unit];

/**
 * The combined state of units `from` to `to`: activity takes precedence, then failure, and partly done is not done.
 * Missing units are untouched. A plain loop, because a drawing of a job may read a million files.
 */
export function stateOfAll(units: ArrayLike<number>, from = 0, to = units.length): UnitState {
  let [done, partly, moving, failed] = [0, false, false, false];
  const end = Math.min(to, units.length);
  for (let index = from; index < end; index += 1) {
    const state = units[index];
    if (state === unit.retrying) return unit.retrying;
    if (state === unit.done) done += 1;
    else if (state === unit.inFlight) moving = true;
    else if (state === unit.partlyDone) partly = true;
    else if (state === unit.failed) failed = true;
  }
  if (moving) return unit.inFlight;
  if (failed) return unit.failed;
  if (to > from && done === to - from) return unit.done;
  return partly || done > 0 ? unit.partlyDone : unit.untouched;
}

/** The state of each planned block of a file; for a block that moves in parts, the combined state of its parts. */
class PlannedBlocks {
  readonly #cut: Cut;
  readonly #states: UnitState[];
  /** By block of the plan. */
  readonly #parts = new Map<number, Map<BlockNumber, UnitState>>();

  constructor(cut: Cut) {
    this.#cut = cut;
    this.#states = Array.from({ length: blockCount(cut.bytes, cut.blockBytes) }, () => unit.untouched);
  }

  get states(): readonly UnitState[] {
    return this.#states;
  }

  set(number: BlockNumber, state: UnitState): void {
    const { planned } = partOf(number);
    if (planned >= this.#states.length) return;
    if (halvingsOf(number) === 0) {
      this.#states[planned] = state;
      return;
    }
    const parts = this.#parts.get(planned) ?? new Map<BlockNumber, UnitState>();
    this.#parts.set(planned, parts.set(number, state));
    this.#states[planned] = this.#together(planned, parts);
  }

  #together(planned: number, parts: ReadonlyMap<BlockNumber, UnitState>): UnitState {
    const states = [...parts.values()];
    let doneBytes = 0;
    for (const [number, state] of parts) if (state === unit.done) doneBytes += blockAt(this.#cut, number).length;
    if (!states.includes(unit.retrying) && doneBytes >= blockAt(this.#cut, planned).length) return unit.done;
    // Parts that are not listed yet are untouched.
    return stateOfAll([...states, unit.untouched]);
  }
}
