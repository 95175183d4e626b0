// Which ranges are read on while pages wait: the number and the size of the pages count.
import { expect, it } from 'vitest';
import { MiB } from '@shared/units';
import type { PackedRows } from '@shared/rows/packed-rows';
import type { FetchedPage, PageRows, Position } from '../page';
import { type RangeState, newRange, takePage } from './scan-ranges';
import { type Reading, nextToCut, readableRanges } from './range-reader';

const next: Position = { kind: 'at', partitionKey: 'P', rowKey: '1' };
const text = (value: string) => ({ kind: 'constant', text: value }) as const;

/** A range in which a page of so many bytes waits. */
function waiting(bytes: number): RangeState {
  const keys = { partitionKeys: text('P'), rowKeys: text('1'), timestamps: text(''), etags: 'from-timestamp' } as const;
  const block: PackedRows = { count: 1000, ...keys, columns: [], shapes: [], shapeOfRow: null, bytes };
  const rows: PageRows = { form: 'packed', blocks: [block] };
  const page: Pick<FetchedPage<PageRows>, 'rows' | 'next' | 'bytes'> = { rows, next, bytes };
  const range = newRange(
    { partitionKey: 'P', from: null, to: null },
    { rest: [], position: { kind: 'start' }, cutFrom: null, courage: 1 },
  );
  takePage(range, page as FetchedPage<PageRows>, { from: range.position, after: null });
  return range;
}

const reading = (ranges: readonly RangeState[], order: Reading['order'] = 'key'): Reading => ({
  ranges,
  slotsRequested: 8,
  order,
  top: 1000,
  isFiltered: false,
  ahead: 'all',
  wasCut: 'yes',
});

it('all are read while little waits', () => {
  const ranges = [waiting(MiB), waiting(MiB), waiting(MiB)];
  expect(readableRanges(reading(ranges))).toEqual(ranges);
  expect(readableRanges(reading(ranges, 'any'))).toEqual(ranges);
});

it('range reader: continues only the next range in order while large pages wait', () => {
  const ranges = [waiting(MiB), waiting(32 * MiB), waiting(32 * MiB)];
  expect(readableRanges(reading(ranges))).toEqual(ranges.slice(0, 1));
  expect(readableRanges(reading(ranges, 'any'))).toEqual([]);
  expect(nextToCut(reading(ranges, 'any'))).toBeUndefined();
  ranges.splice(1, 1);
  expect(readableRanges(reading(ranges))).toEqual(ranges);
});
