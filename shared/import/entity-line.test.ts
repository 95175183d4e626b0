import fc from 'fast-check';
import { expect, it } from 'vitest';
import { edmTypes } from '../model/edm-types';
import { edmValue } from '../model/entity';
import { parseEntityLine, renderEntityLine } from './entity-line';

const text = fc.string({ unit: 'grapheme', maxLength: 6 });
const likeValue = fc.record(
  {
    type: fc.oneof(fc.constantFrom<string>(...edmTypes, 'Edm.Other', 'toString'), fc.jsonValue({ maxDepth: 1 })),
    value: fc.oneof(text, fc.boolean(), fc.jsonValue({ maxDepth: 1 })),
  },
  { requiredKeys: [] },
);

it('takes a value exactly where its schema does', () => {
  fc.assert(
    fc.property(fc.oneof(likeValue, fc.jsonValue({ maxDepth: 2 })), (value) => {
      const judged = edmValue.safeParse(value);
      const line = parseEntityLine(
        JSON.parse(JSON.stringify({ PartitionKey: 'p', RowKey: 'r', properties: { A: value } })),
      );
      expect(line).toEqual(
        judged.success ? { partitionKey: 'p', rowKey: 'r', properties: [{ name: 'A', value: judged.data }] } : null,
      );
    }),
  );
});

it.each([
  null,
  1,
  'a',
  [],
  {},
  { PartitionKey: 'p', RowKey: 'r' },
  { PartitionKey: 'p', RowKey: 1, properties: {} },
  { PartitionKey: 'p', RowKey: 'r', properties: [] },
])('is no entity: %j', (parsed) => {
  expect(parseEntityLine(parsed)).toBeNull();
});

it('restores the written entity, whatever a property is called', () => {
  fc.assert(
    fc.property(
      text,
      text,
      fc.array(fc.tuple(fc.oneof(text, fc.constant('__proto__')), text)),
      (partitionKey, rowKey, values) => {
        // Digits would come first in an object of JavaScript.
        const names = new Map(values.map(([name, value]) => [`_${name}`, value]));
        const properties = [...names].map(([name, value]) => ({ name, value: { type: 'Edm.String' as const, value } }));
        const row = {
          partitionKey,
          rowKey,
          properties: [...properties, { name: '__proto__', value: { type: 'Edm.Boolean' as const, value: true } }],
        };
        expect(parseEntityLine(JSON.parse(renderEntityLine(row)))).toEqual(row);
      },
    ),
  );
});
