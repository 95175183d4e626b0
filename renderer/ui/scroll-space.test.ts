// A million rows, however high, end where the scroll bar ends.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { share, shareBelowOne } from '@shared/fixtures/spread-numbers';
import {
  isScaled,
  maxBodyPx,
  rowTop,
  rowsFrom,
  rowsOffset,
  scrollSpace,
  scrollTopFor,
  scrollTopShowing,
} from './scroll-space';

describe('scroll space', () => {
  it('is one to one while the rows fit', () => {
    const space = scrollSpace(1_000_000, 28, 800);
    expect(isScaled(space)).toBe(false);
    expect(rowsOffset(space, 12_345)).toBe(12_345);
    expect(rowTop(space, 7, 12_345)).toBe(196);
  });

  it('counts tops of rows from one near them, however many there are', () => {
    const rows = fc.record({ rows: fc.integer({ min: 50, max: 20_000_000 }), rowPx: fc.constantFrom(28, 64) });
    fc.assert(
      fc.property(rows, shareBelowOne, ({ rows: count, rowPx }, part) => {
        const space = scrollSpace(count, rowPx, 700);
        const scrollTop = Math.floor(part * Math.max(0, space.bodyPx - 700));
        const first = Math.floor(rowsOffset(space, scrollTop) / rowPx);
        const from = rowsFrom(space, first, scrollTop);
        expect((first - from.row) * rowPx + from.shiftPx).toBeCloseTo(rowTop(space, first, scrollTop), 3);
        expect((first - from.row) * rowPx).toBeLessThan(maxBodyPx);
      }),
    );
  });

  it('never makes the element higher than the browser allows', () => {
    expect(scrollSpace(5_000_000, 64, 800).bodyPx).toBe(maxBodyPx);
    expect(maxBodyPx + 2000).toBeLessThan(2 ** 25);
  });

  const tall = fc.record({ rows: fc.integer({ min: 600_000, max: 20_000_000 }), rowPx: fc.constantFrom(56, 64, 96) });

  it('shows the last row at the end and the first at the start', () => {
    fc.assert(
      fc.property(tall, ({ rows, rowPx }) => {
        const space = scrollSpace(rows, rowPx, 700);
        expect(rowTop(space, 0, 0)).toBe(0);
        const end = space.bodyPx - 700;
        expect(rowTop(space, rows - 1, end)).toBeCloseTo(end + 700 - rowPx, 3);
      }),
    );
  });

  it('goes there and back', () => {
    fc.assert(
      fc.property(tall, share, ({ rows, rowPx }, part) => {
        const space = scrollSpace(rows, rowPx, 700);
        const offset = part * rows * rowPx;
        expect(rowsOffset(space, scrollTopFor(space, offset))).toBeCloseTo(offset, 1);
      }),
    );
  });

  it('scrolls only the distance that a row needs, and not at all for one in view', () => {
    const rows = fc.record({ rows: fc.integer({ min: 50, max: 20_000_000 }), rowPx: fc.constantFrom(28, 64) });
    const part = shareBelowOne;
    fc.assert(
      fc.property(rows, part, part, ({ rows, rowPx }, atPart, rowPart) => {
        const space = scrollSpace(rows, rowPx, 700);
        const scrollTop = atPart * (space.bodyPx - 700);
        const row = Math.floor(rowPart * rows);
        const before = rowsOffset(space, scrollTop);
        const after = rowsOffset(space, scrollTopShowing(space, row, { scrollTop, headPx: 32 }));
        const [top, lowest] = [row * rowPx, (row + 1) * rowPx + 32 - 700];
        expect(after).toBeCloseTo(before > top ? top : before < lowest ? lowest : before, 1);
      }),
    );
  });
});
