// A kept query comes back into the bar as one that asks for the same rows, as conditions where they can show it.
import { type QueryTerms, queryOf, termsOf } from '@shared/model/saved-query';
import { matches } from '@shared/query/evaluate';
import type { KeyCondition } from '@shared/model/table-query';
import { entity, filter, keyText } from '@shared/query/fixtures/arbitraries';
import { checkedFilter } from '@shared/query/key-filter';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftQuery } from './query-draft';
import { previewQuery } from './query-preview';
import { draftFromTerms, filterOf, sameRows, termsText } from './draft-from-terms';

const shape = { table: 'Movies', pageSize: 1000, select: [] };
const everything: QueryTerms = { partitionKey: { kind: 'any' }, rowKey: { kind: 'any' }, select: [] };

const keyCondition: fc.Arbitrary<KeyCondition> = fc.oneof<fc.Arbitrary<KeyCondition>[]>(
  fc.constant({ kind: 'any' as const }),
  fc.record({ kind: fc.constant('is' as const), value: keyText }),
  fc.record({ kind: fc.constant('starts-with' as const), prefix: fc.constantFrom('A', 'Sh', 'a') }),
  fc.constant({ kind: 'range' as const, from: { value: 'A', inclusive: false }, to: { value: 'B', inclusive: true } }),
  fc.constant({ kind: 'one-of' as const, values: ['A', 'B'] }),
);

function readBack(terms: QueryTerms): QueryTerms | undefined {
  const result = draftQuery(draftFromTerms(terms), shape);
  return result.state === 'ready' ? termsOf(result.query, shape.pageSize) : undefined;
}

describe('a kept query in the bar', () => {
  it('finds the same rows', () => {
    let shown = 0;
    fc.assert(
      fc.property(
        fc.record({ partitionKey: keyCondition, rowKey: keyCondition, where: filter }),
        fc.array(entity, { minLength: 1, maxLength: 6 }),
        (parts, rows) => {
          const terms: QueryTerms = { ...everything, ...parts };
          let wanted;
          try {
            wanted = checkedFilter(queryOf(terms, 'Movies', 1000)).node;
          } catch {
            return;
          }
          const draft = draftFromTerms(terms);
          if (draft.mode === 'conditions') shown += 1;
          const back = draftQuery(draft, shape);
          if (back.state === 'problem') throw new Error(back.problems.map(({ sentence }) => sentence).join(' '));
          const got = checkedFilter(back.query).node;
          for (const row of rows) {
            expect(got === null || matches(got, row)).toBe(wanted === null || matches(wanted, row));
          }
        },
      ),
      { numRuns: 1_500 },
    );
    expect(shown).toBeGreaterThan(200);
  });

  it('keeps what decides how much is read', () => {
    const terms: QueryTerms = { ...everything, select: ['Title'], limit: 5, pageSize: 10, splitOr: true };
    expect(readBack(terms)).toEqual(terms);
    expect(readBack({ ...everything, parallel: 4 })).toEqual({ ...everything, parallel: 4 });
  });

  it('keeps text as it was written', () => {
    const terms = { ...everything, filterText: "not (Rating gt 4.5) or Title eq 'a'" };
    expect(draftFromTerms(terms)).toMatchObject({ mode: 'text', filterText: terms.filterText });
    expect(readBack(terms)).toEqual(terms);
  });

  it('a value with a line break stays text', () => {
    const draft = draftFromTerms({ ...everything, rowKey: { kind: 'is', value: 'a' }, where: titleIs('a\nb') });
    expect(draft.mode).toBe('text');
  });

  it('what makes no filter any more is a mistake in the bar, never a query for everything', () => {
    const terms: QueryTerms = { ...everything, partitionKey: { kind: 'one-of', values: [] } };
    expect(previewQuery(draftFromTerms(terms), shape).state).toBe('problem');
  });
});

const titleIs = (value: string): NonNullable<QueryTerms['where']> => ({
  kind: 'comparison',
  property: 'Title',
  operator: 'eq',
  operand: { type: 'Edm.String', value },
});

describe('a kept query in one line', () => {
  it('is its filter, with what else it asks', () => {
    expect(termsText(everything)).toBe('Every entity');
    expect(termsText({ ...everything, where: titleIs('a'), select: ['Title'], limit: 1000 })).toBe(
      "Title eq 'a' · 1 column · first 1,000",
    );
    expect(filterOf({ ...everything, filterText: "Title eq 'b'" })).toBe("Title eq 'b'");
  });

  it('is the same as text and as conditions', () => {
    expect(sameRows({ ...everything, where: titleIs('a') }, { ...everything, filterText: "Title eq 'a'" })).toBe(true);
    expect(sameRows(everything, { ...everything, limit: 5 })).toBe(false);
  });
});
