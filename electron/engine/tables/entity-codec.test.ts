import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { edmValue } from '@shared/query/fixtures/arbitraries';
import { decodeEntity, decodePage, encodeEntity } from './entity-codec';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"', '\\', '\\"'),
);
const name = fc.oneof(
  fc.constantFrom('__proto__', 'etag', 'odata.x', 'constructor', 'partitionKey', 'timestamp', 'value', 'A', 'B', 'C'),
  fc.string({ unit: 'grapheme', minLength: 1 }).filter((candidate) => !candidate.endsWith('@odata.type')),
);
const properties = fc.uniqueArray(fc.record({ name, value: edmValue }), {
  selector: (property) => property.name,
  maxLength: 12,
});
const keyed = fc.record({ partitionKey: text, rowKey: text, properties });

/** A response in the service's format around the entities' JSON. */
function answer(rows: readonly string[]): string {
  return `{"odata.metadata":"http://host/account/$metadata#T","value":[${rows.join(',')}]}`;
}

describe('the entity codec', () => {
  it('round-trips exactly what was written, in order, whatever the names and values', () => {
    fc.assert(
      fc.property(fc.array(keyed, { maxLength: 8 }), (rows) => {
        const decoded = decodePage(answer(rows.map(encodeEntity)));
        expect(decoded).toEqual(rows.map((row) => ({ ...row, timestamp: '', etag: '' })));
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads an answer the same however it is set out', () => {
    const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gu;
    fc.assert(
      fc.property(fc.array(keyed, { maxLength: 4 }), (rows) => {
        const whole = answer(rows.map(encodeEntity));
        const setOut = whole.replace(tokens, (token) => ` \t${token}\r\n`);
        expect(decodePage(setOut)).toEqual(decodePage(whole));
      }),
      { numRuns: 1_000 },
    );
    expect(decodeEntity(' {\n "A" : 1 , "B" : "x" } ').properties).toHaveLength(2);
    expect(failureOf(() => decodeEntity('{"A":1} {"B":2}'))?.code).toBe('network.malformed');
  });

  it('does not read the service’s metadata of an entity as a property', () => {
    const about = '"odata.type":"host.T","odata.id":"http://host/T(1)","odata.editLink":"T(1)"';
    const rows = [
      `{${about},"PartitionKey":"P","RowKey":"R","A":1}`,
      `{${about},"PartitionKey":"P","RowKey":"S","A":2}`,
    ];
    expect(decodePage(answer(rows)).map(({ rowKey, properties: own }) => [rowKey, own])).toEqual([
      ['R', [{ name: 'A', value: { type: 'Edm.Int32', value: '1' } }]],
      ['S', [{ name: 'A', value: { type: 'Edm.Int32', value: '2' } }]],
    ]);
  });

  it('writes an untouched entity byte for byte as it came', () => {
    fc.assert(
      fc.property(keyed, (row) => {
        const json = encodeEntity(row);
        expect(encodeEntity(decodeEntity(json))).toBe(json);
      }),
    );
  });

  it('reads the infinities that the emulator writes for values beyond a double, and recognises truncated ones', () => {
    const row = (value: string): string => `{"PartitionKey":"d","RowKey":"1","V":${value},"W":1}`;
    const read = (value: string): unknown => decodePage(answer([row(value)]))[0]?.properties[0]?.value;
    for (const value of ['Infinity', '-Infinity']) {
      expect(read(value)).toEqual({ type: 'Edm.Double', value });
      const whole = answer([row(value)]);
      const end = whole.indexOf('Infinity') + 'Infinity'.length;
      for (let at = end - value.length; at < whole.length; at += 1) {
        expect(failureOf(() => decodePage(whole.slice(0, at)))?.code, whole.slice(0, at)).toBe('network.truncated');
      }
    }
    for (const value of ['-Infinite', 'Infinite', '-I', '-', 'inf']) {
      expect(failureOf(() => read(value))?.code, value).toBe('network.malformed');
    }
  });

  it('reads responses in the service’s format', () => {
    const page = answer([
      `{"odata.etag":"W/\\"datetime'2024-05-01T08%3A30%3A00.1234567Z'\\"","PartitionKey":"P","RowKey":"R\\u00e9","Timestamp":"2024-05-01T08:30:00.1234567Z","Whole":200.0,"Big@odata.type":"Edm.Int64","Big":"9007199254740993","Huge":1E+15,"Odd@odata.type":"Edm.Double","Odd":"NaN","Count":5,"At@odata.type":"Edm.DateTime","At":"2024-05-01T08:30:00.1234567Z","Id@odata.type":"Edm.Guid","Id":"1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e","Bytes@odata.type":"Edm.Binary","Bytes":"AQI=","Flag":false,"Missing":null,"Name":"a \\"b\\" \\\\ \\/ \\n"}`,
    ]);
    expect(decodePage(page)).toEqual<Entity[]>([
      {
        partitionKey: 'P',
        rowKey: 'Ré',
        timestamp: '2024-05-01T08:30:00.1234567Z',
        etag: `W/"datetime'2024-05-01T08%3A30%3A00.1234567Z'"`,
        properties: [
          { name: 'Whole', value: { type: 'Edm.Double', value: '200.0' } },
          { name: 'Big', value: { type: 'Edm.Int64', value: '9007199254740993' } },
          { name: 'Huge', value: { type: 'Edm.Double', value: '1E+15' } },
          { name: 'Odd', value: { type: 'Edm.Double', value: 'NaN' } },
          { name: 'Count', value: { type: 'Edm.Int32', value: '5' } },
          { name: 'At', value: { type: 'Edm.DateTime', value: '2024-05-01T08:30:00.1234567Z' } },
          { name: 'Id', value: { type: 'Edm.Guid', value: '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e' } },
          { name: 'Bytes', value: { type: 'Edm.Binary', value: 'AQI=' } },
          { name: 'Flag', value: { type: 'Edm.Boolean', value: false } },
          { name: 'Name', value: { type: 'Edm.String', value: 'a "b" \\ / \n' } },
        ],
      },
    ]);
  });

  it('makes the ETag from the time stamp where the answer leaves it out', () => {
    const [row] = decodePage(answer(['{"PartitionKey":"P","RowKey":"R","Timestamp":"2024-05-01T08:30:00.1Z"}']));
    expect(row?.etag).toBe(`W/"datetime'2024-05-01T08%3A30%3A00.1Z'"`);
  });

  it('parses any ETag as JSON does, and the text after it', () => {
    const within = fc.string({ unit: fc.constantFrom('"', '\\', '\n', "'", 'a', 'é') });
    const tag = fc.oneof(
      within,
      within.map((text) => `W/"${text}`),
      within.map((text) => `W/"${text}"`),
    );
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1, maxLength: 4 }), (tags) => {
        const rows = tags.map((etag) => JSON.stringify({ 'odata.etag': etag, PartitionKey: etag, A: etag }));
        expect(decodePage(answer(rows))).toEqual(
          tags.map((etag) => ({
            partitionKey: etag,
            rowKey: '',
            timestamp: '',
            etag,
            properties: [{ name: 'A', value: { type: 'Edm.String', value: etag } }],
          })),
        );
      }),
    );
  });

  it.each(['-', '1-2', '--1', '1e', '.', '1.2.3', '-e5'])('rejects the number %s', (number) => {
    expect(failureOf(() => decodeEntity(`{"A":${number}}`))?.code).toBe('network.malformed');
  });

  it.each([
    ['before, but apart', '{"A@odata.type":"Edm.Int64","B":1,"A":"5"}'],
    ['after', '{"A":"5","B":1,"A@odata.type":"Edm.Int64"}'],
    ['twice', '{"A@odata.type":"Edm.Int64","A@odata.type":"Edm.Int64","A":"5","B":1}'],
    ['with blanks', '{ "A@odata.type" : "Edm.Int64" , "A" : "5" ,\n "B" : 1 }'],
  ])('finds an annotation that is %s', (_, json) => {
    const sorted = [...decodeEntity(json).properties].sort((one, other) => (one.name < other.name ? -1 : 1));
    expect(sorted).toEqual([
      { name: 'A', value: { type: 'Edm.Int64', value: '5' } },
      { name: 'B', value: { type: 'Edm.Int32', value: '1' } },
    ]);
  });

  it('assigns every late annotation to its property', () => {
    const late = '{"A":"5","B":"2024-05-01T08:30:00Z","A@odata.type":"Edm.Int64","B@odata.type":"Edm.DateTime"}';
    expect(decodeEntity(late).properties).toEqual([
      { name: 'A', value: { type: 'Edm.Int64', value: '5' } },
      { name: 'B', value: { type: 'Edm.DateTime', value: '2024-05-01T08:30:00Z' } },
    ]);
  });

  it.each(['true', 'false', '"true"', '"false"'])('reads the boolean %s wherever its annotation is', (word) => {
    const value = { type: 'Edm.Boolean', value: word.includes('true') };
    expect(decodeEntity(`{"A@odata.type":"Edm.Boolean","A":${word}}`).properties).toEqual([{ name: 'A', value }]);
    expect(decodeEntity(`{"A":${word},"A@odata.type":"Edm.Boolean"}`).properties).toEqual([{ name: 'A', value }]);
  });

  it('uses the last of two properties with one name, also when later rows look alike', () => {
    const twice = '{"A":1,"A":2}';
    const rows = decodePage(answer([twice, twice, '{"B":1,"A":1}', twice, '{"A":1,"B":3}']));
    expect(rows.map((row) => row.properties.map(({ name: of, value }) => `${of}${value.value}`).join())).toEqual([
      'A2',
      'A2',
      'B1,A1',
      'A2',
      'A1,B3',
    ]);
  });

  it('reads sparse rows and more properties than it remembers', () => {
    const rows = Array.from({ length: 400 }, (_, index) => ({
      partitionKey: 'P',
      rowKey: String(index),
      properties: [index, index % 3, index + 1]
        .filter((value, position, all) => all.indexOf(value) === position)
        .map((value) => ({ name: `P${value}`, value: { type: 'Edm.Int32' as const, value: String(value) } })),
    }));
    expect(decodePage(answer(rows.map(encodeEntity)))).toEqual(
      rows.map((row) => ({ ...row, timestamp: '', etag: '' })),
    );
  });

  it('passes over what else an answer may hold', () => {
    expect(decodePage('{"odata.x":{"a":[1,{"b":"]}"}],"c":null},"value":[ ] , "n":-1.5e3}\r\n')).toEqual([]);
  });

  it('distinguishes a truncated response from an invalid one, wherever it is truncated', () => {
    fc.assert(
      fc.property(fc.array(keyed, { minLength: 1, maxLength: 3 }), fc.nat(), (rows, at) => {
        const whole = answer(rows.map(encodeEntity));
        expect(failureOf(() => decodePage(whole.slice(0, at % whole.length)))?.code).toBe('network.truncated');
      }),
      { numRuns: 1_000 },
    );
  });

  it('throws only Stowage errors', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"value"',
      '"A"',
      '"A@odata.type"',
      '"Edm.Int64"',
      '1',
      '-',
      't',
    );
    const broken = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces).map((parts) => parts.join('')),
      fc.array(pieces).map((parts) => `{"value":[{${parts.join('')}}]}`),
      fc.tuple(keyed, fc.nat(), fc.string({ maxLength: 3 })).map(([row, at, insert]) => {
        const whole = answer([encodeEntity(row)]);
        const position = at % whole.length;
        return whole.slice(0, position) + insert + whole.slice(position + 1);
      }),
    );
    fc.assert(
      fc.property(broken, (body) => {
        expect(['network.truncated', 'network.malformed', undefined]).toContain(
          failureOf(() => decodePage(body))?.code,
        );
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    '<html>',
    '[]',
    '{"value":1}',
    '{"odata.x":,,"value":[]}',
    '{"value":[1]}',
    '{}',
    '{"value":[]}x',
    '{"value":[{"A":{}}]}',
    '{"value":[{"A@odata.type":"Edm.Foo","A":"1"}]}',
    '{"value":[{"A":1-2}]}',
    '{"value":[{"A@odata.type":"Edm.Guid","A":1}]}',
    '{"value":[{"A":"\\x"}]}',
  ])('does not take %s for an answer', (body) => {
    expect(failureOf(() => decodePage(body))?.code).toBe('network.malformed');
  });

  it.each([
    ['Edm.Int32', '5;'],
    ['Edm.Int32', '2147483648'],
    ['Edm.Int64', '9223372036854775808'],
    ['Edm.Double', '1,5'],
    ['Edm.DateTime', '2024-02-30T00:00:00Z'],
    ['Edm.Guid', '1234'],
    ['Edm.Binary', 'A'],
  ] as const)('rejects writing %s %s', (type, value) => {
    const row = { partitionKey: '', rowKey: '', properties: [{ name: 'A', value: { type, value } }] };
    const failure = failureOf(() => encodeEntity(row));
    expect(failure?.code).toBe('invalid.entity');
    expect(failure?.context.field).toBe('A');
  });
});

function failureOf(run: () => unknown): StowageError | undefined {
  try {
    run();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof StowageError) return thrown;
    throw thrown;
  }
}
