// Packing by column restores every entity exactly: all types, hostile names, any order and absence.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type EdmValue, type Entity, edmType } from '../model/entity';
import { packedPage } from './packed-page';
import { wireTexts, wireValue } from './fixtures/wire-texts';
import { blockRows, packBlocks, packRows, typesOf, unpackRows, valueReader } from './packed-rows';

const name = fc.oneof(
  fc.constantFrom('Rating', 'Title', '__proto__', 'constructor', 'PartitionKey', 'RowKey', 'Timestamp', ' ', 'ж'),
  fc.string(),
);
const timestamp = fc.oneof(fc.constant(''), wireTexts['Edm.DateTime']);
const entity: fc.Arbitrary<Entity> = fc.record({
  partitionKey: fc.oneof(fc.constantFrom('Action', ''), fc.string({ unit: 'binary' })),
  rowKey: fc.string({ unit: 'binary' }),
  timestamp,
  etag: fc.oneof(fc.constant(''), fc.string()),
  properties: fc.array(fc.record({ name, value: wireValue }), { maxLength: 6 }),
});
const namedOnce = entity.map((each) => ({
  ...each,
  properties: [...new Map(each.properties.map((property) => [property.name, property])).values()],
}));
const uniform = fc.constantFrom(...edmType.options).chain((type) =>
  fc.array(
    (type === 'Edm.Boolean'
      ? fc.boolean().map((each): EdmValue => ({ type, value: each }))
      : wireTexts[type].map((text): EdmValue => ({ type, value: text }))
    ).map((each): Entity['properties'] => [{ name: 'Equal', value: each }]),
    { maxLength: 30 },
  ),
);

const unpacked = (rows: readonly Entity[]): readonly Entity[] => unpackRows(packRows(rows));

describe('packed rows', () => {
  it('restore any entities exactly', () => {
    fc.assert(
      fc.property(fc.array(entity, { maxLength: 30 }), (rows) => {
        expect(unpacked(rows)).toEqual(rows);
      }),
    );
  });

  it('restore a column of one type exactly, whatever its texts', () => {
    fc.assert(
      fc.property(uniform, (lists) => {
        const rows = lists.map((properties, index) => ({ ...plain(index), properties }));
        expect(unpacked(rows)).toEqual(rows);
      }),
    );
  });

  it('are as many blocks as it takes, with every row in its order', () => {
    for (const count of [0, 1, blockRows - 1, blockRows, 2 * blockRows + 1]) {
      const rows = Array.from({ length: count }, (_, index) => plain(index));
      const blocks = packBlocks(rows);
      expect(blocks.flatMap(unpackRows)).toEqual(rows);
      expect(blocks.slice(0, -1).every((block) => block.count === blockRows)).toBe(true);
    }
  });

  it('are the same on the other side of a message', () => {
    fc.assert(
      fc.property(fc.array(entity, { maxLength: 30 }), (rows) => {
        const [sent] = z.array(packedPage.shape.blocks.element).parse([structuredClone(packRows(rows))]);
        expect(unpackRows(sent ?? packRows([]))).toEqual(rows);
      }),
    );
  });

  it('read one value as the entity has it', () => {
    fc.assert(
      fc.property(fc.array(namedOnce, { minLength: 1, maxLength: 20 }), (rows) => {
        const packed = packRows(rows);
        const read = valueReader(packed, 'property', 'Rating');
        rows.forEach(({ properties }, index) => {
          expect(read(index)).toEqual(properties.find((each) => each.name === 'Rating')?.value);
        });
      }),
    );
  });

  it('hold a typical row in less than 150 bytes', () => {
    const rows = Array.from({ length: 1000 }, (_, index): Entity => {
      const at = `2026-10-14T08:21:07.${String(index).padStart(7, '0')}Z`;
      return {
        partitionKey: 'Action',
        rowKey: `Shadow Archive of Title ${index}`,
        timestamp: at,
        etag: `W/"datetime'${encodeURIComponent(at)}'"`,
        properties: [
          { name: 'Rating', value: { type: 'Edm.Double', value: `${(index % 97) / 8 + 0.0625}` } },
          { name: 'Votes', value: { type: 'Edm.Int64', value: String(index * 7919) } },
          { name: 'Released', value: { type: 'Edm.DateTime', value: at } },
          {
            name: 'Id',
            value: { type: 'Edm.Guid', value: `1f0e8c4a-0b57-4f0e-9c0e-${String(index).padStart(12, '0')}` },
          },
          { name: 'Director', value: { type: 'Edm.String', value: `Director ${index % 40}` } },
          { name: 'InCinemas', value: { type: 'Edm.Boolean', value: index % 3 === 0 } },
        ],
      };
    });
    const packed = packRows(rows);
    expect(packed.bytes / rows.length).toBeLessThan(150);
    // Values shared by all rows are held once, or not at all.
    expect([packed.etags, packed.shapes.length, packed.shapeOfRow]).toEqual(['from-timestamp', 1, null]);
    const kinds = packed.columns.map(({ texts: { kind } }) => kind);
    expect(kinds).toEqual(['doubles', 'integers', 'moments', 'guids', 'dictionary', 'dictionary']);
    expect(packed.columns.map(({ positions: indexes }) => indexes)).toEqual(kinds.map(() => null));
  });

  it('report how many bytes they hold, with 120 for the overhead of each array and 24 for a text of a dictionary', () => {
    fc.assert(
      fc.property(fc.array(entity, { maxLength: 30 }), (rows) => {
        const { bytes, ...parts } = packRows(rows);
        const { partitionKeys, rowKeys, timestamps, etags, columns, shapes } = parts;
        const vectors = [partitionKeys, rowKeys, timestamps, etags, ...columns.map(({ texts }) => texts)];
        const known = vectors.map((vector) =>
          typeof vector === 'object' && vector.kind === 'dictionary' ? vector.texts.length : 0,
        );
        const around = 120 * (5 + columns.length + shapes.length) + 24 * known.reduce((sum, count) => sum + count, 0);
        expect(bytes).toBe(heldBytes(parts) + around);
      }),
    );
  });

  it('hold each set of columns once, whatever the order in which rows have them', () => {
    const names = [['A'], ['B', 'A'], ['A', 'B'], []];
    const rows = Array.from({ length: 40 }, (_, index): Entity => {
      const properties = (names[index % 4] ?? []).map((each) => ({ name: each, value: textValue('x') }));
      return { ...plain(index), properties };
    });
    const packed = packRows(rows);
    expect(packed.shapes).toHaveLength(4);
    expect(unpackRows(packed)).toEqual(rows);
  });

  it('report the types of a column as they arrive, and read keys and times without the entity', () => {
    const mixed: readonly EdmValue[] = [textValue('1'), { type: 'Edm.Int32', value: '1' }, textValue('2')];
    const rows = mixed.map((each, index) => ({ ...plain(index), properties: [{ name: 'Mixed', value: each }] }));
    const packed = packRows([...rows, { ...plain(3), timestamp: '2026-01-02T03:04:05Z' }]);
    expect(packed.columns.map(typesOf)).toEqual([['Edm.String', 'Edm.Int32']]);
    expect(packRows(rows.slice(0, 1)).columns.map(typesOf)).toEqual([['Edm.String']]);
    const read = (source: 'partition-key' | 'row-key' | 'timestamp', at: number): unknown =>
      valueReader(packed, source, '')(at);
    expect(read('partition-key', 2)).toEqual(textValue('Action'));
    expect(read('row-key', 2)).toEqual(textValue('row-2'));
    expect(read('timestamp', 2)).toBeUndefined();
    expect(read('timestamp', 3)).toEqual({ type: 'Edm.DateTime', value: '2026-01-02T03:04:05Z' });
  });
});

/** Numbers of typed arrays, and two bytes a character of every text but for the names of forms and types. */
function heldBytes(part: unknown): number {
  if (ArrayBuffer.isView(part)) return part.byteLength;
  if (typeof part !== 'object' || part === null) return 0;
  return Object.entries(part).reduce((sum, [key, each]: [string, unknown]) => {
    const isText = typeof each === 'string' && !['kind', 'types', 'etags'].includes(key);
    return sum + (isText ? 2 * each.length : heldBytes(each));
  }, 0);
}

function textValue(text: string): EdmValue {
  return { type: 'Edm.String', value: text };
}

function plain(index: number): Entity {
  return { partitionKey: 'Action', rowKey: `row-${index}`, timestamp: '', etag: '', properties: [] };
}
