import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { Entity, Property } from '@shared/model/entity';
import { checkEntity, storedBytes } from './entity-rules';

const entity = (properties: readonly Property[], rowKey = 'R'): Entity => ({
  partitionKey: 'P',
  rowKey,
  timestamp: '',
  etag: '',
  properties: [...properties],
});
const text = (name: string, value: string): Property => ({ name, value: { type: 'Edm.String', value } });
const numbered = (count: number, value = ''): Property[] =>
  Array.from({ length: count }, (_, index) => text(`A${index}`, value));

describe('what the service would refuse', () => {
  it.each<[string, Entity, string]>([
    ['properties', entity(numbered(253)), 'invalid.entity'],
    ['“a-b”', entity([text('a-b', '')]), 'invalid.entity'],
    ['“1st”', entity([text('1st', '')]), 'invalid.entity'],
    ['Timestamp', entity([text('Timestamp', '')]), 'invalid.entity'],
    ['A', entity([text('A', ''), text('A', '')]), 'invalid.entity'],
    ['A', entity([text('A', 'x'.repeat(32_769))]), 'invalid.entity'],
    ['A', entity([text('A', '\ud800')]), 'invalid.entity'],
    [
      'A',
      entity([{ name: 'A', value: { type: 'Edm.Binary', value: Buffer.alloc(65_537).toString('base64') } }]),
      'invalid.entity',
    ],
    ['A', entity([{ name: 'A', value: { type: 'Edm.DateTime', value: '0001-01-01T00:00:00Z' } }]), 'invalid.entity'],
    ['entity', entity(numbered(17, 'x'.repeat(32_000))), 'invalid.entity'],
    ['RowKey', entity([], 'a/b'), 'invalid.key'],
  ])('%s', (field, rejected, code) => {
    try {
      checkEntity(rejected);
      expect.unreachable();
    } catch (thrown) {
      if (!(thrown instanceof StowageError)) throw thrown;
      expect([thrown.code, thrown.context.field]).toEqual([code, field]);
    }
  });

  it('lets everything else pass', () => {
    checkEntity(entity(numbered(252)));
    checkEntity(entity([text('A', 'x'.repeat(32_768)), text('Größe', ''), text('etag', ''), text('_', '')]));
    checkEntity(entity([{ name: 'A', value: { type: 'Edm.Binary', value: Buffer.alloc(65_536).toString('base64') } }]));
  });

  it('counts bytes as the service does', () => {
    expect(storedBytes(entity([]))).toBe(8);
    expect(storedBytes(entity([text('AB', 'xyz')]))).toBe(8 + 8 + 4 + 4 + 6);
    expect(storedBytes(entity([{ name: 'A', value: { type: 'Edm.Binary', value: 'AQI=' } }]))).toBe(8 + 8 + 2 + 4 + 2);
  });
});
