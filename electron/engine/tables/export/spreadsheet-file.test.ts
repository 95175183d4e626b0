import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { EdmValue } from '@shared/model/entity';
import { spreadsheetCell, spreadsheetText } from './spreadsheet-file';

const text = (value: string): string => spreadsheetText(value, 'point');

describe('a text for a spreadsheet', () => {
  it.each([
    '=1+1',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '\tx',
    '\rx',
    '\n=1+1',
    '  =1+1',
    '\u00a0=1+1',
    '\ufeff=1+1',
    '\u200b=1+1',
    '\uff1d1+1',
    '\uff0b1+1',
    '\uff0d2+3',
    '\uff20SUM(A1)',
    '=HYPERLINK("http://a","b")',
    "=cmd|' /C calc'!A0",
  ])('is no formula: %j', (value) => {
    expect(text(value)).toBe(`'${value}`);
  });

  it.each([
    '00042',
    '9007199254740993',
    '2519000000000000000',
    '1E5',
    '1.50',
    '1,234',
    '10.0.1',
    '-5',
    '+4930123',
    ' 7',
  ])('does not become another number: %j', (value) => {
    expect(text(value)).toBe(`'${value}`);
  });

  it.each(['', 'Grüße', 'a=b', 'x+1', "it's", '42', '0', '1.5', '2024-05-01T08:30:00.1234567Z', 'a\nb', "'"])(
    'that is none of these stays as it is: %j',
    (value) => {
      expect(text(value)).toBe(value);
    },
  );

  it('with a point is guarded where decimals have a comma, because it would become a date', () => {
    expect([spreadsheetText('1.5', 'comma'), spreadsheetText('15', 'comma')]).toEqual(["'1.5", '15']);
  });

  it('begins with nothing that opens a formula, whatever it is, and loses nothing', () => {
    const begins = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', ' ', '', "'", '\ufeff', '1', '０');
    fc.assert(
      fc.property(fc.array(begins, { maxLength: 4 }), fc.string({ unit: 'grapheme' }), (head, rest) => {
        const value = head.join('') + rest;
        const cell = text(value);
        expect(cell === value || cell === `'${value}`).toBe(true);
        expect(cell).not.toMatch(/^\s*[=+\-@]/u);
      }),
    );
  });
});

describe('a value for a spreadsheet', () => {
  const cases: readonly (readonly [EdmValue, string, string])[] = [
    [{ type: 'Edm.Int32', value: '-42' }, '-42', '-42'],
    [{ type: 'Edm.Int64', value: '999999999999999' }, '999999999999999', '999999999999999'],
    [{ type: 'Edm.Int64', value: '-999999999999999' }, '-999999999999999', '-999999999999999'],
    [{ type: 'Edm.Int64', value: '1000000000000001' }, "'1000000000000001", "'1000000000000001"],
    [{ type: 'Edm.Int64', value: '9007199254740993' }, "'9007199254740993", "'9007199254740993"],
    [{ type: 'Edm.Int64', value: '-9223372036854775808' }, "'-9223372036854775808", "'-9223372036854775808"],
    [{ type: 'Edm.Double', value: '-1.5' }, '-1.5', '-1,5'],
    [{ type: 'Edm.Double', value: '1.5E-07' }, '1.5E-07', '1,5E-07'],
    [{ type: 'Edm.Double', value: '-Infinity' }, "'-Infinity", "'-Infinity"],
    [{ type: 'Edm.Double', value: 'NaN' }, 'NaN', 'NaN'],
    [{ type: 'Edm.Boolean', value: true }, 'true', 'true'],
    [{ type: 'Edm.Binary', value: '+/8=' }, "'+/8=", "'+/8="],
    // A value that a server declares as a number need not be one.
    [{ type: 'Edm.Int64', value: '=1+1' }, "'=1+1", "'=1+1"],
    [{ type: 'Edm.Double', value: '=1+1' }, "'=1+1", "'=1+1"],
  ];

  it.each(cases)('%j is %s, and %s where decimals have a comma', (value, point, comma) => {
    expect([spreadsheetCell(value, 'point'), spreadsheetCell(value, 'comma')]).toEqual([point, comma]);
  });
});
