// The latest requests of a run in columns of numbers: a hundred thousand of them take three megabytes and no objects.

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

export class SpanRing {
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
