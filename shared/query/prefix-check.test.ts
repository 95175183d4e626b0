// The rows that a range of a prefix may bring and the query does not mean.
import { describe, expect, it } from 'vitest';
import type { Entity } from '../model/entity';
import type { TableQuery } from '../model/table-query';
import { prefixCheck } from './evaluate';

const any = { kind: 'any' } as const;
const startsWith = (prefix: string, delimiter?: string): TableQuery['rowKey'] => ({
  kind: 'starts-with',
  prefix,
  ...(delimiter === undefined ? {} : { delimiter }),
});
const entity = (partitionKey: string, rowKey: string, note?: string): Entity => ({
  partitionKey,
  rowKey,
  timestamp: '',
  etag: '',
  properties: note === undefined ? [] : [{ name: 'Note', value: { type: 'Edm.String', value: note } }],
});
const matching = (query: Parameters<typeof prefixCheck>[0], rows: readonly Entity[]): readonly Entity[] =>
  rows.filter(prefixCheck(query) ?? expect.unreachable('Nothing is checked.'));

describe('a row beyond its prefix', () => {
  it('is left out, by either key and by whole parts of one', () => {
    const rows = [entity('quay-1', 'a-1'), entity('quay-1', 'a2'), entity('quays', 'a-1'), entity('pier', 'b')];
    const [first, second, third] = rows;
    expect(matching({ partitionKey: startsWith('quay', '-'), rowKey: any }, rows)).toEqual([first, second]);
    expect(matching({ partitionKey: any, rowKey: startsWith('a') }, rows)).toEqual([first, second, third]);
    expect(matching({ partitionKey: any, rowKey: startsWith('a', '-') }, rows)).toEqual([first, third]);
    expect(matching({ partitionKey: startsWith('quay', '-'), rowKey: startsWith('a', '-') }, rows)).toEqual([first]);
  });

  it('is left out by a property, unless the property was not read', () => {
    const rows = [entity('p', '1', 'late'), entity('p', '2', 'on time'), entity('p', '3')];
    const where = { kind: 'starts-with', property: 'Note', prefix: 'la' } as const;
    expect(matching({ partitionKey: any, rowKey: any, where }, rows)).toEqual([rows[0], rows[2]]);
    const both = { kind: 'and', nodes: [where, { ...where, prefix: 'lat' }] } as const;
    expect(matching({ partitionKey: any, rowKey: any, where: both }, rows)).toEqual([rows[0], rows[2]]);
  });

  it('is left to the service when the user wrote the filter, or nothing requests a prefix', () => {
    expect(prefixCheck({ partitionKey: startsWith('a'), rowKey: any, filterText: "PartitionKey ge 'a'" })).toBeNull();
    expect(prefixCheck({ partitionKey: any, rowKey: any })).toBeNull();
  });
});
