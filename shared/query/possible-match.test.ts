import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EdmValue, Entity } from '../model/entity';
import type { FilterNode } from '../model/table-query';
import { matches, valueOf } from './evaluate';
import { filter, legalKey } from './fixtures/arbitraries';
import { parseFilter } from './odata';
import { type MissingRule, canMatch, textsSortApart } from './possible-match';

const entity = (properties: Readonly<Record<string, EdmValue>>): Entity => ({
  partitionKey: 'p',
  rowKey: 'r',
  timestamp: '2026-11-30T10:00:00.1234567Z',
  etag: '',
  properties: Object.entries(properties).map(([name, value]) => ({ name, value })),
});
const canBe = (node: FilterNode, each: Entity, missing: MissingRule = 'may-match'): boolean =>
  canMatch(node, (name) => valueOf(each, name), missing);
const text = (value: string): EdmValue => ({ type: 'Edm.String', value });

it('rows that match can match', () => {
  const value = fc.oneof(
    legalKey.map(text),
    fc.integer({ min: -9, max: 9 }).map((each): EdmValue => ({ type: 'Edm.Int32', value: String(each) })),
    fc.boolean().map((each): EdmValue => ({ type: 'Edm.Boolean', value: each })),
  );
  const row = fc.record({ A: value, B: value, Rating: value, Name: value }, { requiredKeys: [] }).map(entity);
  fc.assert(
    fc.property(filter, row, (node, each) => {
      const not = { kind: 'not', node } as const;
      for (const missing of ['may-match', 'excluded'] as const) {
        expect(canBe(node, each, missing) || !matches(node, each)).toBe(true);
        expect(canBe(not, each, missing) || !matches(not, each)).toBe(true);
      }
    }),
  );
});

it.each<[string, Readonly<Record<string, EdmValue>>, boolean]>([
  ["Status eq 'old'", { Status: text('new') }, false],
  ["Status eq 'old'", {}, false],
  ["Status ne 'old'", {}, true],
  ["not (Status eq 'old')", { Status: text('old') }, false],
  ["not (Status eq 'old')", {}, true],
  ["Status eq 'old' and Rating gt 3", { Status: text('old'), Rating: { type: 'Edm.Double', value: '3.5' } }, true],
  ["Status eq 'old' and Rating gt 3", { Status: text('old'), Rating: { type: 'Edm.Double', value: '2.5' } }, false],
  ["Status eq 'old' or Rating gt 3", { Rating: { type: 'Edm.Int64', value: '2' } }, false],
  ["Timestamp lt datetime'2026-11-30T10:00:00.123Z'", {}, true],
  ["Timestamp lt datetime'2026-11-30T10:00:00.122Z'", {}, false],
  ["Name lt '\ud83d\ude00'", { Name: text('\uffff') }, true],
  ["Done eq 'yes'", { Done: { type: 'Edm.Boolean', value: true } }, false],
  ["Name gt '2024'", { Name: { type: 'Edm.DateTime', value: '2026-01-01T00:00:00Z' } }, true],
  ["Name eq '2024'", { Name: { type: 'Edm.DateTime', value: '2026-01-01T00:00:00Z' } }, false],
  ["Name eq '4'", { Name: { type: 'Edm.Int32', value: '4' } }, true],
  ["Name eq X'05FF'", { Name: { type: 'Edm.Binary', value: 'Bf8=' } }, true],
  ["Name eq X'05FF'", { Name: { type: 'Edm.Binary', value: 'Bf4=' } }, false],
  ['Done', { Done: { type: 'Edm.Boolean', value: false } }, false],
])('%s: an entity with %j can match: %s', (filterText, properties, expected) => {
  const node = parseFilter(filterText);
  if (node === null) throw new Error('There is a filter.');
  expect(canBe(node, entity(properties))).toBe(expected);
});

it('an entity without the property is excluded by ne where the store says so', () => {
  const node = parseFilter("Status ne 'old'");
  if (node === null) throw new Error('There is a filter.');
  expect(canBe(node, entity({}), 'excluded')).toBe(false);
  expect(canBe(node, entity({ Status: text('new') }), 'excluded')).toBe(true);
});

it.each([
  ['\u{1f600}', '\uffff', true],
  ['a\u{1f600}', 'a\uffff', true],
  ['\u{1f600}', 'p', false],
  ['a\uffff', 'b\u{1f600}', false],
  ['a', 'a\u{1f600}', false],
])('the order of %j and %j depends on the store: %s', (left, right, expected) => {
  expect(textsSortApart(left, right)).toBe(expected);
});
