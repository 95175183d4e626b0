// Computed keys sort as promised: reversed where newest comes first, by size where numbers are filled up.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ordinal } from './edm-value';
import {
  guidKey,
  inKeyOrder,
  momentKey,
  momentNeighbours,
  numberNeighbours,
  paddedNumber,
  reversedDate,
  reversedTicksKey,
  ticksKey,
} from './key-tools';
import { maximumTicks, parseMoment } from './ticks';

const moment = fc.bigInt({ min: 0n, max: maximumTicks });

function ticksOf(text: string): bigint {
  const ticks = parseMoment(text, 'utc');
  if (ticks === null) throw new Error(`${text} is no moment`);
  return ticks;
}

describe('reversed dates', () => {
  it.each([
    ['2010-10-23', '7989-02-08'],
    ['2010-06-20', '7989-06-11'],
    ['2010-01-31', '7989-11-00'],
    ['2009-05-01', '7990-07-30'],
    ['2009-01-20', '7990-11-11'],
  ])('%s is %s', (date, key) => {
    expect(momentKey('reversed-date', ticksOf(date), 'utc')).toBe(key);
  });

  it('sort against the dates', () => {
    const day = fc.record({
      year: fc.integer({ min: 1, max: 9999 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 31 }),
    });
    fc.assert(
      fc.property(day, day, (left, right) => {
        const byDate = left.year - right.year || left.month - right.month || left.day - right.day;
        expect(ordinal(reversedDate(left), reversedDate(right))).toBe(byDate === 0 ? 0 : -Math.sign(byDate));
      }),
    );
  });
});

describe('ticks', () => {
  it('have 19 digits and the order of time, or the opposite one', () => {
    fc.assert(
      fc.property(moment, moment, (left, right) => {
        expect([ticksKey(left).length, reversedTicksKey(left).length]).toEqual([19, 19]);
        expect(ordinal(ticksKey(left), ticksKey(right))).toBe(ordinal(left, right));
        expect(ordinal(reversedTicksKey(left), reversedTicksKey(right))).toBe(ordinal(right, left));
      }),
    );
  });

  it('end with the year 9999', () => {
    expect(reversedTicksKey(maximumTicks)).toBe('0000000000000000000');
    expect(reversedTicksKey(0n)).toBe('3155378975999999999');
  });
});

describe('numbers filled up', () => {
  it('sort by size', () => {
    const number = fc.nat({ max: 999_999 });
    fc.assert(
      fc.property(number, number, (left, right) => {
        const key = (value: number): string => paddedNumber(String(value), 6) ?? '';
        expect(ordinal(key(left), key(right))).toBe(Math.sign(left - right));
      }),
    );
  });

  it.each([
    ['42', 6, '000042'],
    [' 0042 ', 6, '000042'],
    ['0', 1, '0'],
    ['1000', 3, null],
    ['-1', 6, null],
    ['4.5', 6, null],
    ['', 6, null],
  ])('%j in %i digits is %j', (text, width, key) => {
    expect(paddedNumber(text, width)).toBe(key);
  });
});

describe('GUIDs', () => {
  it.each(['1F0E8C4A-0b57-4f0e-9c0e-2d3a4b5c6d7e', ' {1f0e8c4a0b574f0e9c0e2d3a4b5c6d7e}\n'])(
    'are normalised: %s',
    (text) => {
      expect(guidKey(text, 'hyphens')).toBe('1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e');
      expect(guidKey(text, 'digits')).toBe('1f0e8c4a0b574f0e9c0e2d3a4b5c6d7e');
      expect(guidKey(text, 'upper-hyphens')).toBe('1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E');
      expect(guidKey(text, 'upper-digits')).toBe('1F0E8C4A0B574F0E9C0E2D3A4B5C6D7E');
    },
  );

  it('are nothing else', () => {
    expect(guidKey('1f0e8c4a', 'hyphens')).toBeNull();
  });
});

describe('the order around a key', () => {
  it('puts the later day first when reversed, the earlier one when not', () => {
    const ticks = ticksOf('2010-10-23 12:00');
    expect(momentNeighbours('reversed-date', ticks, 'utc')).toEqual([
      { input: '2010-10-24', key: '7989-02-07' },
      { input: '2010-10-23', key: '7989-02-08' },
      { input: '2010-10-22', key: '7989-02-09' },
    ]);
    expect(momentNeighbours('ticks', ticks, 'utc').map(({ input }) => input)).toEqual([
      '2010-10-23 11:59:00',
      '2010-10-23 12:00:00',
      '2010-10-23 12:01:00',
    ]);
  });

  it('puts numbers by size and leaves out those with too many digits', () => {
    expect(numberNeighbours('10', 2).map(({ input }) => input)).toEqual(['1', '9', '10', '11']);
    expect(numberNeighbours('x', 2)).toEqual([]);
    expect(inKeyOrder([]).length).toBe(0);
  });
});
