// How far a job is, as its queue entry shows it: bytes, cells, rate, what is in flight. Mutable and cheap; a snapshot
// is taken at most four times a second.
import type { JobReport } from './worker/messages';

/** What one unit of work is doing. */
export const unit = { untouched: 0, inFlight: 1, done: 2, retrying: 3 } as const;
export type UnitState = (typeof unit)[keyof typeof unit];

const cellLimit = 64;
/** The rate follows within about two seconds. */
const rateHalfLifeMs = 1000;

export class JobProgress {
  #files: UnitState[] = [];
  #blocks: UnitState[] = [];
  /** Bytes whose block, range or whole file is complete, by file that is still open. */
  readonly #openBytes = new Map<number, number>();
  #inFlightBytes = 0;
  #inFlight = 0;
  #movedBytes = 0;
  #accountedBytes = 0;
  #rate = 0;
  #rateAtMs: number | null = null;
  #rateFromBytes = 0;

  get inFlight(): number {
    return this.#inFlight;
  }
  get bytesPerSecond(): number {
    return this.#rate < 1 ? 0 : Math.round(this.#rate);
  }
  get movedBytes(): number {
    return this.#movedBytes;
  }

  file(f: number, state: UnitState): void {
    this.#files[f] = state;
  }

  /** The block map is shown for jobs of one file. */
  planBlocks(blocks: number): void {
    this.#blocks = Array.from({ length: blocks }, () => unit.untouched);
  }

  block(index: number, state: UnitState): void {
    if (index < this.#blocks.length) this.#blocks[index] = state;
  }

  started(bytes: number): void {
    this.#inFlight += 1;
    this.#inFlightBytes += bytes;
  }

  /** What was started is over; it counts when it was done. */
  stopped(f: number, bytes: number, outcome: 'done' | 'not-done'): void {
    this.#inFlight -= 1;
    this.#inFlightBytes -= bytes;
    this.#accountedBytes = this.#inFlight === 0 ? this.#movedBytes : this.#accountedBytes + bytes;
    if (outcome === 'done') this.#add(f, bytes);
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
    this.#movedBytes += report.uploadBytes + report.downloadBytes;
  }

  /** Bytes of open files that have arrived, with the moving part of requests in flight. */
  openBytes(): number {
    const moving = Math.min(this.#inFlightBytes, Math.max(0, this.#movedBytes - this.#accountedBytes));
    let bytes = moving;
    for (const done of this.#openBytes.values()) bytes += done;
    return bytes;
  }

  #add(f: number, bytes: number): void {
    this.#openBytes.set(f, (this.#openBytes.get(f) ?? 0) + bytes);
  }

  /** To be called at regular intervals while the job runs. */
  measureRate(monotonicMs: number): void {
    const elapsedMs = monotonicMs - (this.#rateAtMs ?? monotonicMs);
    if (this.#rateAtMs !== null && elapsedMs <= 0) return;
    if (this.#rateAtMs !== null) {
      const now = ((this.#movedBytes - this.#rateFromBytes) / elapsedMs) * 1000;
      const keep = this.#rate === 0 ? 0 : 0.5 ** (elapsedMs / rateHalfLifeMs);
      this.#rate = this.#rate * keep + now * (1 - keep);
    }
    this.#rateAtMs = monotonicMs;
    this.#rateFromBytes = this.#movedBytes;
  }

  stopRate(): void {
    this.#rate = 0;
    this.#rateAtMs = null;
  }

  /** At most 64 cells of equal work. `files`: how many the job has by now. */
  cells(files: number): string {
    const units = files === 1 && this.#blocks.length > 1 ? this.#blocks : this.#files;
    const count = files === 1 && this.#blocks.length > 1 ? this.#blocks.length : files;
    return cellsOf(units, count);
  }
}

/** Each cell stands for a run of units; missing units are untouched. */
export function cellsOf(units: readonly (UnitState | undefined)[], count: number): string {
  const cells = Math.min(cellLimit, count);
  let text = '';
  for (let cell = 0; cell < cells; cell += 1) {
    const from = Math.floor((cell * count) / cells);
    const to = Math.floor(((cell + 1) * count) / cells);
    text += String(cellOf(units, from, to));
  }
  return text;
}

function cellOf(units: readonly (UnitState | undefined)[], from: number, to: number): UnitState {
  let done = 0;
  let moving = false;
  for (let index = from; index < to; index += 1) {
    const state = units[index] ?? unit.untouched;
    if (state === unit.retrying) return unit.retrying;
    if (state === unit.inFlight) moving = true;
    if (state === unit.done) done += 1;
  }
  if (done === to - from) return unit.done;
  return moving || done > 0 ? unit.inFlight : unit.untouched;
}
