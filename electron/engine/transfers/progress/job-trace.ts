// The course of one run of a job, in bounded memory: its requests by slot, its rate and settings. The latest requests are
// retained, the rest only counted. Over 300 lines with the ring that holds them as columns of numbers.
import type { TraceSample, TraceSpan, TransferTimeline } from '@shared/model/transfer-trace';

export interface StartedRequest {
  readonly file: number;
  /** Blob or local file. */
  readonly name: string;
  /** 0 for a whole file in one request; null for requests that move nothing. */
  readonly block: number | null;
  readonly bytes: number;
  /** `nothing`: work on this machine that has a slot as requests have. */
  readonly sends?: 'nothing';
}

/** A request under way, as `started` gives it. */
export interface TracedRequest extends StartedRequest {
  readonly slot: number;
  readonly fromMs: number;
  tries: number;
}

export interface BlockTrace {
  readonly state: 'in-flight' | 'again' | 'done';
  readonly latencyMs: number | null;
  readonly tries: number;
}

/** The cost of moving a file in this run. */
export interface FileCourse {
  readonly tookMs: number;
  readonly requests: number;
  readonly tries: number;
}

const maxSamples = 600;

export class JobTrace {
  readonly #elapsedMs: () => number;
  readonly #spans = new SpanRing();
  /** By slot. */
  readonly #open: (TracedRequest | null)[] = [];
  /** Of files under way, by number. */
  readonly #courses = new Map<number, { readonly fromMs: number; requests: number; tries: number }>();
  #samples: TraceSample[] = [];
  /** The number of intervals in one sample. */
  #perSample = 1;
  #pending: TraceSample[] = [];

  /** `elapsedMs`: milliseconds since the run began. */
  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  get samples(): readonly TraceSample[] {
    return this.#samples;
  }

  started(request: StartedRequest): TracedRequest {
    const free = this.#open.indexOf(null);
    const slot = free === -1 ? this.#open.length : free;
    const traced = { slot, fromMs: this.#elapsedMs(), tries: 1, ...request };
    if (!this.#courses.has(request.file)) {
      this.#courses.set(request.file, { fromMs: traced.fromMs, requests: 0, tries: 0 });
    }
    this.#open[slot] = traced;
    return traced;
  }

  ended(request: TracedRequest, outcome: 'done' | 'not-done'): void {
    this.#open[request.slot] = null;
    const course = this.#courses.get(request.file);
    if (course !== undefined && request.sends !== 'nothing') {
      course.requests += 1;
      course.tries += request.tries;
    }
    const worded = outcome === 'not-done' ? 'failed' : request.tries > 1 ? 'retried' : 'done';
    this.#spans.push({ toMs: this.#elapsedMs(), outcome: worded, ...request });
  }

  /** What the file took, once it has ended; null when nothing was begun. */
  takeCourse(file: number): FileCourse | null {
    const course = this.#courses.get(file);
    if (course === undefined) return null;
    this.#courses.delete(file);
    const { fromMs, requests, tries } = course;
    return { tookMs: this.#elapsedMs() - fromMs, requests, tries };
  }

  /** Adds an interval; when there are too many, neighbours are merged. */
  sample(sample: TraceSample): void {
    this.#pending.push(sample);
    if (this.#pending.length < this.#perSample) return;
    this.#samples.push(together(this.#pending));
    this.#pending = [];
    if (this.#samples.length < maxSamples) return;
    const halved: TraceSample[] = [];
    for (let index = 0; index + 1 < this.#samples.length; index += 2) {
      halved.push(together(this.#samples.slice(index, index + 2)));
    }
    this.#samples = halved;
    this.#perSample *= 2;
  }

  /** Spans narrower than a column are merged with their neighbours in the same slot. */
  timeline(range: { readonly fromMs: number; readonly toMs: number; readonly columns: number }): TransferTimeline {
    const columnMs = Math.max(1e-3, (range.toMs - range.fromMs) / range.columns);
    const columnOf = (ms: number): number => Math.floor((ms - range.fromMs) / columnMs);
    const last = new Map<number, TraceSpan>();
    const spans: TraceSpan[] = [];
    for (const span of this.#spans.between(range.fromMs, range.toMs)) {
      const before = last.get(span.slot);
      const isShort = span.toMs - span.fromMs < columnMs;
      if (before !== undefined && isShort && columnOf(before.fromMs) === columnOf(span.fromMs)) {
        Object.assign(before, {
          toMs: span.toMs,
          requests: before.requests + 1,
          bytes: before.bytes + span.bytes,
          outcome: worse(before.outcome, span.outcome),
        });
        continue;
      }
      const shown = { ...span, requests: 1 };
      spans.push(shown);
      last.set(span.slot, shown);
    }
    for (const request of this.#open) {
      if (request === null || request.fromMs >= range.toMs) continue;
      const { slot, fromMs, file, name, block, bytes } = request;
      spans.push({ slot, fromMs, toMs: null, file, name, block, bytes, requests: 1, outcome: 'in-flight' });
    }
    return { elapsedMs: this.#elapsedMs(), slots: this.#open.length, spans, forgotten: this.#spans.forgotten };
  }

  /** The known state of the blocks of one file. */
  blocksOf(file: number): ReadonlyMap<number, BlockTrace> {
    const blocks = new Map<number, BlockTrace>();
    for (const span of this.#spans.ofFile(file)) {
      if (span.block === null || span.outcome === 'failed') continue;
      const tries = span.outcome === 'retried' ? 2 : 1;
      blocks.set(span.block, { state: 'done', latencyMs: span.toMs - span.fromMs, tries });
    }
    for (const request of this.#open) {
      if (request === null || request.file !== file || request.block === null) continue;
      const { block, tries } = request;
      blocks.set(block, { state: tries > 1 ? 'again' : 'in-flight', latencyMs: null, tries });
    }
    return blocks;
  }

  /**
   * The requests that moved a file, if they are retained: the last one per block, in no order. One that only compared
   * the block afterwards replaces none.
   */
  movedBlocks(file: number): readonly EndedSpan[] {
    const moved = new Map<number, EndedSpan>();
    for (const span of this.#spans.ofFile(file)) {
      if (span.block === null || span.outcome === 'failed') continue;
      if (span.bytes > 0 || !moved.has(span.block)) moved.set(span.block, span);
    }
    return [...moved.values()];
  }

  /** Frees the memory of an ended run's requests. */
  forgetRequests(): void {
    this.#spans.clear();
  }
}

function together(samples: readonly TraceSample[]): TraceSample {
  const last = samples[samples.length - 1] as TraceSample;
  const sum = samples.reduce((rates, { bytesPerSecond }) => rates + bytesPerSecond, 0);
  return { ...last, bytesPerSecond: Math.round(sum / samples.length) };
}

const severity: readonly TraceSpan['outcome'][] = ['done', 'in-flight', 'retried', 'failed'];

function worse(a: TraceSpan['outcome'], b: TraceSpan['outcome']): TraceSpan['outcome'] {
  return severity.indexOf(a) > severity.indexOf(b) ? a : b;
}

/**
 * The latest requests of a run in columns of numbers: a hundred thousand of them take three megabytes and no objects.
 */
export interface EndedSpan {
  readonly slot: number;
  /** Milliseconds since the run began. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly file: number;
  readonly name: string;
  readonly block: number | null;
  readonly bytes: number;
  readonly outcome: 'done' | 'retried' | 'failed';
}

const firstCapacity = 1024;
const maxSpans = 65_536;
const outcomes = ['done', 'retried', 'failed'] as const;
const noBlock = -1;

interface Columns {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly bytes: Float64Array;
  readonly file: Int32Array;
  readonly block: Int32Array;
  readonly slot: Uint16Array;
  readonly outcome: Uint8Array;
}

class SpanRing {
  #columns = columnsOf(0);
  #names: string[] = [];
  #capacity = 0;
  /** Total since the last clearing; the next position is this modulo the size. */
  #count = 0;
  #cleared = 0;

  /** How many are no longer held. */
  get forgotten(): number {
    return this.#cleared + this.#overwritten;
  }
  get #overwritten(): number {
    return Math.max(0, this.#count - this.#capacity);
  }

  push(span: EndedSpan): void {
    if (this.#count === this.#capacity && this.#capacity < maxSpans) this.#grow();
    const at = this.#count % this.#capacity;
    const { from, to, bytes, file, block, slot, outcome } = this.#columns;
    from[at] = span.fromMs;
    to[at] = span.toMs;
    bytes[at] = span.bytes;
    file[at] = span.file;
    block[at] = span.block ?? noBlock;
    slot[at] = span.slot;
    outcome[at] = outcomes.indexOf(span.outcome);
    this.#names[at] = span.name;
    this.#count += 1;
  }

  /** Those that overlap the interval, ordered by their end. */
  *between(fromMs: number, toMs: number): Generator<EndedSpan> {
    const { from, to } = this.#columns;
    for (const at of this.#places()) {
      if ((to[at] as number) >= fromMs && (from[at] as number) <= toMs) yield this.#at(at);
    }
  }

  *ofFile(file: number): Generator<EndedSpan> {
    for (const at of this.#places()) if (this.#columns.file[at] === file) yield this.#at(at);
  }

  /** Drops all of them; they count as dropped. */
  clear(): void {
    this.#columns = columnsOf(0);
    this.#names = [];
    this.#capacity = 0;
    this.#cleared += this.#count;
    this.#count = 0;
  }

  *#places(): Generator<number> {
    for (let index = this.#overwritten; index < this.#count; index += 1) yield index % this.#capacity;
  }

  #at(at: number): EndedSpan {
    const { from, to, bytes, file, block, slot, outcome } = this.#columns;
    return {
      slot: slot[at] as number,
      fromMs: from[at] as number,
      toMs: to[at] as number,
      file: file[at] as number,
      name: this.#names[at] as string,
      block: block[at] === noBlock ? null : (block[at] as number),
      bytes: bytes[at] as number,
      outcome: outcomes[outcome[at] as number] as EndedSpan['outcome'],
    };
  }

  // Only until the ring is full, so that positions remain valid.
  #grow(): void {
    const before = this.#columns;
    this.#capacity = Math.min(maxSpans, Math.max(firstCapacity, this.#capacity * 2));
    this.#columns = columnsOf(this.#capacity);
    for (const name of Object.keys(before) as (keyof Columns)[]) this.#columns[name].set(before[name]);
  }
}

function columnsOf(spans: number): Columns {
  return {
    from: new Float64Array(spans),
    to: new Float64Array(spans),
    bytes: new Float64Array(spans),
    file: new Int32Array(spans),
    block: new Int32Array(spans),
    slot: new Uint16Array(spans),
    outcome: new Uint8Array(spans),
  };
}
