// Rows packed straight from the bytes of an answer are those that are packed after decoding: whatever the values, names,
// orders and annotations, and however the answer is broken.
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { EdmType } from '@shared/model/entity';
import { etagOf } from '@shared/model/entity-etag';
import { blockRows, packBlocks, unpackRows } from '@shared/rows/packed-rows';
import { decodePage } from '../entity-codec';
import { type Member, answer, bodies, json, rowJson } from './fixtures/any-answers';
import { decodePacked, plainPage } from './packed-page';

describe('a packed page', () => {
  it('is what packing the decoded rows gives, whatever they hold', () => {
    fc.assert(
      fc.property(bodies, (body) => expectSame(body)),
      { numRuns: 3_000 },
    );
  });

  it('is the same with annotations that stand apart, with blanks, with members twice', () => {
    const pieces = fc.constantFrom(
      '"A":1',
      '"A":"x"',
      '"B":2.5',
      '"A@odata.type":"Edm.Int64"',
      '"A@odata.type":"Edm.Guid","A":"5"',
      '"A":null',
      ' "B" : true ',
      '"odata.type":"T"',
      '"odata.id":{"a":[1]}',
      '"PartitionKey":"p"',
      '"RowKey":5',
      '"A\\u0041":1',
      '"":1',
      '"A":{}',
      '"A":-',
      '"A":Infinity',
      '"B":-Infinity',
    );
    const row = fc.array(pieces, { maxLength: 5 }).map((parts) => `{${parts.join(',')}}`);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 4 }), (rows) => expectSame(answer(rows))),
      { numRuns: 3_000 },
    );
  });

  it('fails as decoding does, wherever the answer is cut or spoiled', () => {
    const insert = fc.oneof(
      fc.constantFrom('', '"', '\\', ',', '}', ']', ' ', '0', 'ü', ':'),
      fc.constantFrom('\u0000', '\n', '\u001f', '\ud800', '\\ud800', '\\u12', '\\x'),
    );
    fc.assert(
      fc.property(bodies, fc.nat(), fc.nat(3), insert, (body, at, length, inserted) => {
        const from = at % body.length;
        expectSame(body.slice(0, from));
        expectSame(body.slice(0, from) + inserted + body.slice(from + length));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['a bad escape in a value', '{"A":"\\x"}'],
    ['a bad escape in a name', '{"\\u12":1}'],
    ['a bad escape in a key', '{"PartitionKey":"\\ud8","RowKey":"r"}'],
    ['a control character beside an escape', '{"A":"\n\\n"}'],
  ])('is rejected for %s with the message of decoding', (_what, row) => {
    expect(plainPage(Buffer.from(answer([row])))).toBeUndefined();
    expectSame(answer([row]));
    expect(outcome(() => decodePacked(Buffer.from(answer([row]))))).toMatchObject({ code: 'network.malformed' });
  });

  it.each([
    ['a control character in an ETag', `{"odata.etag":"W/\\"datetime'\u0001'\\"","Timestamp":"t"}`],
    ['half a surrogate pair in a time stamp without an ETag', '{"Timestamp":"2024-\\ud800"}'],
    ['half a surrogate pair in a time stamp with another ETag', '{"odata.etag":"W/\\"1\\"","Timestamp":"\\ud800"}'],
    [
      'half a surrogate pair in a time stamp and its ETag',
      `{"odata.etag":"W/\\"datetime'\\ud800'\\"","Timestamp":"\\ud800"}`,
    ],
  ])('reads %s as decoding does', (_what, row) => {
    expectSame(answer([row]));
    const [first] = decodePacked(Buffer.from(answer([row]))).flatMap(unpackRows);
    expect(first).toEqual(decodePage(answer([row]))[0]);
  });

  it('preserves each value of a column in which all but one are as usual', () => {
    const defaults: Readonly<Record<string, readonly string[]>> = {
      'Edm.Int32': ['0', '7', '-12', '2147483647', '-2147483648'],
      'Edm.Int64': ['"0"', '"5000000000"', '"-9007199254740991"', '"9007199254740991"'],
      'Edm.Double': ['0.5', '-12.25', '200.0', '123456789.123456', '0.000001', '1.2345678901234567', '"NaN"', '1e+21'],
      'Edm.DateTime': ['"2024-02-29T23:59:59.9999999Z"', '"0001-01-01T00:00:00.0000000Z"'],
      'Edm.Guid': ['"1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e"', '"00000000-0000-0000-0000-0000000000ff"'],
      'Edm.Binary': ['"AQI="', '"AA=="'],
      'Edm.String': ['"a"', '"b"'],
    };
    const odd: Readonly<Record<string, readonly string[]>> = {
      'Edm.Int32': ['-0', '00', '007', '-01', '1.5', '2147483648', '""', '" 1"', '"+1"', '"1,5"'],
      'Edm.Int64': ['"9007199254740992"', '"9007199254740993"', '"-9223372036854775808"', '"01"', '"-"', '12'],
      'Edm.Double': ['5', '-0.0', '0.0', '1.50', '0.0000001', '1E+15', '"1.5 "', '".5"', '"1."', '"-Infinity"', '1e5'],
      'Edm.DateTime': [
        '"2024-02-30T00:00:00.0000000Z"',
        '"2024-02-29T00:00:00Z"',
        '"2024-02-29t00:00:00.0000000Z"',
        '"2024-02-29T23:59:59.123-567Z"',
        '"2024-02-29T23:59:59.12300.5Z"',
        '"2024-02-29T23:59:59.1235e-7Z"',
      ],
      'Edm.Guid': ['"1F0E8C4A-0B57-4F0E-9C0E-2D3A4B5C6D7E"', '"1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7g"', '""'],
      'Edm.Binary': ['""', '"é"'],
      'Edm.String': ['"ü"', '"\\u0041"', '"\\n"', '5', 'true', 'null'],
    };
    for (const [type, texts] of Object.entries(defaults)) {
      const kinds = new Set<string>();
      for (const other of ['', ...(odd[type] ?? [])]) {
        for (let count = 1; count < 12; count += 1) {
          const values = Array.from({ length: count }, (_, at) => texts[at % texts.length] ?? '');
          if (other !== '') values.splice(count >> 1, 0, other);
          const annotated = type === 'Edm.String' || type === 'Edm.Int32' ? null : (type as EdmType);
          const body = answer(values.map((each) => rowJson([['A', annotated, each]])));
          expectSame(body);
          if (other === '') kinds.add(plainPage(Buffer.from(body))?.[0]?.columns[0]?.texts.kind ?? 'none');
        }
      }
      expect(kinds).toContain(formOf[type] ?? 'dictionary');
      expect(kinds).not.toContain('none');
    }
  });

  it('takes no number for the text that begins like it, and no text for a longer one', () => {
    expectSame(answer(['{"A":5,"B":1}', '{"A":"5,\\"B\\":1}","B":2}']));
    expectSame(answer(['{"A":5,"B":1}', '{"A":"5,","B":2}', '{"A":"5","B":2}', '{"A":"5,6","B":2}']));
  });

  it('needs no long way for what the service sends', () => {
    const rows = Array.from({ length: blockRows }, (_, at) =>
      rowJson([
        ['odata.etag', null, json(etagOf('2024-05-01T08:30:00.1234567Z'))],
        ['PartitionKey', null, '"P"'],
        ['RowKey', null, json(`R\n${at}`)],
        ['Timestamp', null, json('2024-05-01T08:30:00.1234567Z')],
        ...(at % 3 === 0 ? [] : [['Count', null, String(at)] satisfies Member]),
        ['Big', 'Edm.Int64', json(String(at * 7_000_000_007))],
        ['Odd', 'Edm.Double', at === 7 ? json('NaN') : '1.5'],
        ['Größe', null, json('weiß')],
        ['Missing', null, 'null'],
        ['Flag', null, String(at % 2 === 0)],
      ]),
    );
    const [block, ...more] = plainPage(Buffer.from(answer(rows))) ?? [];
    expect(more).toEqual([]);
    expect(block?.count).toBe(blockRows);
    expect(block?.etags).toBe('from-timestamp');
    expect(block?.columns.map(({ name: of, texts: { kind } }) => [of, kind])).toEqual([
      ['Big', 'integers'],
      ['Odd', 'doubles'],
      ['Größe', 'constant'],
      ['Flag', 'dictionary'],
      ['Count', 'integers'],
    ]);
    expectSame(answer(rows));
  });

  it.each([0, 1, blockRows + 1])('holds %s rows', (count) => {
    const rows = Array.from({ length: count }, (_, at) => rowJson([['A', null, String(at)]]));
    expectSame(answer(rows));
    expect(decodePacked(Buffer.from(answer(rows))).flatMap(unpackRows)).toHaveLength(count);
  });

  it('accepts more columns than are worth a prediction', () => {
    const rows = Array.from({ length: 400 }, (_, at) =>
      rowJson([at, (at * 7) % 400, 401 + (at % 20)].map((of): Member => [`P${of}`, null, String(at)])),
    );
    expectSame(answer(rows));
    expectSame(answer(rows.slice(0, 120)));
  });

  it('reads every day that there is and none that there is not', () => {
    const times = [
      ...['0000-01-01', '0001-03-01', '1600-02-29', '1700-02-28', '1899-12-31', '2000-02-29', '2024-02-29'],
      ...['2100-02-28', '2024-04-30', '9999-12-31', '1969-12-31', '1970-01-01'],
    ].flatMap((day) => [`${day}T00:00:00.0000000Z`, `${day}T23:59:59.9999999Z`]);
    const page = (list: readonly string[]): string =>
      answer(list.map((time) => rowJson([['At', 'Edm.DateTime', json(time)]])));
    expectSame(page(times));
    expect(plainPage(Buffer.from(page(times)))?.[0]?.columns[0]?.texts.kind).toBe('moments');
    for (const wrong of ['2023-02-29', '2100-02-29', '2024-04-31', '2024-13-01', '2024-00-10', '2024-01-00']) {
      expectSame(page([...times, `${wrong}T00:00:00.0000000Z`]));
    }
    for (const wrong of ['24:00:00', '12:60:00', '12:00:60', '12:0a:00']) {
      expectSame(page([...times, `2024-01-01T${wrong}.0000000Z`]));
    }
  });
});

const formOf: Readonly<Record<string, string>> = {
  'Edm.Int32': 'integers',
  'Edm.Int64': 'integers',
  'Edm.Double': 'doubles',
  'Edm.DateTime': 'moments',
  'Edm.Guid': 'guids',
};

function expectSame(body: string): void {
  const bytes = Buffer.from(body, 'utf8');
  const packed = outcome(() => decodePacked(bytes));
  const afterDecoding = outcome(() => packBlocks(decodePage(bytes)));
  // Compared element by element only where there is a difference to show: that takes longer than the packing.
  if (!isDeepStrictEqual(packed, afterDecoding)) expect(packed).toEqual(afterDecoding);
}

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (thrown) {
    if (thrown instanceof StowageError) return thrown.toShape();
    throw thrown;
  }
}
