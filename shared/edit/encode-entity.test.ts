// How values are written, beside the round trip that the engine's entity codec is held to.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EdmValue } from '../model/entity';
import { edmValue } from '../query/fixtures/arbitraries';
import { encodeProperties } from './encode-entity';

it.each([
  ['200.0', '200.0'],
  ['1E+15', '1E+15'],
  ['-0', '-0'],
  ['.5', '".5"'],
  ['5.', '"5."'],
  ['-.5e3', '"-.5e3"'],
  ['007', '"007"'],
  ['NaN', '"NaN"'],
])('the double %s states its type, and is a number only if JSON can represent it', (value, written) => {
  const property = { name: 'A', value: { type: 'Edm.Double', value } } as const;
  expect(encodeProperties([property])).toBe(`{"A@odata.type":"Edm.Double","A":${written}}`);
});

it.each([true, false])('the boolean %s is written as such', (value) => {
  expect(encodeProperties([{ name: 'A', value: { type: 'Edm.Boolean', value } }])).toBe(`{"A":${value}}`);
});

it.each<[EdmValue, string]>([
  [{ type: 'Edm.Int32', value: '2147483648' }, 'A: "2147483648" '],
  [{ type: 'Edm.Int64', value: '' }, 'A: "" '],
  [{ type: 'Edm.Guid', value: 'x' }, 'A: "x" '],
])('a text that is not a value of its type is rejected: %j', (value, start) => {
  expect(() => encodeProperties([{ name: 'A', value }])).toThrow(
    expect.objectContaining({ code: 'invalid.entity', message: expect.stringContaining(start) as string }) as Error,
  );
});

it('any value is written as JSON that anybody can read', () => {
  fc.assert(
    fc.property(edmValue, (value) => {
      expect(Object.keys(JSON.parse(encodeProperties([{ name: 'A', value }])) as object)).toContain('A');
    }),
  );
});
