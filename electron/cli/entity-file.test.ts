import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { entityJson } from './row-printer';
import { parseEntityFile } from './entity-file';

describe('an entity in a file', () => {
  it('comes back as query printed it, whatever its names', () => {
    const properties = [
      { name: '__proto__', value: { type: 'Edm.Double', value: '200.0' } },
      { name: 'etag', value: { type: 'Edm.Int64', value: '9007199254740993' } },
      { name: 'At', value: { type: 'Edm.DateTime', value: '2024-05-01T08:30:00.1234567Z' } },
      { name: 'Yes', value: { type: 'Edm.Boolean', value: true } },
    ] as const;
    const printed = entityJson({
      partitionKey: 'p',
      rowKey: '',
      timestamp: 't',
      etag: 'W/"1"',
      properties: [...properties],
    });
    expect(parseEntityFile(`\uFEFF${printed}\n`)).toEqual({ partitionKey: 'p', rowKey: '', etag: 'W/"1"', properties });
  });

  it.each(['{"type":"Edm.Null","value":null}', '{"type":"Edm.String","value":null}', 'null'])(
    'leaves out the value %s',
    (given) => {
      const file = `{"PartitionKey":"p","RowKey":"r","properties":{"A":${given}}}`;
      expect(parseEntityFile(file)).toEqual({ partitionKey: 'p', rowKey: 'r', etag: '', properties: [] });
    },
  );

  const withValue = (json: string): string => `{"PartitionKey":"p","RowKey":"r","properties":{"A":${json}}}`;
  it.each([
    ['The file', ''],
    ['The file', '{"PartitionKey":'],
    ['The file', '[]'],
    ['The file', 'null'],
    ['PartitionKey', '{}'],
    ['RowKey', '{"PartitionKey":"p","RowKey":5}'],
    ['etag', '{"PartitionKey":"p","RowKey":"r","etag":1}'],
    ['Rating', '{"PartitionKey":"p","RowKey":"r","Rating":5}'],
    ['properties', '{"PartitionKey":"p","RowKey":"r","properties":[]}'],
    ['A', withValue('5')],
    ['A', withValue('{"value":"5"}')],
    ['A', withValue('{"type":"Int32","value":"5"}')],
    ['A', withValue('{"type":"Edm.Int32","value":5}')],
    ['A', withValue('{"type":"Edm.Int32","value":"5.5"}')],
    ['A', withValue('{"type":"Edm.Int64","value":"9223372036854775808"}')],
    ['A', withValue('{"type":"Edm.Boolean","value":"true"}')],
    ['A', withValue('{"type":"Edm.DateTime","value":"2024-02-30T00:00:00Z"}')],
    ['A', withValue('{"type":"Edm.Nothing","value":null}')],
  ])('is rejected naming %s: %s', (field, content) => {
    try {
      parseEntityFile(content);
      expect.unreachable();
    } catch (thrown) {
      const { code, context } = StowageError.from(thrown);
      expect([code, context.field]).toEqual(['invalid.entity', field]);
      expect([context.problem, context.fix]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/[.}]$/)]);
    }
  });
});
