import { describe, expect, it } from 'vitest';
import { testEntity } from '../fixtures/test-port';
import { entityBytes } from './entity-size';

describe('entityBytes', () => {
  it('counts keys, names and values as the service does', () => {
    expect(entityBytes(testEntity(1))).toBe(4 + 2 * ('Action'.length + 'row-00001'.length));
    const year = testEntity(1, [{ name: 'Year', value: { type: 'Edm.Int32', value: '1972' } }]);
    expect(entityBytes(year) - entityBytes(testEntity(1))).toBe(8 + 2 * 4 + 4);
  });
});
