// A query that leaves out the rows of indexes returns every other row that it returned before, and none of theirs.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Entity } from '../model/entity';
import { type TableQuery, wholeTable } from '../model/table-query';
import { matches } from '../query/evaluate';
import { entity, filter } from '../query/fixtures/arbitraries';
import { wholeFilter } from '../query/key-filter';
import { renderFilter } from '../query/odata-renderer';
import { isIndexRow } from './index-rows';
import { withoutIndexRows } from './without-index-rows';

const at = (entities: readonly Entity[], query: TableQuery): readonly Entity[] => {
  const { node } = wholeFilter(query);
  return entities.filter((one) => node === null || matches(node, one));
};

const keys = fc.constantFrom('~ix~byName~s~Li!1', '~ix', '~ix~', '~iy', '~', 'a', '~stowage-index', '~stowage-indey');

it('leaves out index rows and definitions, and nothing else, whatever the filter', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(entity, keys, keys), { maxLength: 6 }),
      fc.option(filter, { nil: undefined }),
      (rows, where) => {
        const entities = rows.map(([one, partitionKey, rowKey]) => ({ ...one, partitionKey, rowKey }));
        const whole = wholeTable('People');
        const built = where === undefined ? whole : { ...whole, where };
        const expected = at(entities, built).filter((one) => !isIndexRow(one));
        expect(at(entities, withoutIndexRows(built))).toEqual(expected);
        const text = { ...whole, filterText: where === undefined ? ' ' : renderFilter(where) };
        expect(at(entities, withoutIndexRows(text))).toEqual(at(entities, text).filter((one) => !isIndexRow(one)));
      },
    ),
  );
});

it('joins its conditions to a condition on keys', () => {
  const query = { ...wholeTable('People'), partitionKey: { kind: 'is', value: 'p' } } as const;
  expect(wholeFilter(withoutIndexRows(query)).text).toBe(
    "PartitionKey eq 'p' and (RowKey lt '~ix~' or RowKey ge '~ix\u{a0}') and PartitionKey ne '~stowage-index'",
  );
});
