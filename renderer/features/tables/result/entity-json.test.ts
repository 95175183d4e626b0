import { describe, expect, it } from 'vitest';
import { testEntity } from '../fixtures/test-port';
import { entityBytes, entityJson } from './entity-json';

const entity = testEntity(1, [
  { name: 'Year', value: { type: 'Edm.Int32', value: '1972' } },
  { name: 'Rating', value: { type: 'Edm.Double', value: '8.0' } },
  { name: 'Worst', value: { type: 'Edm.Double', value: 'NaN' } },
  { name: 'Whole', value: { type: 'Edm.Double', value: '200' } },
  { name: 'Votes', value: { type: 'Edm.Int64', value: '9007199254740993' } },
  { name: 'Favorite', value: { type: 'Edm.Boolean', value: true } },
  { name: 'Note', value: { type: 'Edm.String', value: 'a "quoted"\nline' } },
]);

describe('entityJson', () => {
  it('is JSON that keeps every type and every digit', () => {
    const text = entityJson(entity);
    expect(JSON.parse(text)).toMatchObject({
      PartitionKey: 'Action',
      Year: 1972,
      Rating: 8,
      Worst: 'NaN',
      'Worst@odata.type': 'Edm.Double',
      'Whole@odata.type': 'Edm.Double',
      Votes: '9007199254740993',
      'Votes@odata.type': 'Edm.Int64',
      Favorite: true,
      Note: 'a "quoted"\nline',
    });
    expect(text).toContain('"Rating": 8.0');
    expect(text).not.toContain('Rating@odata.type');
  });
});

describe('entityBytes', () => {
  it('counts keys, names and values as the service does', () => {
    expect(entityBytes(testEntity(1))).toBe(4 + 2 * ('Action'.length + 'row-00001'.length));
    const year = testEntity(1, [{ name: 'Year', value: { type: 'Edm.Int32', value: '1972' } }]);
    expect(entityBytes(year) - entityBytes(testEntity(1))).toBe(8 + 2 * 4 + 4);
  });
});
