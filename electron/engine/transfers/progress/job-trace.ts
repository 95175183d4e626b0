// The course of one run of a job, in bounded memory: its requests by slot, its rate and settings. The latest requests
// are kept; the rest are only counted.
import type { TraceSample, TraceSpan, TransferTimeline } from '@shared/model/transfer-trace';
import { type EndedSpan, SpanRing } from './span-ring';

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

/** What moving a file has taken so far in this run. */
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

  /** What is known of the blocks of one file. */
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
   * The requests that moved a file, as far as they are kept: the last one per block, in no order. One that only compared
   * the block afterwards takes nobody's place.
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
