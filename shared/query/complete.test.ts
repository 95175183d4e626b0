// The suggestions at the caret, marked | in the texts, and the text after one is accepted.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Completion, type KnownProperty, complete } from './complete';
import { filterPieces, onManyLines, onOneLine } from './odata-pieces';
import { filter } from './fixtures/arbitraries';
import { parseFilter, renderFilter } from './odata';

const properties: readonly KnownProperty[] = [
  { name: 'Rating', types: ['Edm.Double'] },
  { name: 'Released', types: ['Edm.DateTime'] },
  { name: 'Votes', types: ['Edm.Int64', 'Edm.Int32'] },
  { name: 'Active', types: ['Edm.Boolean'] },
  { name: 'two words', types: ['Edm.String'] },
];

function at(marked: string): Completion | null {
  const caret = marked.indexOf('|');
  return complete(marked.replace('|', ''), caret, properties);
}
const labels = (marked: string): readonly string[] => at(marked)?.suggestions.map(({ label }) => label) ?? [];

/** The text once a suggestion is taken, its selection in brackets. */
function taken(marked: string, label: string): string {
  const completion = at(marked);
  const suggestion = completion?.suggestions.find((each) => each.label === label);
  if (!completion || !suggestion) throw new Error(`${label} is not offered`);
  const text = marked.replace('|', '');
  const { insert, selectFrom, selectTo } = suggestion;
  const blank = text[completion.to] === ' ' ? 1 : 0;
  expect(selectTo).toBeLessThanOrEqual(insert.length + blank);
  const shown = `${insert.slice(0, selectFrom)}[${insert.slice(selectFrom, selectTo)}]${insert.slice(selectTo)}`;
  return text.slice(0, completion.from) + shown + text.slice(completion.to);
}

describe('suggestions', () => {
  it.each<[string, readonly string[]]>([
    ['|', ['PartitionKey', 'RowKey', 'Timestamp', 'Rating', 'Released', 'Votes', 'Active', 'not']],
    ['r|', ['RowKey', 'Rating', 'Released']],
    ['ating|', ['Rating']],
    ['(Par|', ['PartitionKey']],
    ['Rating |', ['eq', 'ne', 'lt', 'le', 'gt', 'ge']],
    ['Rating g|', ['gt', 'ge']],
    ['Active |', ['eq', 'ne']],
    ['Rating gt |', ['0.0']],
    ['Votes gt |', ['0', '0L']],
    ['Active eq t|', ['true']],
    ['Unknown eq d|', ["datetime'2026-01-31T00:00:00Z'"]],
    ['Rating gt 4.0 |', ['and', 'or']],
    ['(Rating gt 4.0 |', ['and', 'or', ')']],
    ['Rating gt 4.0 and |', ['PartitionKey', 'RowKey', 'Timestamp', 'Rating', 'Released', 'Votes', 'Active', 'not']],
    ['((Rating gt 4.0) |', ['and', 'or', ')']],
    ['not Act|', ['Active']],
    ['5 l|', ['lt', 'le']],
    ['ti|', ['Timestamp', 'PartitionKey', 'Rating', 'Active']],
    ["RowKey eq 'x'an|", ['and']],
  ])('at %s', (text, expected) => {
    expect(labels(text)).toEqual(expected);
  });

  it.each([
    "RowKey eq 'Ra|'",
    "RowKey eq 'Ra|",
    'Rating gt 4|',
    'Rating gt 4.0 and Rating|',
    'Rating = |',
    'Rating gt gt |',
    'Rating Votes |',
    'Rating gt 4.0 Votes |',
    'Votes gt 0|',
  ])('nothing at %s', (text) => {
    expect(at(text)).toBeNull();
  });
});

describe('the text after accepting a suggestion', () => {
  it.each([
    ['ra|', 'Rating', 'Rating []'],
    ['ra| gt 4', 'Rating', 'Rating[] gt 4'],
    ['Ra|ti', 'Rating', 'Rating []'],
    ['RowKey eq |', "''", "RowKey eq '[]'"],
    ['Rating gt |', '0.0', 'Rating gt [0.0]'],
    ['Votes gt |', '0L', 'Votes gt [0]L'],
    ['Released ge |', "datetime'2026-01-31T00:00:00Z'", "Released ge datetime'[2026-01-31T00:00:00Z]'"],
    ['Rating gt 4.0 a|', 'and', 'Rating gt 4.0 and []'],
  ])('%s with %s', (text, label, expected) => {
    expect(taken(text, label)).toBe(expected);
  });

  it('leads to a filter that is understood, whatever is taken', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { minLength: 3, maxLength: 15 }), (choices) => {
        let text = '';
        for (const choice of choices) {
          const { suggestions, from, to } = complete(text, text.length, properties) ?? {
            suggestions: [],
            from: 0,
            to: 0,
          };
          const suggestion = suggestions[choice % Math.max(1, suggestions.length)];
          if (suggestion === undefined) break;
          text = `${text.slice(0, from)}${suggestion.insert}${text.slice(to)} `.replace(/ +$/, ' ');
          if (suggestion.kind === 'value' && !text.includes("X''")) expect(() => parseFilter(text)).not.toThrow();
        }
      }),
    );
  });
});

describe('the pieces of a filter', () => {
  it('cover everything but blanks, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', "'", '(', '=', 'eq ', '5', '🚢', '\n', "X'"), maxLength: 30 }),
        (text) => {
          let rest = '';
          let from = 0;
          for (const piece of filterPieces(text)) {
            expect(piece.from).toBeGreaterThanOrEqual(from);
            expect(piece.to).toBeGreaterThan(piece.from);
            rest += text.slice(from, piece.from);
            from = piece.to;
          }
          expect((rest + text.slice(from)).trim()).toBe('');
        },
      ),
    );
  });

  it('keep their meaning on one line and on many', () => {
    fc.assert(
      fc.property(filter, (node) => {
        const text = renderFilter(node);
        const lines = onManyLines(text);
        expect(parseFilter(lines)).toEqual(parseFilter(text));
        expect(onOneLine(lines)).toBe(text);
      }),
    );
  });

  it('break at the outermost operators', () => {
    expect(onManyLines("A eq 'x and y' and  (B eq 1 or C eq 2)\nand D eq 3")).toBe(
      "A eq 'x and y'\nand (B eq 1 or C eq 2)\nand D eq 3",
    );
    expect(onManyLines('A eq 1 and B eq 2 or C eq 3')).toBe('A eq 1 and B eq 2\nor C eq 3');
  });
});
