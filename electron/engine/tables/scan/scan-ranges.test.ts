// The ranges of a scan: the rows they hold and return, and how they split.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entity } from '@shared/model/entity';
import { type FetchedPage, type PageRows, type Position, entitiesOf } from '../page';
import type { KeyRange } from './key-range';
import { type RangeState, checkpointOf, newRange, ScanRanges, takePage } from './scan-ranges';
import type { ScanCheckpoint } from './scan-token';

const partitionKey = 'P';
const whole: ScanCheckpoint = {
  ranges: [{ range: { partitionKey, from: null, to: null }, position: { kind: 'start' } }],
  after: null,
};

/** What a service with these rows would send. */
function pageOf(keys: readonly string[], { from, to }: KeyRange, position: Position, max: number) {
  const low = position.kind === 'at' ? (position.rowKey ?? '') : '';
  const found = keys.filter((key) => {
    if (key < low || (from !== null && (from.inclusive ? key < from.value : key <= from.value))) return false;
    return to === null || (to.inclusive ? key <= to.value : key < to.value);
  });
  const rows = found.slice(0, max).map((rowKey): Entity => {
    return { partitionKey, rowKey, timestamp: '', etag: '', properties: [] };
  });
  const behind = found[max];
  const next: Position = behind === undefined ? { kind: 'end' } : { kind: 'at', partitionKey, rowKey: behind };
  const page: Pick<FetchedPage<PageRows>, 'rows' | 'next'> = { rows: { form: 'entities', rows }, next };
  return page as FetchedPage<PageRows>;
}

const rowKey = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'));
const step = fc.oneof(
  // Cut while its page is on its way, or only read.
  fc.record({
    kind: fc.constant('read' as const),
    which: fc.nat(9),
    // A page may be empty although its range continues.
    rows: fc.nat(4),
    cutAt: fc.option(rowKey, { nil: null }),
  }),
  fc.record({ kind: fc.constant('cut' as const), which: fc.nat(9), at: rowKey }),
  fc.record({ kind: fc.constant('take' as const), rows: fc.integer({ min: 1, max: 5 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function cut(ranges: ScanRanges, range: RangeState, at: string): void {
  range.cuts = { partitionKeys: [], rowKeys: new Map([[partitionKey, [at]]]) };
  ranges.cut(range);
}

function read(
  ranges: ScanRanges,
  range: RangeState,
  keys: readonly string[],
  size: number,
  cutAt: string | null,
): void {
  const from = range.position;
  if (from.kind === 'end') return;
  range.isReading = true;
  if (cutAt !== null) cut(ranges, range, cutAt);
  ranges.came(range, pageOf(keys, range.range, from, size), from);
  range.isReading = false;
  ranges.cut(range);
  ranges.forgetDone();
}

function take(ranges: ScanRanges, max: number): readonly string[] {
  const page = ranges.takeReady(max);
  return page === null ? [] : entitiesOf(page.rows).map((row) => row.rowKey);
}

function follow(ranges: ScanRanges, steps: readonly Step[], keys: readonly string[]): readonly string[] {
  return steps.flatMap((each) => {
    if (each.kind === 'take') return take(ranges, each.rows);
    const range = ranges.left[each.which % Math.max(1, ranges.left.length)];
    if (range === undefined) return [];
    if (each.kind === 'cut') cut(ranges, range, each.at);
    else read(ranges, range, keys, each.rows, each.cutAt);
    return [];
  });
}

function drain(ranges: ScanRanges, keys: readonly string[]): readonly string[] {
  const taken: string[] = [];
  while (!ranges.isDone) {
    for (const range of [...ranges.left]) read(ranges, range, keys, 3, null);
    taken.push(...take(ranges, 2));
  }
  return taken;
}

const sorted = (keys: readonly string[]): readonly string[] => [...keys].sort();
const table = fc.uniqueArray(rowKey, { maxLength: 30 }).map(sorted);

it('hands out every row once and in key order, over as many sessions as it takes', () => {
  fc.assert(
    fc.property(table, fc.array(fc.array(step, { maxLength: 25 }), { maxLength: 4 }), (keys, sessions) => {
      const taken: string[] = [];
      let checkpoint: ScanCheckpoint | null = whole;
      for (const steps of sessions) {
        if (checkpoint === null) break;
        const ranges: ScanRanges = new ScanRanges({ stand: checkpoint, rest: [], order: 'key' });
        taken.push(...follow(ranges, steps, keys));
        checkpoint = ranges.stand();
      }
      if (checkpoint !== null)
        taken.push(...drain(new ScanRanges({ stand: checkpoint, rest: [], order: 'key' }), keys));
      expect(taken).toEqual(keys);
    }),
    { numRuns: 500 },
  );
});

it('hands out every row once as they come, and counts the ranges', () => {
  fc.assert(
    fc.property(table, fc.array(step, { maxLength: 60 }), (keys, steps) => {
      const ranges = new ScanRanges({ stand: whole, rest: [], order: 'any' });
      const taken = [...follow(ranges, steps, keys), ...drain(ranges, keys)];
      expect(sorted(taken)).toEqual(keys);
      expect(ranges.left).toEqual([]);
      expect(ranges.done).toBeGreaterThan(0);
    }),
    { numRuns: 200 },
  );
});

it('waits with a page whose turn has not come, unless they are wanted as they come', () => {
  for (const order of ['key', 'any'] as const) {
    const ranges = new ScanRanges({ stand: whole, rest: [], order });
    const keys = ['10', '20', '30', '40'];
    const first = ranges.left[0];
    if (first === undefined) throw new Error('There is one range.');
    cut(ranges, first, '30');
    const second = ranges.left[1];
    if (second === undefined) throw new Error('It was cut in two.');
    read(ranges, second, keys, 2, null);
    expect(ranges.readyRows()).toBe(order === 'key' ? null : 2);
    expect(take(ranges, 2)).toEqual(order === 'key' ? [] : ['30', '40']);
  }
});

it('puts no cut into a range while it passes over rows of an earlier query', () => {
  const after = { partitionKey, rowKey: '20' };
  const ranges = new ScanRanges({ stand: { ...whole, after }, rest: [], order: 'key' });
  const [range] = ranges.left;
  if (range === undefined) throw new Error('There is one range.');
  const keys = ['10', '20', '30', '40'];
  read(ranges, range, keys, 1, '25');
  expect(ranges.left).toHaveLength(1);
  expect(ranges.isCatchingUp(range)).toBe(true);
  read(ranges, range, keys, 2, null);
  expect(ranges.isCatchingUp(range)).toBe(false);
  expect([...take(ranges, 5), ...take(ranges, 5)]).toEqual(['30']);
});

const start: Position = { kind: 'start' };
const at = (rowKey: string): Position => ({ kind: 'at', partitionKey: 'P', rowKey });
const entity = (rowKey: string): Entity => ({ partitionKey: 'P', rowKey, timestamp: '', etag: '', properties: [] });
const rows = (...keys: readonly string[]): PageRows => ({ form: 'entities', rows: keys.map(entity) });

function range(from: string | null, cutFrom: RangeState | null = null): RangeState {
  const keys: KeyRange = {
    partitionKey: 'P',
    from: from === null ? null : { value: from, inclusive: false },
    to: null,
  };
  return newRange(keys, { rest: [], position: start, cutFrom, courage: 1 });
}

function came(to: RangeState, keys: readonly string[], next: Position): void {
  const page = { rows: rows(...keys), next } as Pick<FetchedPage<PageRows>, 'rows' | 'next'>;
  const fetched = page as FetchedPage<PageRows>;
  takePage(to, fetched, { from: to.position, after: null });
}

describe('the stand of a parallel reading', () => {
  it('begins a range with the first page that waits, not behind it', () => {
    const one = range(null);
    came(one, ['1', '2'], at('3'));
    came(one, ['3', '4'], at('5'));
    expect(checkpointOf([one], null)?.ranges).toEqual([{ range: one.range, position: start }]);
    one.pages.shift();
    expect(checkpointOf([one], null)?.ranges).toEqual([{ range: one.range, position: at('3') }]);
    one.pages.shift();
    expect(checkpointOf([one], null)?.ranges).toEqual([{ range: one.range, position: at('5') }]);
  });

  it('skips the returned rows of a page, and nothing else', () => {
    const one = range(null);
    came(one, ['1', '2', '3'], at('4'));
    const last = entity('2');
    const [page] = one.pages;
    if (page === undefined) throw new Error('A page came.');
    one.pages[0] = { ...page, rows: rows('3'), after: last };
    expect(checkpointOf([one, range('7')], null)?.after).toBe(last);
    one.pages.shift();
    expect(checkpointOf([one, range('7')], null)?.after).toBeNull();
  });

  it('names no part of a range whose pages wait: reading on there brings the rows of the parts too', () => {
    const whole = range(null);
    came(whole, ['1', '2'], at('3'));
    const first = range('2', whole);
    const second = range('5', first);
    whole.position = { kind: 'end' };
    expect(checkpointOf([whole, first, second], null)?.ranges).toEqual([{ range: whole.range, position: start }]);
    whole.pages.shift();
    expect(checkpointOf([first, second], null)?.ranges.map(({ range: { from } }) => from?.value)).toEqual(['2', '5']);
    came(first, ['3'], at('4'));
    expect(checkpointOf([first, second], null)?.ranges.map(({ range: { from } }) => from?.value)).toEqual(['2']);
  });

  it('holds nothing of what a range was cut from once that is handed out', () => {
    const whole = range(null);
    came(whole, ['1', '2'], { kind: 'end' });
    const part = range('2', whole);
    const partOfPart = range('5', part);
    part.position = { kind: 'end' };
    checkpointOf([whole, part, partOfPart], null);
    expect(partOfPart.cutFrom).toBe(whole);
    whole.pages.shift();
    checkpointOf([partOfPart], null);
    expect(partOfPart.cutFrom).toBeNull();
  });

  it('is nothing where nothing is left', () => {
    expect(checkpointOf([], null)).toBeNull();
  });
});
