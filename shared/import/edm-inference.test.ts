import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellValue } from './cell-value';
import { ColumnInference, type ValueClass, classOf, joinClasses, typeOfClass } from './edm-inference';

const typeOf = (...texts: string[]): string => {
  const column = new ColumnInference();
  texts.forEach((text, index) => column.add(text, index + 2));
  return column.type;
};

const commaNote =
  'Numbers here use a decimal comma, so the column stays text. Choose the decimal comma to read them as numbers.';

describe('inferred types', () => {
  it.each([
    [['1', '-2147483648', '2147483647'], 'Edm.Int32'],
    [['1', '2147483648'], 'Edm.Int64'],
    [['9007199254740993'], 'Edm.Int64'],
    [['1', '0.5'], 'Edm.Double'],
    [['2147483648', '0.5'], 'Edm.Double'],
    // A double would lose the last digit.
    [['9007199254740993', '0.5'], 'Edm.String'],
    [['9223372036854775808'], 'Edm.String'],
    [['0.1234567890123456789'], 'Edm.String'],
    [['1', '007'], 'Edm.String'],
    [['-0'], 'Edm.String'],
    [['1', 'NaN', '-Infinity'], 'Edm.Double'],
    [['NaN'], 'Edm.String'],
    [['true', 'false'], 'Edm.Boolean'],
    [['true', 'FALSE'], 'Edm.String'],
    [['true', '1'], 'Edm.String'],
    [['2024-05-01T08:30:00.1234567Z', '2024-05-01T10:30:00Z'], 'Edm.DateTime'],
    // Each of these would come back as another text.
    [['1.1', '1.10'], 'Edm.String'],
    [['1E5', '2e10'], 'Edm.String'],
    [['1234567', '12345e7'], 'Edm.String'],
    [['10.50'], 'Edm.String'],
    [['1', '1.0'], 'Edm.String'],
    [['-0.0'], 'Edm.String'],
    [['.5', '1.5'], 'Edm.String'],
    [['+5', '6'], 'Edm.String'],
    [['0.30000000000000000'], 'Edm.String'],
    [['1e5', '0x10'], 'Edm.String'],
    [['2024-05-01T08:30:00Z', '2024-05-01T10:30:00+02:00'], 'Edm.String'],
    [['2024-05-01 08:30'], 'Edm.String'],
    [['1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E'], 'Edm.String'],
    [['5.0', '7.5'], 'Edm.Double'],
    [['1', '0.5'], 'Edm.Double'],
    [['2024-05-01T08:30:00.12345678Z'], 'Edm.String'],
    [['2024-02-30T08:30:00Z'], 'Edm.String'],
    [['2024-12-31T23:59:59Z', '2024-01-01T00:00:00Z', '1601-01-01T00:00:00Z'], 'Edm.DateTime'],
    [['2024-13-01T08:30:00Z'], 'Edm.String'],
    [['2024-00-01T08:30:00Z'], 'Edm.String'],
    [['2024-05-00T08:30:00Z'], 'Edm.String'],
    [['2024-05-01T24:00:00Z'], 'Edm.String'],
    [['2024-05-01T08:60:00Z'], 'Edm.String'],
    [['2024-05-01T08:30:60Z'], 'Edm.String'],
    [['1599-05-01T08:30:00Z'], 'Edm.String'],
    [['1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e'], 'Edm.Guid'],
    [['12', 'abc'], 'Edm.String'],
    [[], 'Edm.String'],
  ])('%j are %s', (texts, type) => expect(typeOf(...texts)).toBe(type));

  it.each([
    ['0.12345678901234567', 'Edm.Double'],
    ['0.123456789012345678', 'Edm.String'],
    ['1e308', 'Edm.Double'],
    ['1e309', 'Edm.String'],
    ['1e-400', 'Edm.String'],
    ['0e-400', 'Edm.Double'],
  ])('of the number %s of JSON are %s', (text, type) => {
    const column = new ColumnInference();
    column.addNumber(text, 2);
    expect(column.type).toBe(type);
  });

  it('counts one value that a number would change where two notations mix', () => {
    const column = new ColumnInference();
    column.add('5', 2);
    column.add('7.0', 3);
    expect(column.conflict).toEqual({ type: 'Edm.Double', unfit: 0, lines: [], changed: 1 });
  });

  it('explains why a column stays text', () => {
    const zips = new ColumnInference();
    zips.add('12345', 2);
    zips.add('01234', 3);
    expect(zips.note).toBe('Leading zeros are preserved, so the column stays text.');
    const mixed = new ColumnInference();
    mixed.add('5', 2);
    mixed.add('n/a', 9);
    expect(mixed.note).toBe('Line 9 contains other text after a whole number, so the column stays text.');
  });

  it('gives merged classes the same result as the values read together', () => {
    const after = (...found: ValueClass[]): ColumnInference => {
      const column = new ColumnInference();
      found.forEach((one, index) => column.addClass(one, index + 2));
      return column;
    };
    expect(after('int32').type).toBe('Edm.Int32');
    expect(after('int32', 'double').type).toBe('Edm.Double');
    expect(after('int32', 'int64', 'int32').type).toBe('Edm.Int64');
    const mixed = after('int32', 'boolean', 'int32');
    expect(mixed.type).toBe('Edm.String');
    expect(mixed.note).toBe('Line 3 contains true or false after a whole number, so the column stays text.');
    expect(after('string', 'string').note).toBe('');
  });

  it.each<readonly [string, ValueClass, string]>([
    ['99999999999999999999', 'string', ''],
    ['99999999999999999999', 'datetime', ''],
    [
      '99999999999999999999',
      'int32',
      'Line 3 contains 99999999999999999999, a number that no table type can store exactly, so the column stays text.',
    ],
    ['1,5', 'string', ''],
    ['1,5', 'int32', commaNote],
  ])('beside %s, a value declared as %s is the reason, or is not', (number, expected, reason) => {
    const before = new ColumnInference();
    before.addClass(expected, 2);
    before.add(number, 3);
    const after = new ColumnInference();
    after.add(number, 3);
    after.addClass(expected, 4);
    const other = expected === 'datetime' ? 'Line 3 contains other text after a time, so the column stays text.' : '';
    expect([before.note, after.note]).toEqual(reason === '' ? [other, ''] : [reason, reason]);
  });

  const classes = fc.constantFrom<ValueClass>(
    ...(['boolean', 'int32', 'int64', 'wide-int64', 'double', 'special', 'datetime', 'guid', 'string'] as const),
  );
  it('do not depend on the order of the values', () => {
    fc.assert(
      fc.property(classes, classes, classes, (a, b, c) => {
        expect(joinClasses(a, b)).toBe(joinClasses(b, a));
        expect(typeOfClass(joinClasses(joinClasses(a, b), c))).toBe(typeOfClass(joinClasses(a, joinClasses(b, c))));
      }),
    );
  });

  it('hold every value of the column', () => {
    const texts = fc.oneof(
      fc.integer().map(String),
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.boolean().map(String),
      fc.uuid(),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1 }), (column) => {
        const inference = new ColumnInference();
        for (const text of column) inference.add(text, 1);
        for (const text of column) expect(cellValue(inference.type, text).kind).toBe('value');
      }),
    );
  });

  it('keep whole numbers digit by digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const result = cellValue(typeOfClass(classOf(String(value))), String(value));
        expect(result).toMatchObject({ kind: 'value', value: { value: String(value) } });
      }),
    );
  });
});

describe('a column of texts', () => {
  const columnOf = (...texts: readonly string[]): ColumnInference => {
    const column = new ColumnInference();
    texts.forEach((text, index) => column.add(text, index + 2));
    return column;
  };

  it.each([
    [['1.1', '1.10'], 'Line 3 contains 1.10, which would become 1.1, so the column stays text.'],
    [['5e-324', '1.5'], 'Line 2 contains 5e-324, whose exponent could change its notation, so the column stays text.'],
    [['1E5', '2e10'], 'Line 2 contains 1E5, which would become 100000, so the column stays text.'],
    [['true', 'FALSE'], 'Line 3 contains FALSE, which would become false, so the column stays text.'],
    [
      ['2024-05-01 08:30'],
      'Line 2 contains 2024-05-01 08:30, which would become 2024-05-01T08:30:00Z, so the column stays text.',
    ],
    [
      ['2', '2.0'],
      'Line 2 contains 2 and line 3 contains 2.0, which would be equal as numbers, so the column stays text.',
    ],
    [['1', '0.5'], '1 in line 2 becomes 1.0, like all whole numbers of the column.'],
  ])('inference: names the text that a type would change in %j', (texts, note) =>
    expect(columnOf(...texts).note).toBe(note),
  );

  const numbers = Array.from({ length: 50 }, (_, index) => String(index));
  it('inference: names the type of most values, and the lines of the others', () => {
    expect(columnOf(...numbers, 'n/a', '7').conflict).toEqual({ type: 'Edm.Int32', unfit: 1, lines: [52], changed: 0 });
    expect(columnOf('n/a', ...numbers).conflict).toEqual({ type: 'Edm.Int32', unfit: 1, lines: [2], changed: 0 });
    expect(columnOf(...numbers, '1e3').conflict).toEqual({ type: 'Edm.Double', unfit: 0, lines: [], changed: 1 });
  });

  it.each([[numbers], [['a', 'b', '1']], [[...numbers, '007']], [[...numbers.slice(0, 5), 'n/a']]])(
    'inference: suggests no type for %j',
    (texts) => expect(columnOf(...texts).conflict).toBeNull(),
  );

  it('inference: gives a type only to texts that come back unchanged', () => {
    const texts = fc.oneof(
      fc.constantFrom('1', '1.0', '1.10', '1E5', '-0', '007', '.5', 'TRUE', 'true', 'NaN', '2024-05-01', '1e-7'),
      fc.double().map(String),
      fc.integer().map((value) => `${value}0.0`),
      fc.stringMatching(/^-?\d{1,20}(\.\d{1,20})?([eE][+-]?\d)?$/),
      fc.uuid().map((guid) => guid.toUpperCase()),
    );
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (column) => {
        const { type } = columnOf(...column);
        if (type === 'Edm.String') return;
        const comesBack = column.map((text) => {
          const result = cellValue(type, text);
          if (result.kind === 'problem') throw new Error(result.problem);
          return type === 'Edm.Double' ? String(Number(result.value.value)) : String(result.value.value);
        });
        for (const [index, text] of column.entries())
          expect([text, text.replace(/\.0$/, '')]).toContain(comesBack[index]);
        expect(new Set(comesBack).size).toBe(new Set(column).size);
      }),
    );
  });
});

describe('the note on numbers that no type holds', () => {
  const noteOf = (...texts: readonly string[]): string => {
    const column = new ColumnInference();
    texts.forEach((text, index) => column.add(text, index + 2));
    return column.note;
  };

  it.each([
    ['1e400', ['1e400']],
    ['1e-400', ['1', '1e-400']],
    ['1e400', ['1e400', '2', '3.5']],
    ['1e400', ['2', '3.5', '1e400']],
    ['-1.8e308', ['2', '-1.8e308', '1e400']],
    ['99999999999999999999', ['99999999999999999999', '1']],
    ['0.1234567890123456789', ['0.1234567890123456789']],
  ])('names %s, regardless of its position', (named, texts) => {
    const line = texts.indexOf(named) + 2;
    expect(noteOf(...texts)).toBe(
      `Line ${line} contains ${named}, a number that no table type can store exactly, so the column stays text.`,
    );
  });

  it('shows the start of a long one', () => {
    expect(noteOf(`1${'0'.repeat(309)}`)).toContain(` contains 1${'0'.repeat(28)}…, a number`);
  });

  it.each([[['1e400', 'Ada']], [['Ada', '1e400']], [['true', '1e400']], [['007', '1e400']], [['1', '2.5']]])(
    'is left out where other values are text anyway: %o',
    (texts) => {
      expect(noteOf(...texts)).not.toContain('no type');
    },
  );
});

describe('the note on numbers with a decimal comma', () => {
  const noteOf = (...texts: readonly string[]): string => {
    const column = new ColumnInference();
    texts.forEach((text, index) => column.add(text, index + 2));
    return column.note;
  };

  it.each([[['1,5', '2,25', '3']], [['3', '1,5']], [['-1.234,50', '0,5']], [['1,5', '2.5']]])(
    'is given for %j',
    (texts) => {
      expect(noteOf(...texts)).toBe(commaNote);
    },
  );

  it.each([
    [['1,5', 'none']],
    [['none', '1,5']],
    [['true', '1,5']],
    [['a, b']],
    [['1', '2']],
    [['2024-05-01T08:30:00Z', '1,5']],
  ])('is not given for %j', (texts) => {
    expect(noteOf(...texts)).not.toContain('comma');
  });
});

describe('cell values', () => {
  it('shift times to UTC to the tick', () => {
    expect(cellValue('Edm.DateTime', '2024-05-01T10:30:00.1234567+02:00')).toEqual({
      kind: 'value',
      value: { type: 'Edm.DateTime', value: '2024-05-01T08:30:00.1234567Z' },
    });
    expect(cellValue('Edm.DateTime', '2024-05-01')).toMatchObject({ value: { value: '2024-05-01T00:00:00Z' } });
    expect(cellValue('Edm.DateTime', 'soon').kind).toBe('problem');
  });

  it.each([
    ['Edm.Int32', '007', '7'],
    ['Edm.Int32', '-000', '-0'],
    ['Edm.Int64', '-0009223372036854775808', '-9223372036854775808'],
    ['Edm.Double', '.5', '0.5'],
    ['Edm.Double', '-05.', '-5.0'],
    ['Edm.Double', '012.50e-3', '12.50e-3'],
    ['Edm.Double', '200.0', '200.0'],
    ['Edm.Double', '-Infinity', '-Infinity'],
  ] as const)('writes the %s %s as %s', (type, text, wire) => {
    expect(cellValue(type, text)).toEqual({ kind: 'value', value: { type, value: wire } });
    // A value sent as a bare number has to be valid JSON.
    if (wire !== '-Infinity') expect(Number(JSON.parse(wire))).toBe(Number(text));
  });

  it.each(['1e400', '-1.8e308', `1${'0'.repeat(309)}`])('rejects %s, which no double can represent', (text) => {
    expect(cellValue('Edm.Double', text)).toEqual({ kind: 'problem', problem: 'does not fit into a double' });
    expect(cellValue('Edm.Double', '1.7976931348623157e308').kind).toBe('value');
  });

  it('rejects a long value as quickly as a short one', () => {
    // With a pattern that backtracks over every possible end of the digits, these took time quadratic in their length.
    expect(cellValue('Edm.Double', `${'1'.repeat(1_000_000)}x`).kind).toBe('problem');
    expect(cellValue('Edm.Double', `${'1'.repeat(1_000_000)},x`).kind).toBe('problem');
  });

  it('explains for a decimal comma which separator numbers in tables use', () => {
    expect(cellValue('Edm.Double', '1,5')).toEqual({
      kind: 'problem',
      problem: 'uses a decimal comma; table numbers use a decimal point',
    });
  });

  it.each(['.', '-', 'e5', '1,5'])('takes %j for no number', (text) => {
    expect(cellValue('Edm.Double', text).kind).toBe('problem');
    expect(cellValue('Edm.Int32', text).kind).toBe('problem');
  });
});
