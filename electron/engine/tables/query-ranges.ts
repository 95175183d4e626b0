// Merges the ranges of one query into one stream in key order. Knows which range must be read next, which rows can be
// handed out, and where each range is resumed. Sends nothing itself.
import type { Entity } from '@shared/model/entity';
import { compareKeys } from '@shared/query/evaluate';
import { keyBounds } from '@shared/query/key-bounds';
import type { FilterNode } from '@shared/model/table-query';
import type { Position, RowKeys } from './page';
import type { ResumePoint } from './resume-token';

export interface RangeStart {
  readonly filter: string;
  /** No row of the range sorts before this position. */
  readonly lower: RowKeys;
}

/** @param node in normal form; null for the whole table */
export function lowerBound(node: FilterNode | null): RowKeys {
  if (node === null) return { partitionKey: '', rowKey: '' };
  const partition = keyBounds(node, 'PartitionKey');
  const row = keyBounds(node, 'RowKey');
  return {
    partitionKey: partition.exact ?? partition.from?.value ?? '',
    rowKey: partition.exact === null ? '' : (row.exact ?? row.from?.value ?? ''),
  };
}

interface Range extends RangeStart {
  /** Where the next page of the range starts. */
  position: Position;
  /** The latest page and where it started; its rows from index `used` on are still to be handed out. */
  page: readonly Entity[];
  pageFrom: Position;
  used: number;
  /** The last row received: no row before it will follow. */
  seen: RowKeys;
}

interface MergeOptions {
  readonly from?: ResumePoint | null;
  /** Rows that it rejects are dropped when they arrive. */
  readonly accept?: ((row: Entity) => boolean) | undefined;
  readonly order?: 'key' | 'service';
}

export class RangeMerge {
  readonly #ranges: readonly Range[];
  /** The last row handed out, by this query or the one that it resumes. */
  #last: RowKeys | null;
  /** Rows up to here are dropped when they arrive, because they were handed out before. */
  #dropUpTo: RowKeys | null;

  readonly #accept: (row: Entity) => boolean;
  readonly #order: 'key' | 'service';
  /** Rows of the next page that were handed out before. */
  #skip: number;

  /** @param options.order `service`: of a single range whose rows come in no promised order */
  constructor(starts: readonly RangeStart[], { from = null, accept = () => true, order = 'key' }: MergeOptions = {}) {
    this.#accept = accept;
    this.#order = order;
    this.#skip = from?.skip ?? 0;
    this.#ranges = starts.map((start, index) => {
      const position = from?.positions[index] ?? { kind: 'start' };
      return { ...start, position, page: [], pageFrom: position, used: 0, seen: start.lower };
    });
    this.#last = from?.after ?? null;
    this.#dropUpTo = this.#last;
  }

  /** True when every row has been handed out. */
  get isDone(): boolean {
    return this.#ranges.every((range) => range.position.kind === 'end' && range.used === range.page.length);
  }

  /** Rows that an earlier query handed out may arrive again. */
  get mayRepeat(): boolean {
    return this.#dropUpTo !== null || this.#skip > 0;
  }

  /**
   * The ranges to read now, at most `max`: first those that the next row depends on, then others, to occupy that many
   * requests. Empty while rows can be returned without them.
   */
  toFetch(max: number): readonly { readonly index: number; readonly filter: string; readonly from: Position }[] {
    const drained: number[] = [];
    let head: Entity | null = null;
    let filled = 0;
    for (const [index, range] of this.#ranges.entries()) {
      const first = range.page[range.used];
      if (first !== undefined) {
        filled += 1;
        if (head === null || compareKeys(first, head) < 0) head = first;
      } else if (range.position.kind !== 'end') drained.push(index);
    }
    const blocks = (index: number): boolean => {
      const seen = this.#ranges[index]?.seen;
      return head === null || (seen !== undefined && compareKeys(seen, head) <= 0);
    };
    const blocking = head === null ? [] : drained.filter(blocks);
    const others = drained
      .filter((index) => !blocking.includes(index))
      .slice(0, Math.max(0, max - filled - blocking.length));
    return [...blocking, ...others].slice(0, max).flatMap((index) => {
      const range = this.#ranges[index];
      return range === undefined ? [] : [{ index, filter: range.filter, from: range.position }];
    });
  }

  /** Notes a page that is handed out unchanged, which only happens for a single range. */
  passed(next: Position): void {
    const [range] = this.#ranges;
    if (range !== undefined) range.position = next;
  }

  received(index: number, rows: readonly Entity[], next: Position): void {
    const range = this.#ranges[index];
    if (range === undefined) return;
    // A single range is handed out in the order of the service; a merge needs key order.
    const isSingle = this.#ranges.length === 1;
    const ordered = isSingle ? rows : [...rows].sort(compareKeys);
    if (this.#order === 'service') {
      range.pageFrom = range.position;
      range.position = next;
      range.page = rows.filter((row) => this.#accept(row));
      range.used = Math.min(this.#skip, range.page.length);
      this.#skip = 0;
      return;
    }
    const dropUpTo = this.#dropUpTo;
    range.pageFrom = range.position;
    range.position = next;
    range.used = 0;
    range.page = ordered.filter((row) => (dropUpTo === null || compareKeys(row, dropUpTo) > 0) && this.#accept(row));
    range.seen = ordered.at(-1) ?? range.seen;
    // Rows of the earlier query precede all others, although they may now be spread over more pages.
    if (isSingle && dropUpTo !== null && rows.some((row) => compareKeys(row, dropUpTo) >= 0)) this.#dropUpTo = null;
  }

  /** The rows that no other range can precede any more, in key order and each once; at most `max`. */
  take(max: number): readonly Entity[] {
    const [single] = this.#ranges;
    if (single !== undefined && this.#ranges.length === 1) {
      const taken = single.page.slice(single.used, single.used + max);
      single.used += taken.length;
      this.#last = taken.at(-1) ?? this.#last;
      return taken;
    }
    const bound = this.#safeBound();
    const waiting = this.#ranges.flatMap((range) => range.page.slice(range.used, usableEnd(range, bound)));
    const taken = withoutRepeats(waiting.sort(compareKeys)).slice(0, max);
    const last = taken.at(-1);
    if (last !== undefined) {
      for (const range of this.#ranges) range.used = usableEnd(range, last);
      this.#last = last;
      this.#dropUpTo = last;
    }
    return taken;
  }

  /** Where to resume; null when nothing is left. */
  resumePoint(): ResumePoint | null {
    if (this.isDone) return null;
    const isPartial = this.#ranges.some((range) => range.used < range.page.length);
    if (this.#order === 'service') {
      const [only] = this.#ranges;
      if (only === undefined) return null;
      if (!isPartial) return { positions: [only.position], after: null, ...(this.#skip > 0 && { skip: this.#skip }) };
      return { positions: [only.pageFrom], after: null, skip: only.used };
    }
    return {
      positions: this.#ranges.map((range) => (range.used < range.page.length ? range.pageFrom : range.position)),
      after: isPartial ? this.#last : this.#dropUpTo,
    };
  }

  /** No future row can precede this position; null when all rows have arrived. */
  #safeBound(): RowKeys | null {
    let bound: RowKeys | null = null;
    for (const { position, seen } of this.#ranges) {
      if (position.kind === 'end') continue;
      if (bound === null || compareKeys(seen, bound) < 0) bound = seen;
    }
    return bound;
  }
}

/** Index after the last waiting row within the bound. */
function usableEnd({ page, used }: Range, bound: RowKeys | null): number {
  if (bound === null) return page.length;
  let end = used;
  for (let row = page[end]; row !== undefined && compareKeys(row, bound) <= 0; row = page[end]) end += 1;
  return end;
}

function withoutRepeats(sorted: readonly Entity[]): readonly Entity[] {
  return sorted.filter((row, index) => {
    const before = sorted[index - 1];
    return before === undefined || compareKeys(before, row) !== 0;
  });
}
