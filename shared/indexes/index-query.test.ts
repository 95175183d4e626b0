import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EdmValue, Entity } from '../model/entity';
import type { IndexDefinition } from '../model/table-index';
import type { ComparisonOperator, FilterNode, TableQuery } from '../model/table-query';
import { matches } from '../query/evaluate';
import { edmValue, entity, filter } from '../query/fixtures/arbitraries';
import { wholeFilter } from '../query/key-filter';
import { loneSurrogateAt } from '../query/key-rules';
import { couldUseIndex, throughIndex } from './index-query';
import {
  definitionEntity,
  definitionOf,
  indexRowOf,
  isIndexName,
  isIndexRow,
  proposedIndexName,
  readIndexKey,
} from './index-rows';

const index: IndexDefinition = {
  name: 'byName',
  property: 'Name',
  state: 'ready',
  createdAt: '2026-01-01T00:00:00Z',
  writer: '0.1.0',
};
const text = (value: string): EdmValue => ({ type: 'Edm.String', value });
const named = (rowKey: string, name: EdmValue): Entity => ({
  partitionKey: 'P',
  rowKey,
  timestamp: '',
  etag: '',
  properties: [{ name: 'Name', value: name }],
});
const test = (operator: ComparisonOperator, operand: EdmValue): FilterNode => ({
  kind: 'comparison',
  property: 'Name',
  operator,
  operand,
});
const queryOf = (where: FilterNode): TableQuery => ({
  table: 'People',
  partitionKey: { kind: 'is', value: 'P' },
  rowKey: { kind: 'any' },
  where,
  select: [],
  pageSize: 1000,
});

/** RowKeys of the entities that the query finds through the index; null where it cannot use it. */
function found(where: FilterNode, entities: readonly Entity[]): string[] | null {
  const indexed = throughIndex(queryOf(where), [index]);
  if (indexed === null) return null;
  const { node } = wholeFilter(indexed.query);
  return entities
    .flatMap((each) => {
      const row = indexRowOf(index, each);
      return row === null ? [] : [{ ...each, ...row, properties: [...row.properties] }];
    })
    .filter((row) => node === null || matches(node, row))
    .map(({ rowKey }) => readIndexKey(rowKey)?.rowKey ?? 'no index row')
    .sort();
}

const storable = edmValue.filter(({ value }) => typeof value === 'boolean' || loneSurrogateAt(value) < 0);
/** Near each other, so that ranges meet values. */
const value = fc.oneof(
  storable,
  fc.constantFrom('', 'A', 'AA', 'A!', 'A~', 'AB', 'B', 'a/b', '#').map(text),
  fc.integer({ min: -3, max: 3 }).map((whole): EdmValue => ({ type: 'Edm.Int32', value: String(whole) })),
);
const anyTest = fc.oneof(
  fc
    .tuple(fc.constantFrom<ComparisonOperator>('eq', 'ne', 'lt', 'le', 'gt', 'ge'), value)
    .map(([operator, operand]) => test(operator, operand)),
  fc
    .constantFrom('', 'A', 'A/', 'B', '\uffff')
    .map((prefix): FilterNode => ({ kind: 'starts-with', property: 'Name', prefix })),
  fc.constant<FilterNode>({ kind: 'truth', property: 'Name' }),
);

describe('a query through an index', () => {
  it('finds exactly the entities that it finds without', () => {
    let used = 0;
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 12 }),
        fc.oneof(anyTest, fc.array(fc.oneof(anyTest, filter), { minLength: 1, maxLength: 3 }).map(all)),
        (values, where) => {
          const entities = values.map((each, at) => named(`r${at}`, each));
          const keys = found(where, entities);
          if (keys === null) return;
          used += 1;
          expect(keys).toEqual(
            entities
              .filter((each) => matches(where, each))
              .map(({ rowKey }) => rowKey)
              .sort(),
          );
        },
      ),
      { numRuns: 1_500 },
    );
    expect(used).toBeGreaterThan(200);
  });

  it.each<[string, FilterNode]>([
    ['no value of the property is required', { kind: 'or', nodes: [test('eq', text('A')), test('eq', text('B'))] }],
    ['a value is only excluded', test('ne', text('A'))],
    ['the value is negated', { kind: 'not', node: test('eq', text('A')) }],
    ['no number is equal to the operand', test('eq', { type: 'Edm.Double', value: 'NaN' })],
    [
      'the order of the values is not documented',
      test('gt', { type: 'Edm.Guid', value: '1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e' }),
    ],
    ['the value is longer than keys can be', test('eq', text('x'.repeat(600)))],
    [
      'the filter reads the RowKey itself',
      all([test('eq', text('A')), { kind: 'starts-with', property: 'RowKey', prefix: 'r' }]),
    ],
    [
      'the filter reads the Timestamp',
      all([
        test('eq', text('A')),
        {
          kind: 'comparison',
          property: 'Timestamp',
          operator: 'ge',
          operand: { type: 'Edm.DateTime', value: '2026-01-01T00:00:00Z' },
        },
      ]),
    ],
  ])('is not offered where %s', (_, where) => {
    expect(throughIndex(queryOf(where), [index])).toBeNull();
  });

  it('is offered only for a verified index, one partition, and no condition on RowKey', () => {
    const query = queryOf(test('eq', text('Smith')));
    expect(throughIndex(query, [index])?.index.name).toBe('byName');
    for (const state of ['building', 'differs', 'dropping'] as const) {
      expect(throughIndex(query, [{ ...index, state }])).toBeNull();
    }
    expect(throughIndex({ ...query, partitionKey: { kind: 'starts-with', prefix: 'P' } }, [index])).toBeNull();
    expect(throughIndex({ ...query, rowKey: { kind: 'is', value: '1' } }, [index])).toBeNull();
    expect(throughIndex({ ...query, filterText: "Name eq 'Smith'" }, [index])).toBeNull();
  });

  it('is offered for a filter that was written as text, and keeps all of it', () => {
    const written = (filterText: string): TableQuery => ({
      table: 'People',
      partitionKey: { kind: 'any' },
      rowKey: { kind: 'any' },
      select: [],
      pageSize: 1000,
      filterText,
    });
    const query = written("Name eq 'Smith' and (Age gt 4 or Active) and PartitionKey eq 'P'");
    expect(couldUseIndex(query)).toBe(true);
    const indexed = throughIndex(query, [index]);
    expect(indexed === null ? '' : wholeFilter(indexed.query).text).toBe(
      "PartitionKey eq 'P' and RowKey ge '~ix~byName~s~Smith!' and RowKey lt '~ix~byName~s~Smith\"' and Name eq 'Smith' and (Age gt 4 or Active)",
    );
    for (const other of [
      "Name eq 'Smith'",
      "PartitionKey eq 'P' or Name eq 'Smith'",
      "PartitionKey eq 'P' and PartitionKey eq 'Q' and Name eq 'Smith'",
      "PartitionKey eq 'P' and RowKey ge 'a' and Name eq 'Smith'",
      "PartitionKey eq 'P' and Name eq",
      ' ',
    ])
      expect([other, couldUseIndex(written(other)), throughIndex(written(other), [index])]).toEqual([
        other,
        false,
        null,
      ]);
  });

  it('is looked for only where one could be used', () => {
    const query = queryOf(all([test('eq', text('Smith')), { kind: 'truth', property: 'Active' }]));
    expect(couldUseIndex(query)).toBe(true);
    expect(couldUseIndex({ ...query, partitionKey: { kind: 'any' } })).toBe(false);
    expect(couldUseIndex(queryOf(test('ne', text('Smith'))))).toBe(false);
    const { where: _, ...unfiltered } = query;
    expect(couldUseIndex(unfiltered)).toBe(false);
  });

  it('reads one range of RowKeys and keeps the condition', () => {
    const indexed = throughIndex(queryOf(test('eq', text('Van Dyke'))), [index]);
    expect(indexed === null ? '' : wholeFilter(indexed.query).text).toBe(
      "PartitionKey eq 'P' and RowKey ge '~ix~byName~s~Van$20Dyke!' and RowKey lt '~ix~byName~s~Van$20Dyke\"' and Name eq 'Van Dyke'",
    );
  });
});

describe('the rows of an index', () => {
  it('can be told from entities, and lead back to them', () => {
    fc.assert(
      fc.property(entity, storable, ({ rowKey }, name) => {
        const row = indexRowOf(index, named(rowKey, name));
        expect(row).not.toBeNull();
        if (row === null) return;
        expect(isIndexRow(row)).toBe(true);
        expect(readIndexKey(row.rowKey)).toMatchObject({ name: 'byName', rowKey });
      }),
    );
  });

  it('are not indexed themselves, nor are definitions and entities without the property', () => {
    expect(indexRowOf(index, named('~ix~byName~s~A!r', text('A')))).toBeNull();
    expect(indexRowOf(index, { ...named('x', text('A')), partitionKey: '~stowage-index' })).toBeNull();
    expect(indexRowOf(index, { ...named('x', text('A')), properties: [] })).toBeNull();
  });

  it.each(['~ix~', '~ix~byName', '~ix~byName~q~A!r', '~ix~byName~s~A', '~ix~9~s~A!r', '~ix~byName~s~A B!r', 'r'])(
    'do not have the RowKey %s',
    (rowKey) => {
      expect(readIndexKey(rowKey)).toBeNull();
    },
  );

  it('are defined in the table, by names that leave room in keys', () => {
    expect(definitionOf(definitionEntity(index))).toEqual(index);
    expect(definitionOf({ ...definitionEntity(index), partitionKey: 'P' })).toBeNull();
    expect(definitionOf({ ...definitionEntity(index), rowKey: 'a b' })).toBeNull();
    const other = definitionEntity(index).properties.map((each) =>
      each.name === 'Layout' ? { name: 'Layout', value: text('2') } : each,
    );
    expect(definitionOf({ ...definitionEntity(index), properties: other })).toBeNull();
    expect(['byName', 'a', 'by-name_2', 'x'.repeat(32)].every(isIndexName)).toBe(true);
    expect(['', '1a', 'a~b', 'a b', 'x'.repeat(33)].some(isIndexName)).toBe(false);
  });

  it('proposes a name that is valid for any property', () => {
    expect(proposedIndexName('LastName')).toBe('byLastName');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (property) => isIndexName(proposedIndexName(property))));
  });
});

function all(nodes: readonly FilterNode[]): FilterNode {
  return { kind: 'and', nodes };
}
