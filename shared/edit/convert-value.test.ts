import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EdmType, edmType } from '../model/entity';
import { doubleFromText, edmTextProblem, sameEdmValue } from '../query/edm-value';
import { edmValue } from '../query/fixtures/arbitraries';
import { convertValue } from './convert-value';

const typed = (type: EdmType, value: string) =>
  type === 'Edm.Boolean' ? ({ type, value: value === 'true' } as const) : ({ type, value } as const);

describe('a value in another type', () => {
  it.each<[EdmType, string, EdmType, string]>([
    ['Edm.String', '200', 'Edm.Double', '200.0'],
    ['Edm.String', '-0.5', 'Edm.Double', '-0.5'],
    ['Edm.String', 'NaN', 'Edm.Double', 'NaN'],
    ['Edm.String', '9007199254740993', 'Edm.Int64', '9007199254740993'],
    ['Edm.String', 'true', 'Edm.Boolean', 'true'],
    ['Edm.String', '2024-05-01T08:30:00.1234567Z', 'Edm.DateTime', '2024-05-01T08:30:00.1234567Z'],
    ['Edm.String', 'AQI=', 'Edm.Binary', 'AQI='],
    ['Edm.Int64', '9007199254740992', 'Edm.Double', '9007199254740992.0'],
    ['Edm.Int64', '12', 'Edm.Int32', '12'],
    ['Edm.Double', '200.0', 'Edm.Int32', '200'],
    ['Edm.Double', '1E+15', 'Edm.Int64', '1000000000000000'],
    ['Edm.Double', '1.0', 'Edm.Boolean', 'true'],
    ['Edm.Int32', '0', 'Edm.Boolean', 'false'],
    ['Edm.Boolean', 'true', 'Edm.Int64', '1'],
    ['Edm.DateTime', '2024-05-01T08:30:00.1234567Z', 'Edm.Int64', '638501490001234567'],
    ['Edm.Int64', '638501490001234567', 'Edm.DateTime', '2024-05-01T08:30:00.1234567Z'],
    ['Edm.Int64', '1', 'Edm.DateTime', '0001-01-01T00:00:00.0000001Z'],
  ])('is exact: %s %s as %s', (type, text, toType, result) => {
    expect(convertValue(typed(type, text), toType)).toMatchObject({ kind: 'exact', value: typed(toType, result) });
  });

  it.each<[EdmType, string, EdmType, string]>([
    ['Edm.String', ' 5 ', 'Edm.Int32', '5'],
    ['Edm.String', '007', 'Edm.Int32', '7'],
    ['Edm.String', '+5', 'Edm.Int64', '5'],
    ['Edm.String', '5.0', 'Edm.Int32', '5'],
    ['Edm.String', '0.12345678901234567890', 'Edm.Double', '0.12345678901234568'],
    ['Edm.String', 'True', 'Edm.Boolean', 'true'],
    ['Edm.String', '2024-05-01 10:30 +02:00', 'Edm.DateTime', '2024-05-01T08:30:00.0000000Z'],
    ['Edm.String', '{1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E}', 'Edm.Guid', '1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E'],
    ['Edm.Int64', '9007199254740993', 'Edm.Double', '9007199254740992.0'],
    ['Edm.Double', '2.75', 'Edm.Int32', '2'],
    ['Edm.Double', '-0.0', 'Edm.Int32', '0'],
  ])('loses information, and explains what: %s %s as %s', (type, text, toType, result) => {
    const conversion = convertValue(typed(type, text), toType);
    expect(conversion).toMatchObject({ kind: 'lossy', value: typed(toType, result) });
    if (conversion.kind === 'lossy') expect(conversion.reason).toMatch(/^[A-Z].+\.$/);
  });

  it.each<[EdmType, string, EdmType]>([
    ['Edm.String', 'abc', 'Edm.Int32'],
    ['Edm.String', '', 'Edm.Double'],
    ['Edm.String', '2147483648', 'Edm.Int32'],
    ['Edm.String', '9223372036854775808', 'Edm.Int64'],
    ['Edm.String', '1e999', 'Edm.Double'],
    ['Edm.String', '2024-02-30', 'Edm.DateTime'],
    ['Edm.String', 'not base64', 'Edm.Binary'],
    ['Edm.Int64', '2147483648', 'Edm.Int32'],
    ['Edm.Int32', '2', 'Edm.Boolean'],
    ['Edm.Int64', '-1', 'Edm.DateTime'],
    ['Edm.Double', 'NaN', 'Edm.Int64'],
    ['Edm.Double', '1e300', 'Edm.Int64'],
    ['Edm.Guid', '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e', 'Edm.Binary'],
    ['Edm.DateTime', '2024-05-01T08:30:00Z', 'Edm.Double'],
  ])('is impossible, and explains why: %s %s as %s', (type, text, toType) => {
    const conversion = convertValue(typed(type, text), toType);
    expect(conversion.kind).toBe('impossible');
    if (conversion.kind === 'impossible') expect(conversion.reason).toMatch(/^.+\.$/);
  });

  it('is always legal text of the requested type', () => {
    fc.assert(
      fc.property(edmValue, fc.constantFrom(...edmType.options), (value, toType) => {
        const conversion = convertValue(value, toType);
        if (conversion.kind === 'impossible') return;
        expect(conversion.value.type).toBe(toType);
        if (conversion.value.type !== 'Edm.Boolean') {
          expect(edmTextProblem(conversion.value.type, conversion.value.value)).toBeNull();
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('comes back from text as the value it was', () => {
    fc.assert(
      fc.property(edmValue, (value) => {
        const text = convertValue(value, 'Edm.String');
        if (text.kind === 'impossible') throw new Error(text.reason);
        const back = convertValue(text.value, value.type);
        if (back.kind === 'impossible') throw new Error(back.reason);
        expect(sameEdmValue(back.value, value) || isSameDouble(back.value.value, value.value)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('reports as exact only a conversion that leads back to the same value', () => {
    const numeric = fc.constantFrom<EdmType>('Edm.Int32', 'Edm.Int64', 'Edm.Double', 'Edm.Boolean', 'Edm.DateTime');
    fc.assert(
      fc.property(edmValue, numeric, (value, toType) => {
        const converted = convertValue(value, toType);
        if (converted.kind !== 'exact' || value.type === 'Edm.String') return;
        const back = convertValue(converted.value, value.type);
        if (back.kind === 'impossible') throw new Error(back.reason);
        expect(sameEdmValue(back.value, value) || isSameDouble(back.value.value, value.value)).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is quoted in the reason against it, a long one by its beginning', () => {
    const reasonOf = (text: string): string => {
      const conversion = convertValue(typed('Edm.String', text), 'Edm.Int32');
      return conversion.kind === 'impossible' ? conversion.reason : 'none';
    };
    expect(reasonOf('x'.repeat(60))).toContain(`“${'x'.repeat(60)}” `);
    expect(reasonOf('x'.repeat(61))).toContain(`“${'x'.repeat(60)}…” `);
  });
});

function isSameDouble(left: string | boolean, right: string | boolean): boolean {
  return Object.is(doubleFromText(String(left)), doubleFromText(String(right)));
}
