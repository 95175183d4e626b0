// A typed filter goes on as conditions and back without a row more or less.
import { entity, filter } from '@shared/query/fixtures/arbitraries';
import { matches } from '@shared/query/evaluate';
import { wholeFilter } from '@shared/query/key-filter';
import { parseFilter, renderFilter } from '@shared/query/odata';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftQuery, emptyQueryDraft } from './query-draft';
import { previewQuery } from './query-preview';
import { isBeingTyped } from './being-typed';
import { conditionsFromText } from './draft-from-builder';
import { groupFilter } from './group-draft';

const shape = { table: 'Movies', pageSize: 1000, select: [] };
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

  it('stays text where a value has a line break, and says so', () => {
    expect(conditionsFromText("Name eq 'a\nb'", new Set(), none)).toMatchObject({
      state: 'text-only',
      reason: expect.stringContaining('line break') as string,
    });
    expect(throughConditions("Name eq 'a'\nand Rating gt 4.0")).toBe("Name eq 'a' and Rating gt 4.0");
  });

  it('says what is wrong inside a group, and when a group is empty', () => {
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

describe('the place of a mistake', () => {
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
