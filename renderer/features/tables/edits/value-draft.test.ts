// Typed text becomes exactly that value, or is rejected with a message.
import type { EdmType, EdmValue } from '@shared/model/entity';
import { edmValue } from '@shared/query/fixtures/arbitraries';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldText, keyProblemOf, readEdited, readTyped, valueProblemOf } from './value-draft';

describe('typed text', () => {
  it('is the value itself when untouched, whatever its type', () => {
    fc.assert(
      fc.property(edmValue, (value) => {
        expect(readEdited(fieldText(value), value.type, value)).toEqual({ kind: 'value', value });
      }),
    );
  });

  it.each<[EdmType, string, string | boolean]>([
    ['Edm.DateTime', '2026-10-14T08:21:07.1402919Z', '2026-10-14T08:21:07.1402919Z'],
    ['Edm.Int64', '9223372036854775807', '9223372036854775807'],
    ['Edm.Double', '200', '200.0'],
    ['Edm.Double', 'NaN', 'NaN'],
    ['Edm.Double', '-Infinity', '-Infinity'],
    ['Edm.Boolean', 'true', true],
    ['Edm.Binary', 'TVqQ', 'TVqQ'],
    ['Edm.Binary', '0x4d 5A 90', 'TVqQ'],
    ['Edm.String', '  kept  ', '  kept  '],
    ['Edm.Guid', '1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E', '1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E'],
  ])('becomes a value of its type: %s %s', (type, typed, value) => {
    expect(readTyped(typed, type)).toEqual({ kind: 'value', value: { type, value } });
  });

  it.each<[EdmType, string]>([
    ['Edm.Int32', '2147483648'],
    ['Edm.Int32', ''],
    ['Edm.Int64', '1.5e400'],
    ['Edm.Double', 'ten'],
    ['Edm.DateTime', '2026-02-30T00:00:00Z'],
    ['Edm.Guid', '1f0e8c4a'],
    ['Edm.Binary', '0x4d5'],
    ['Edm.Binary', '####'],
    ['Edm.Boolean', 'yes'],
  ])('is rejected with a reason: %s %s', (type, typed) => {
    const read = readTyped(typed, type);
    expect(read.kind).toBe('rejected');
    expect(read).toHaveProperty('sentence', expect.stringMatching(/\.$/));
  });

  it.each([
    ['2026-02-30', '2026-02 has 28 days'],
    ['10000-01-01', '1601-01-01 to 9999-12-31'],
    ['1600-12-31T23:59:59Z', '1601-01-01 to 9999-12-31'],
    ['1601-01-01T00:30:00+02:00', '1601-01-01 to 9999-12-31'],
    ['2026-02-03T08:30:00.12345678Z', 'has 8 decimals'],
  ])('explains what is wrong with the time %s, and what to enter', (typed, part) => {
    const read = readTyped(typed, 'Edm.DateTime');
    expect(read.kind).toBe('rejected');
    expect(read).toHaveProperty('sentence', expect.stringContaining(part));
    expect(read).toHaveProperty('sentence', expect.stringMatching(/ Enter a UTC time such as .+\.$/));
  });

  it('gives one example of a time', () => {
    expect(readTyped('yesterday', 'Edm.DateTime')).toEqual({
      kind: 'rejected',
      sentence: '“yesterday” is not a time. Enter a UTC time such as 2024-05-01T08:30:00.1234567Z.',
    });
  });

  it('reports the resulting value when it differs from the text', () => {
    expect(readTyped('9007199254740993', 'Edm.Double')).toMatchObject({
      kind: 'doubtful',
      value: { value: '9007199254740992.0' },
    });
    expect(readTyped('2024-05-01', 'Edm.DateTime')).toMatchObject({ kind: 'doubtful' });
  });

  it('keeps the line ends of the text that is edited', () => {
    const before: EdmValue = { type: 'Edm.String', value: 'a\r\nb\r\n' };
    expect(readEdited('a\nB\n', 'Edm.String', before)).toEqual({
      kind: 'value',
      value: { type: 'Edm.String', value: 'a\r\nB\r\n' },
    });
    const mixed: EdmValue = { type: 'Edm.String', value: 'a\r\nb\nc' };
    expect(readEdited('a\nb\nC', 'Edm.String', mixed)).toMatchObject({ kind: 'doubtful' });
    expect(readEdited('a\nb\nc', 'Edm.String', mixed)).toEqual({ kind: 'value', value: mixed });
  });
});

describe('limits of the service', () => {
  const keys = { partitionKey: 'p', rowKey: 'ü'.repeat(130) };

  it('are those of Cosmos DB where it is the service', () => {
    expect(keyProblemOf('RowKey', keys, 'storage')).toBeUndefined();
    expect(keyProblemOf('RowKey', keys, 'cosmos')).toContain('255 bytes');
    const long: EdmValue = { type: 'Edm.String', value: 'x'.repeat(40_000) };
    expect(valueProblemOf('Note', long, 'storage')).toContain('40000');
    expect(valueProblemOf('Note', long, 'cosmos')).toBeUndefined();
  });
});
