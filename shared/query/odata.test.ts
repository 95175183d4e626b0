import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '../errors';
import { classify } from './cost-class';
import { matches } from './evaluate';
import { entity, filter } from './fixtures/arbitraries';
import corpus from './fixtures/filters.json';
import { normaliseFilter, parseFilter, renderFilter } from './odata';

describe('the filter language', () => {
  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(filter, (node) => {
        const text = renderFilter(node);
        expect(parseFilter(text)).toEqual(normaliseFilter(node));
        expect(renderFilter(parseFilter(text))).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps the meaning through text', () => {
    fc.assert(
      fc.property(filter, entity, (node, row) => {
        expect(matches(parseFilter(renderFilter(node)), row)).toBe(matches(node, row));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(corpus.understood)('understands $text', ({ text, canonical, costClass, splits }) => {
    const node = parseFilter(text);
    expect(renderFilter(node)).toBe(canonical ?? text);
    expect(parseFilter(renderFilter(node))).toEqual(node);
    const verdict = classify(node);
    expect(verdict.costClass).toBe(costClass);
    expect(verdict.splits).toHaveLength(splits);
    for (const reason of verdict.reasons) expect(reason).toMatch(/^[“A-Z].+\.$/);
  });

  it.each(corpus.refused)('rejects $text', ({ text, position }) => {
    const rejection = rejectionOf(text);
    expect(rejection.code).toBe('invalid.filter');
    expect(rejection.context.position).toBe(position);
    expect(rejection.context.expected).toBeTruthy();
    expect(rejection.message).toMatch(/^Filter, character \d+: .+\. Expected .+\.$/);
  });

  it.each([
    ['F eq TRUE', '“TRUE” is read as the name of a property. Expected “true”, exactly like this.'],
    ['False eq F', '“False” is read as the name of a property. Expected “false”, exactly like this.'],
    ['F eq nan', 'Expected “NaN”, exactly like this.'],
    ['F eq NULL', 'a table stores no null'],
    ['F eq G', 'two properties cannot be compared with each other'],
    ['not eq 5', '“eq” is a reserved word, so it cannot be a property name here'],
    ['true eq 1', '“true” is a value, so a property with this name cannot be used in a filter'],
  ])('names the mistake in %s', (text, problem) => {
    expect(() => parseFilter(text)).toThrow(problem);
  });

  it('offers the end only where the filter may end: no parenthesis is open', () => {
    const comparison = 'a comparison (eq, ne, gt, ge, lt or le)';
    expect(rejectionOf('Rating gt 5)').context.expected).toBe(`“and”, “or”, ${comparison} or the end`);
    for (const open of ['(Rating gt 5', '(Rating gt 5 Price']) {
      expect(rejectionOf(open).context.expected).toBe(`“)”, “and”, “or” or ${comparison}`);
    }
    for (const open of ['(Rating gt 5 AND Price gt 5)', 'Rating gt 5 AND Price gt 5']) {
      expect(rejectionOf(open).context.expected).toBe('and in lowercase');
    }
    expect(rejectionOf('Rating gt 5 OR Price gt 5').context.expected).toBe('or in lowercase');
    expect(rejectionOf('Rating gt 5 EQ 5').context.expected).toBe('eq in lowercase');
  });

  it('reads back every name that it writes', () => {
    const name = fc.stringMatching(/^[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]{0,5}$/u);
    const odd = fc
      .array(fc.constantFrom('A', '1', '\u200b', '\u2060', '\ufeff', '\u200d', '\u0301'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(fc.oneof(name, odd), (property) => {
        let text: string;
        try {
          text = renderFilter({ kind: 'truth', property });
        } catch {
          return;
        }
        expect(parseFilter(text)).toEqual({ kind: 'truth', property });
      }),
      { numRuns: 3_000 },
    );
  });

  it('never fails but with a sentence', () => {
    const word = fc.constantFrom(
      'A',
      'eq',
      'and',
      'not',
      '(',
      ')',
      "'x'",
      '5',
      '5L',
      "X'0'",
      'or',
      'INF',
      "'",
      '-',
      '$',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(word).map((words) => words.join(' ')),
        ),
        (text) => {
          try {
            const node = parseFilter(text);
            expect(parseFilter(renderFilter(node))).toEqual(node);
          } catch (thrown) {
            expect(thrown).toBeInstanceOf(StowageError);
          }
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('reads the blanks of a copied text as blanks, and keeps them in values', () => {
    const copied = "\ufeffPartitionKey\u00a0eq\u2009'a\u00a0b'\u200b and\u3000Count gt 5\u200b";
    expect(renderFilter(parseFilter(copied))).toBe("PartitionKey eq 'a\u00a0b' and Count gt 5");
    const afterText = "not\u200b (PartitionKey\u200b eq\u2060 'a' and\u200b\u200b Active\ufeff ne true\u200b)";
    expect(renderFilter(parseFilter(afterText))).toBe("not (PartitionKey eq 'a' and Active ne true)");
  });

  it.each([
    ['PartitionKey eq ‘A’', 16, 'a typographic quote (‘) stands here', "text in straight quotes, such as 'abc'"],
    ['Name eq “A”', 8, 'a typographic quote (“) stands here', "text in straight quotes, such as 'abc'"],
    ["SELECT * FROM Orders WHERE A = 'x'", 0, 'this is SQL, and tables are filtered in OData', "Status eq 'failed'"],
    ["$filter=A eq 'x'", 0, '“$” is not valid in a filter', 'only the conditions, without $filter='],
    ["A eq \u202e'x'", 5, '“[U+202E]” is not valid in a filter', 'a property, a value, a parenthesis or an operator'],
    [
      'A eq 1 and At ge 2026-10-14T10:00:00Z',
      17,
      'a date without quotes stands here',
      "a UTC time such as datetime'2024-05-01T08:30:00.1234567Z'",
    ],
    [
      "A equals 'x'",
      2,
      '“equals” follows a complete condition',
      '“and”, “or”, a comparison (eq, ne, gt, ge, lt or le) or the end',
    ],
    ['Ratio gt 1e400', 9, '1e400 does not fit into a double', 'a number within ±1.7976931348623157e308'],
    ['Ratio gt -2e308d', 9, '-2e308 does not fit into a double', 'a number within ±1.7976931348623157e308'],
  ])('reports for %j the text found and what would be valid', (text, position, problem, expected) => {
    expect(rejectionOf(text).context).toMatchObject({ position, problem, expected });
  });

  it('rejects bottomless nesting instead of overflowing the stack', () => {
    expect(rejectionOf('('.repeat(100_000)).context.problem).toBe('the filter is nested too deeply');
    expect(rejectionOf('not '.repeat(100_000)).context.problem).toBe('the filter is nested too deeply');
  });

  it.each(['a-b', 'two words', '1st', 'and', 'odata.x', '', 'A\u200b', 'A\ufeff\u2060'])(
    'will not write the name %j',
    (property) => {
      expect(() => renderFilter({ kind: 'truth', property })).toThrow(StowageError);
    },
  );

  it('will not write a value that is none of its type, nor an empty group', () => {
    const operand = { type: 'Edm.Int32', value: "1 or A eq 'x'" } as const;
    expect(() => renderFilter({ kind: 'comparison', property: 'A', operator: 'eq', operand })).toThrow(StowageError);
    expect(() => renderFilter({ kind: 'and', nodes: [] })).toThrow(StowageError);
    expect(() => renderFilter({ kind: 'starts-with', property: 'Timestamp', prefix: '2024' })).toThrow(StowageError);
  });
});

function rejectionOf(text: string): StowageError {
  try {
    parseFilter(text);
  } catch (thrown) {
    if (thrown instanceof StowageError) return thrown;
    throw thrown;
  }
  throw new Error(`${text} was understood`);
}
