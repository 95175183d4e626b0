// A saved query is restored in the bar as one that requests the same rows, as conditions where they can express it.
import { type QueryTerms, queryOf, termsOf } from '@shared/model/saved-query';
import { matches } from '@shared/query/evaluate';
import type { KeyCondition } from '@shared/model/table-query';
import { entity, filter, keyText } from '@shared/query/fixtures/arbitraries';
import { checkedFilter, wholeFilter } from '@shared/query/key-filter';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftQuery, emptyQueryDraft, previewQuery } from './query-draft';
import { conditionsFromText, draftFromTerms, filterOf, sameRows, termsText } from './draft-from-query';
import { parseFilter, renderFilter } from '@shared/query/odata';
import { isBeingTyped } from './filter-editor';
import { groupFilter } from './property-draft';

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

describe('a saved query in the bar', () => {
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

  it('preserves the options that determine how much is read', () => {
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

  it('a filter that can no longer be parsed is a mistake in the bar, never a query for everything', () => {
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

describe('a saved query in one line', () => {
  it('shows its filter together with its other options', () => {
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

const none = { partitionKey: null, rowKey: null };

function throughConditions(text: string): string | undefined {
  const result = conditionsFromText(text, new Set(), none);
  if (result.state === 'text-only') return undefined;
  const query = draftQuery({ ...emptyQueryDraft, ...result.conditions }, shape);
  if (query.state === 'problem') throw new Error(query.problems.map(({ sentence }) => sentence).join(' '));
  return wholeFilter(query.query).text;
}

describe('a typed filter as conditions', () => {
  it('finds the same rows', () => {
    let shown = 0;
    fc.assert(
      fc.property(filter, fc.array(entity, { minLength: 1, maxLength: 10 }), (node, rows) => {
        const text = renderFilter(node);
        const again = throughConditions(text);
        if (again === undefined) return;
        shown += 1;
        const back = again === '' ? null : parseFilter(again);
        for (const row of rows) expect(back === null || matches(back, row)).toBe(matches(node, row));
      }),
      { numRuns: 3_000 },
    );
    expect(shown).toBeGreaterThan(1_000);
  });

  it.each([
    "PartitionKey eq 'Action' and RowKey ge 'Sh' and RowKey lt 'Si' and Rating gt 4.0",
    "(PartitionKey eq 'A' or PartitionKey eq 'B') and Big ge 9007199254740993L",
    "At lt datetime'2024-05-01T08:30:00.1234567Z' and Id gt guid'1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e'",
    "Bytes eq X'0AFF' and Bytes ne X''",
    "Active eq true and (Name eq 'a' or Votes gt 5) and not (Name eq '' and Votes lt 3)",
    "RowKey ne 'x' and Name ge 'Sh' and Name lt 'Si'",
  ])('is the same text again: %s', (text) => {
    expect(throughConditions(text)).toBe(text);
  });

  it('shows a start and an end of one property as one range', () => {
    const shown = (text: string) => {
      const result = conditionsFromText(text, new Set(), none);
      return result.state === 'shown' ? result.conditions.properties.map(({ operator }) => operator) : [];
    };
    const range = "At ge datetime'2024-05-01T08:00:00Z' and At lt datetime'2024-05-01T08:05:00.5Z'";
    expect(shown(range)).toEqual(['range']);
    expect(throughConditions(range)).toBe(range);
    expect(shown("At ge datetime'2024-05-01T08:05:00Z' and At lt datetime'2024-05-01T08:00:00Z'")).toHaveLength(2);
    expect(shown('Votes ge 5 and Rating lt 9.0')).toHaveLength(2);
  });

  it('stays text when a value has a line break, and explains why', () => {
    expect(conditionsFromText("Name eq 'a\nb'", new Set(), none)).toMatchObject({
      state: 'text-only',
      reason: expect.stringContaining('line break') as string,
    });
    expect(throughConditions("Name eq 'a'\nand Rating gt 4.0")).toBe("Name eq 'a' and Rating gt 4.0");
  });

  it('explains errors inside a group, and reports an empty group', () => {
    const wrong = { id: 'typed:1', name: 'Votes', operator: 'gt', type: 'Edm.Int32', text: 'many' } as const;
    expect(groupFilter({ id: 'group:2', match: 'any', conditions: [wrong] })).toMatchObject({
      state: 'problem',
      problems: [{ part: 'typed:1', problem: { kind: 'wrong' } }],
    });
    expect(groupFilter({ id: 'group:2', match: 'any', conditions: [] })).toMatchObject({
      state: 'problem',
      problems: [{ part: 'group:2', problem: { kind: 'unfinished' } }],
    });
  });
});

describe('the position of a mistake', () => {
  const positionIn = (filterText: string): number | undefined => {
    const preview = previewQuery({ ...emptyQueryDraft, mode: 'text', filterText }, shape);
    return preview.state === 'problem' ? preview.position : undefined;
  };

  it('is that of the text on screen, blanks before it included', () => {
    expect(positionIn('  Rating gtt 4')).toBe(9);
    expect(positionIn('Rating gt 4.0\nand')).toBe(17);
  });

  it.each([
    ['Rating gt|', true],
    ['Rating gtt|', true],
    ['Rating gtt |4', false],
    ['Rating gtt 4|', false],
    ["Name eq 'open|", true],
    ['(A eq 1|', true],
    ['Rating gt 4.0 and |', true],
    ['Rating = |4', false],
    ["At gt datetime'2026-10-01|", true],
    ["At gt datetime'2026-10-01|'", true],
    ["At gt datetime'2026-10-01'|", false],
    ["(At gt datetime'2026-10-01T00:00:00Z'|", true],
  ])('%s is still being typed: %s', (marked, expected) => {
    const caret = marked.indexOf('|');
    const text = marked.replace('|', '');
    const position = positionIn(text);
    if (position === undefined) throw new Error('The filter is understood.');
    expect(isBeingTyped(text, position, caret)).toBe(expected);
    expect(isBeingTyped(text, position, null)).toBe(false);
  });
});
