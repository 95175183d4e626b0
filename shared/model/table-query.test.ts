// A query that somebody else wrote cannot exhaust the stack, however deep its filter is.
import { expect, it } from 'vitest';
import { parseFilter } from '../query/odata-parser';
import { tableQuery, wholeTable } from './table-query';

const nested = (levels: number): unknown => {
  let filter: unknown = { kind: 'truth', property: 'A' };
  for (let level = 0; level < levels; level += 1) filter = { kind: 'not', node: filter };
  return filter;
};

it('table query: rejects a filter deeper than the text of one can be, instead of following it', () => {
  for (const levels of [700, 5_000, 200_000]) {
    expect(tableQuery.safeParse({ ...wholeTable('T'), where: nested(levels) }).success).toBe(false);
  }
});

it('table query: takes the deepest filter that its text can be', () => {
  const text = `${'not (A and (B or '.repeat(66)}C${'))'.repeat(66)}`;
  const where = parseFilter(text);
  expect(tableQuery.parse({ ...wholeTable('T'), where }).where).toEqual(where);
});
