import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdmValue } from '../model/entity';
import { compareEdmValues, ordinal } from '../query/edm-value';
import { edmValue } from '../query/fixtures/arbitraries';
import { isForbiddenInKeys, loneSurrogateAt } from '../query/key-rules';
import { doublePart, indexedValue, valueOfIndexed } from './index-value';

const storable = edmValue.filter(({ value }) => typeof value === 'boolean' || loneSurrogateAt(value) < 0);
const hostileCharacters = Array.from('\u0000\u001f !"#$%./09:>?@AZ[\\]az~\u007f\u009f\u00a0é\ud7ff\ue000\uffff');
const hostileText = fc
  .string({ unit: fc.constantFrom(...hostileCharacters) })
  .map((value): EdmValue => ({ type: 'Edm.String', value }));
const anyText = fc.oneof(
  hostileText,
  fc.string({ unit: 'binary' }).map((value): EdmValue => ({ type: 'Edm.String', value })),
);
const nearPowers = fc
  .tuple(fc.integer({ min: 50, max: 62 }), fc.integer({ min: -3, max: 3 }), fc.boolean())
  .map(([power, step, isNegative]) => (2n ** BigInt(power) + BigInt(step)) * (isNegative ? -1n : 1n));
const number = fc.oneof(
  fc.integer().map((value): EdmValue => ({ type: 'Edm.Int32', value: String(value) })),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(asInt64),
  nearPowers.map(asInt64),
  fc.double({ noNaN: true }).map(asDouble),
  nearPowers.map((value) => asDouble(Number(value))),
  fc
    .constantFrom('-0.0', '0.0', 'Infinity', '-Infinity', '5E-324', '-5E-324')
    .map((value): EdmValue => ({ type: 'Edm.Double', value })),
);

function asInt64(value: bigint): EdmValue {
  return { type: 'Edm.Int64', value: String(value) };
}

function asDouble(value: number): EdmValue {
  return { type: 'Edm.Double', value: String(value) };
}

/** The terminator follows every value in a key. */
const ended = (value: EdmValue): string => `${indexedValue(value).text}!`;
const sign = (order: number): number => Math.sign(order);

describe('a value in the key of an index row', () => {
  it.each<[EdmValue, string]>([
    [{ type: 'Edm.String', value: 'Smith' }, 'Smith'],
    [{ type: 'Edm.String', value: 'Van Dyke' }, 'Van$20Dyke'],
    [{ type: 'Edm.String', value: 'a/b\\c#d?e' }, 'a.2Fb[5Cc$23d>3Fe'],
    [{ type: 'Edm.String', value: '' }, ''],
    [{ type: 'Edm.Int32', value: '5' }, 'C0140000000000008000'],
    [{ type: 'Edm.Int64', value: '5' }, 'C0140000000000008000'],
    [{ type: 'Edm.Double', value: '5.0' }, 'C0140000000000008000'],
    [{ type: 'Edm.Int64', value: '9007199254740993' }, 'C3400000000000008001'],
    [{ type: 'Edm.Double', value: 'NaN' }, 'NaN'],
    [{ type: 'Edm.DateTime', value: '2024-05-01T08:30:00.5Z' }, '2024-05-01T08:30:00.5000000'],
    [{ type: 'Edm.Boolean', value: true }, '1'],
    [{ type: 'Edm.Guid', value: '1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E' }, '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e'],
    [{ type: 'Edm.Binary', value: '/+8AAQ==' }, 'FFEF0001'],
  ])('%j is %s', (value, text) => {
    expect(indexedValue(value).text).toBe(text);
  });

  it('contains nothing that keys cannot contain, and no terminator', () => {
    fc.assert(
      fc.property(fc.oneof(storable, anyText, number), (value) => {
        const { text } = indexedValue(value);
        for (const character of text) expect(isForbiddenInKeys(character.codePointAt(0) ?? 0)).toBe(false);
        expect([...text].every((character) => character > '!')).toBe(true);
      }),
    );
  });

  it('sorts as the texts sort, also before what follows it in the key', () => {
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        const order = sign(ordinal(String(left.value), String(right.value)));
        expect(sign(ordinal(ended(left), ended(right)))).toBe(order);
      }),
      { numRuns: 1_000 },
    );
  });

  it('begins as the text begins', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (head, rest) => {
        const whole: EdmValue = { type: 'Edm.String', value: `${String(head.value)}${String(rest.value)}` };
        expect(indexedValue(whole).text.startsWith(indexedValue(head).text)).toBe(true);
      }),
    );
  });

  it('sorts as the numbers sort, whatever their types', () => {
    fc.assert(
      fc.property(number, number, (left, right) => {
        expect(sign(ordinal(ended(left), ended(right)))).toBe(exactOrder(left, right));
      }),
      { numRuns: 1_000 },
    );
  });

  it('shares its double with every number that is equal to it as a double', () => {
    fc.assert(
      fc.property(number, number, (left, right) => {
        const areEqual = Number(left.value) === Number(right.value);
        expect(doublePart(indexedValue(left).text) === doublePart(indexedValue(right).text)).toBe(areEqual);
      }),
    );
  });

  it('sorts as values of its type compare', () => {
    const sameType = fc.tuple(storable, storable).filter(([left, right]) => left.type === right.type);
    fc.assert(
      fc.property(sameType, ([left, right]) => {
        const order = compareEdmValues(left, right);
        fc.pre(!Number.isNaN(order));
        expect(sign(ordinal(ended(left), ended(right)))).toBe(sign(order));
      }),
      { numRuns: 1_000 },
    );
  });

  it('can be read again', () => {
    fc.assert(
      fc.property(fc.oneof(storable, anyText, number), (value) => {
        const read = valueOfIndexed(indexedValue(value));
        if (value.type === 'Edm.DateTime') expect(read?.slice(0, 19)).toBe(value.value.slice(0, 19));
        else if (value.type === 'Edm.Double') expect(Number(read) + 0).toBe(Number(value.value) + 0);
        else if (value.type === 'Edm.Guid') expect(read).toBe(value.value.toLowerCase());
        else expect(read).toBe(String(value.value));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['s', 'a b'],
    ['s', 'a$'],
    ['s', 'a$41'],
    ['s', '$2f'],
    ['n', '12'],
    ['d', '2024'],
    ['b', '2'],
    ['g', 'x'],
    ['x', 'ABC'],
  ] as const)('no value of section %s is written as %s', (section, text) => {
    expect(valueOfIndexed({ section, text })).toBeNull();
  });
});

/** Doubles are compared exactly with integers: finite ones have a denominator that is a power of two. */
function exactOrder(left: EdmValue, right: EdmValue): number {
  const [a, b] = [Number(left.value), Number(right.value)];
  if (a !== b || !Number.isFinite(a) || !Number.isInteger(a)) return a < b ? -1 : a > b ? 1 : 0;
  return ordinal(wholeNumber(left), wholeNumber(right));
}

function wholeNumber({ type, value }: EdmValue): bigint {
  return type === 'Edm.Double' ? BigInt(Number(value)) : BigInt(value);
}
