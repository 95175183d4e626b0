// Numbers, sizes and times in each of the formats, and neutral ones for copied text.
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  byteUnitOf,
  formatBytes,
  formatCount,
  formatDuration,
  formatRoundBytes,
  formatTimeLeft,
  formatRate,
} from '../units';
import {
  type Formats,
  type NumberForm,
  byteForms,
  currentFormats,
  formatsOf,
  formatsText,
  neutralFormats,
  numberForms,
  timeForms,
  writeAs,
  writtenAs,
} from './formats';
import { formatDay, formatExactInRegion, formatMoment, formatTime, formatWeekday } from './moments';
import { formatCompact, formatNumber, formatPlain, readNumber } from './numbers';

const atMs = Date.parse('2026-11-21T17:04:50.126Z');
const german: Formats = { ...neutralFormats, timeForm: 'system', locale: 'de-DE' };

afterEach(() => writeAs(neutralFormats));

describe('numbers', () => {
  it.each([
    ['language', 'en-GB', '1,234.5', '20,418'],
    ['language', 'de-DE', '1.234,5', '20.418'],
    ['comma', 'de', '1,234.5', '20,418'],
    ['dot', 'en', '1.234,5', '20.418'],
    ['space', 'en', '1 234,5', '20 418'],
  ] as const)('as %s in %s', (numbers, locale, number, count) => {
    writeAs({ ...neutralFormats, numbers, locale });
    const shown = [formatNumber(1234.5, { max: 1 }), formatCount(20_418)];
    // Which of the spaces it is depends on the version of the runtime.
    expect(shown.map((text) => text.replace(/\s/g, ' '))).toEqual([number, count]);
  });

  it('of an estimate are as fine as it is', () => {
    const shown = [200, 7_300, 10_000, 47_900, 58_000, 131_000, 596_000, 2_470_000, 12_100_000].map(formatTimeLeft);
    expect(shown).toEqual(['1 s', '8 s', '10 s', '50 s', '1 min', '2 min 10 s', '10 min', '41 min', '3 h 20 min']);
  });

  it('take the sign of the decimals wherever they stand', () => {
    writeAs({ ...neutralFormats, numbers: 'dot' });
    expect([formatDuration(3_200), formatPlain(0.125), formatBytes(1_572_864)]).toEqual(['3,2 s', '0,125', '1,5 MiB']);
    expect(formatCompact(3_400_000)).toContain('3,4');
  });

  it('have the digits of the values beside them in every region', () => {
    writeAs({ ...neutralFormats, timeForm: 'system', locale: 'ar-EG' });
    expect(formatCount(1234)).toMatch(/^1.234$/);
    expect(formatTime(atMs, 'utc', 'second')).toMatch(/04.50/);
  });
});

describe('sizes', () => {
  it('are binary or decimal', () => {
    expect([formatBytes(999), formatBytes(1_000_000), formatRoundBytes(4 * 1024 * 1024)]).toEqual([
      '999 B',
      '976.6 KiB',
      '4 MiB',
    ]);
    writeAs({ ...neutralFormats, byteUnits: 'decimal' });
    expect([formatBytes(999), formatBytes(1_000_000), formatRoundBytes(4 * 1024 * 1024)]).toEqual([
      '999 B',
      '1.0 MB',
      '4.2 MB',
    ]);
  });

  it('are decimal where rates count bits, in thousands of thousands', () => {
    expect(formatRate(2.74e6 / 8)).toBe('334.5 KiB/s');
    writeAs({ ...neutralFormats, byteUnits: 'bits' });
    expect(formatBytes(1_000_000)).toBe('1.0 MB');
    expect([0, 12, 2.74e6 / 8, 6.9e9 / 8, 124_999_990].map(formatRate)).toEqual([
      ...['0 bit/s', '96 bit/s', '2.7 Mbit/s', '6.9 Gbit/s', '1.0 Gbit/s'],
    ]);
  });

  it('never round to a thousand of a unit where there is a larger one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...byteForms), fc.integer({ min: 0, max: 2 ** 50 }), (byteUnits, bytes) =>
        writtenAs({ ...neutralFormats, byteUnits }, () => {
          const figure = Number(formatBytes(bytes).split(' ')[0]);
          expect(figure).toBeLessThan(byteUnits === 'binary' ? 1024 : 1000);
          expect(byteUnitOf(bytes).per).toBeLessThanOrEqual(Math.max(1, bytes * 1.001));
        }),
      ),
    );
  });
});

describe('times', () => {
  it('are ISO text cut to the requested precision', () => {
    expect(formatDay(atMs, 'utc')).toBe('2026-11-21');
    expect(formatMoment(atMs, 'utc', 'second')).toBe('2026-11-21 17:04:50');
    expect(formatTime(atMs, 'utc', 'minute')).toBe('17:04');
    expect(formatTime(atMs, 'utc', 'tenth')).toBe('17:04:50.1');
    expect(formatTime(atMs, 'utc', 'millisecond')).toBe('17:04:50.126');
  });

  it('follow the clock of this computer when they are local', () => {
    const local = new Date(atMs);
    const two = (value: number): string => String(value).padStart(2, '0');
    expect(formatTime(atMs, 'local', 'minute')).toBe(`${two(local.getHours())}:${two(local.getMinutes())}`);
  });

  it('are in the order of the region', () => {
    writeAs(german);
    expect(formatMoment(atMs, 'utc', 'second')).toBe('21.11.2026, 17:04:50');
    expect(formatWeekday(atMs, 'utc')).toBe('Sa');
    expect(formatExactInRegion(atMs, 'utc', '1402918')).toBe('21.11.2026, 17:04:50,1402918');
  });
});

describe('the choice', () => {
  it('goes through the address of a window', () => {
    const choices = fc.record({
      numbers: fc.constantFrom(...numberForms),
      byteUnits: fc.constantFrom(...byteForms),
      timeForm: fc.constantFrom(...timeForms),
    });
    fc.assert(
      fc.property(choices, (choice) => {
        expect(formatsOf(formatsText(choice), 'de')).toEqual({ ...choice, locale: 'de' });
      }),
    );
    expect(formatsOf('no.such.thing', 'en-US')).toEqual(neutralFormats);
  });

  it('is restored after a text in other formats, even after one that fails', () => {
    writeAs(german);
    expect(writtenAs(neutralFormats, () => formatDay(atMs, 'utc'))).toBe('2026-11-21');
    expect(() =>
      writtenAs(neutralFormats, () => {
        throw new RangeError('no text');
      }),
    ).toThrow(RangeError);
    expect(currentFormats()).toBe(german);
  });
});

describe('a number that is typed', () => {
  const inFormat = (numbers: NumberForm, text: string): number =>
    writtenAs({ ...neutralFormats, numbers }, () => readNumber(text));

  it.each([
    ['comma', '1,234.5', 1234.5],
    ['comma', '0.', 0],
    ['dot', '1.234,5', 1234.5],
    ['dot', '12,5', 12.5],
    ['dot', '1.5', 1.5],
    ['space', '1 234,5', 1234.5],
    ['comma', '-2e3', -2000],
  ] as const)('is read in the chosen format: %s %s', (form, text, value) => expect(inFormat(form, text)).toBe(value));

  it.each(['', 'x', '1,2,3', '0x10', '1.2.3'])('is none: %s', (text) => expect(inFormat('comma', text)).toBeNaN());

  it('is parsed to the number that was written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...numberForms), fc.integer({ min: -1e9, max: 1e9 }), (form, thousandths) => {
        const value = thousandths / 1000;
        const written = writtenAs({ ...neutralFormats, numbers: form }, () => formatNumber(value, { max: 3 }));
        expect(inFormat(form, written)).toBe(value);
      }),
    );
  });
});
