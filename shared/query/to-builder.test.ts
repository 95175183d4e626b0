// Which filters the builder can show and which must stay text; both ways without loss.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matches } from './evaluate';
import type { KeyCondition } from '../model/table-query';
import { edmValue, entity, filter, keyText } from './fixtures/arbitraries';
import { wholeFilter } from './key-filter';
import { parseFilter, renderFilter } from './odata';
import { type BuilderQuery, type PropertyTest, type TestGroup, fromBuilder, toBuilder } from './to-builder';

const nonEmpty = keyText.filter((text) => text !== '' && !text.endsWith('\uffff'));

/** Conditions in the one form in which they read back: no range that is a prefix, no list of one. */
const keyCondition: fc.Arbitrary<KeyCondition> = fc.oneof(
  fc.constant<KeyCondition>({ kind: 'any' }),
  keyText.map((value): KeyCondition => ({ kind: 'is', value })),
  fc.uniqueArray(keyText, { minLength: 2, maxLength: 4 }).map((values): KeyCondition => ({ kind: 'one-of', values })),
  nonEmpty.map((prefix): KeyCondition => ({ kind: 'starts-with', prefix })),
  fc
    .tuple(nonEmpty, fc.boolean())
    .map(([value, inclusive]): KeyCondition => ({ kind: 'range', from: { value, inclusive } })),
  fc
    .tuple(nonEmpty, fc.boolean())
    .map(([value, inclusive]): KeyCondition => ({ kind: 'range', to: { value, inclusive } })),
  fc
    .tuple(fc.uniqueArray(nonEmpty, { minLength: 2, maxLength: 2 }), fc.boolean())
    .map(([values, inclusive]): KeyCondition => {
      const [from = '', to = ''] = [...values].sort((left, right) => (left < right ? -1 : 1));
      return { kind: 'range', from: { value: from, inclusive }, to: { value: to, inclusive: true } };
    }),
);

const test: fc.Arbitrary<PropertyTest> = fc.oneof(
  fc
    .record({
      kind: fc.constant('comparison' as const),
      property: fc.constantFrom('Rating', 'Name', 'Größe', '_x'),
      operator: fc.constantFrom('eq', 'ne', 'lt', 'le', 'gt', 'ge'),
      operand: edmValue,
    })
    .filter(({ operator, operand }) => operand.type !== 'Edm.Boolean' || operator === 'eq' || operator === 'ne'),
  fc.record({
    kind: fc.constant('starts-with' as const),
    property: fc.constantFrom('Name', '_x'),
    prefix: nonEmpty,
  }),
);

const testGroup: fc.Arbitrary<TestGroup> = fc.oneof(
  fc.record({
    match: fc.constantFrom('any', 'none', 'not-all'),
    tests: fc.array(test, { minLength: 2, maxLength: 4 }),
  }),
  fc.record({ match: fc.constant('none'), tests: fc.array(test, { minLength: 1, maxLength: 1 }) }),
);

const builder: fc.Arbitrary<BuilderQuery> = fc.record({
  partitionKey: keyCondition,
  rowKey: keyCondition,
  tests: fc.array(test, { maxLength: 3 }),
  groups: fc.array(testGroup, { maxLength: 2 }),
});

const shown = (text: string, delimiter?: string): BuilderQuery => {
  const result = toBuilder(parseFilter(text), { partitionKey: delimiter, rowKey: delimiter });
  if (result.state === 'text-only') throw new Error(result.reason);
  return result.builder;
};
const none = { partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, tests: [], groups: [] };

describe('builder and text', () => {
  it('builder to text to builder restores the original', () => {
    fc.assert(
      fc.property(builder, (built) => {
        const { node, text } = wholeFilter(fromBuilder(built));
        const back = toBuilder(text === '' ? null : parseFilter(text));
        if (node === null) expect(back).toEqual({ state: 'shown', builder: none });
        else expect(back).toEqual(toBuilder(node));
        expect(back.state === 'shown' && withoutSpelling(back.builder)).toEqual(withoutSpelling(built));
      }),
      { numRuns: 3_000 },
    );
  });

  it('text to builder to text finds the same rows, or stays text with a sentence', () => {
    let readable = 0;
    fc.assert(
      fc.property(filter, fc.array(entity, { minLength: 1, maxLength: 20 }), (node, rows) => {
        const result = toBuilder(parseFilter(renderFilter(node)));
        if (result.state === 'text-only') {
          expect(result.reason).toMatch(/^[“A-Z_].+\.$/);
          return;
        }
        readable += 1;
        const { node: again } = wholeFilter(fromBuilder(result.builder));
        for (const row of rows) expect(again === null || matches(again, row)).toBe(matches(node, row));
      }),
      { numRuns: 4_000 },
    );
    expect(readable).toBeGreaterThan(1_500);
  });

  it.each<[string, Partial<BuilderQuery>]>([
    ["PartitionKey eq 'A'", { partitionKey: { kind: 'is', value: 'A' } }],
    ["RowKey ge 'Sh' and RowKey lt 'Si'", { rowKey: { kind: 'starts-with', prefix: 'Sh' } }],
    ["RowKey lt 'Si' and PartitionKey eq 'A' and RowKey ge 'Sh'", { rowKey: { kind: 'starts-with', prefix: 'Sh' } }],
    ["RowKey ge 'a.' and RowKey lt 'a0'", { rowKey: { kind: 'starts-with', prefix: 'a.' } }],
    [
      "RowKey ge 'Sh' and RowKey lt 'Sj'",
      { rowKey: { kind: 'range', from: { value: 'Sh', inclusive: true }, to: { value: 'Sj', inclusive: false } } },
    ],
    ["PartitionKey gt 'M'", { partitionKey: { kind: 'range', from: { value: 'M', inclusive: false } } }],
    [
      "PartitionKey eq 'A' or PartitionKey eq 'B' or PartitionKey eq 'A'",
      { partitionKey: { kind: 'one-of', values: ['A', 'B'] } },
    ],
    ["Name ge 'Sh' and Name lt 'Si'", { tests: [{ kind: 'starts-with', property: 'Name', prefix: 'Sh' }] }],
    [
      'not Active',
      {
        groups: [
          {
            match: 'none',
            tests: [
              {
                kind: 'comparison',
                property: 'Active',
                operator: 'eq',
                operand: { type: 'Edm.Boolean', value: true },
              },
            ],
          },
        ],
      },
    ],
  ])('reads %s', (text, expected) => {
    expect(shown(text)).toMatchObject(expected);
  });

  it('reads a prefix that ends with the key’s delimiter as whole parts', () => {
    const text = "PartitionKey ge 'Sports;' and PartitionKey lt 'Sports<'";
    const { partitionKey } = shown(text, ';');
    expect(partitionKey).toEqual({ kind: 'starts-with', prefix: 'Sports', delimiter: ';' });
    expect(wholeFilter({ partitionKey, rowKey: { kind: 'any' } }).text).toBe(text);
    expect(shown(text).partitionKey).toEqual({ kind: 'starts-with', prefix: 'Sports;' });
  });

  it('expresses as tests what one key field cannot', () => {
    expect(shown("PartitionKey eq 'A' and PartitionKey ne 'B' and RowKey ge 'z' and RowKey le 'a'")).toMatchObject({
      partitionKey: { kind: 'is', value: 'A' },
      rowKey: { kind: 'any' },
      tests: [{ operator: 'ne' }, { operator: 'ge' }, { operator: 'le' }],
    });
    expect(shown("PartitionKey eq 'a/b'")).toMatchObject({
      partitionKey: { kind: 'any' },
      tests: [{ operator: 'eq' }],
    });
  });

  it.each([
    ['A eq 1 or B eq 2 and C eq 3', /“and” is inside “or”/],
    ['A eq 1 or not (B eq 2)', /“not” is inside “or”/],
    ['not (not A)', /“not” inside another “not”/],
    ['not (A eq 1 and (B eq 2 or C eq 3))', /“or” is inside “and”/],
    ['Active gt false', /true or false by order/],
    [`${'x'.repeat(256)} eq 1`, /longer than 255/],
  ])('leaves %s as text and explains why', (text, reason) => {
    expect(toBuilder(parseFilter(text))).toEqual({
      state: 'text-only',
      reason: expect.stringMatching(reason) as string,
    });
  });

  it('shows a group as any, none and not all', () => {
    expect(shown('(A eq 1 or B eq 2) and not (A eq 1 or B eq 2) and not (A eq 1 and B eq 2)').groups).toMatchObject([
      { match: 'any' },
      { match: 'none' },
      { match: 'not-all' },
    ]);
  });
});

/** Doubles and bytes may come back in another spelling of the same value. */
function withoutSpelling(built: BuilderQuery): BuilderQuery {
  const spelled = (each: PropertyTest): PropertyTest => {
    if (each.kind !== 'comparison') return each;
    const normal = parseFilter(renderFilter(each));
    return normal.kind === 'comparison' ? normal : each;
  };
  return {
    ...built,
    tests: built.tests.map(spelled),
    groups: built.groups.map((group) => ({ ...group, tests: group.tests.map(spelled) })),
  };
}
