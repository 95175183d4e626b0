import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '../errors';
import { matches, prefixCheck } from './evaluate';
import type { KeyCondition, TableQuery } from '../model/table-query';
import { entity, legalKey } from './fixtures/arbitraries';
import { type WholeFilter, checkedFilter, wholeFilter } from './key-filter';

const any = { kind: 'any' } as const;
const base: TableQuery = { table: 'Movies', partitionKey: any, rowKey: any, select: [], pageSize: 1000 };
const inclusive = (value: string): { value: string; inclusive: boolean } => ({ value, inclusive: true });
const exclusive = (value: string): { value: string; inclusive: boolean } => ({ value, inclusive: false });

describe('the whole filter of a query', () => {
  it.each<[KeyCondition, string]>([
    [any, ''],
    [{ kind: 'is', value: 'Action' }, "RowKey eq 'Action'"],
    [{ kind: 'is', value: '' }, "RowKey eq ''"],
    [{ kind: 'is', value: "o'neil" }, "RowKey eq 'o''neil'"],
    [{ kind: 'one-of', values: ['b', 'a', 'b'] }, "RowKey eq 'b' or RowKey eq 'a'"],
    [{ kind: 'one-of', values: ['b'] }, "RowKey eq 'b'"],
    [{ kind: 'starts-with', prefix: 'Sh' }, "RowKey ge 'Sh' and RowKey lt 'Si'"],
    [{ kind: 'starts-with', prefix: 'Sports', delimiter: ';' }, "RowKey ge 'Sports;' and RowKey lt 'Sports<'"],
    [{ kind: 'starts-with', prefix: '\uffff' }, "RowKey ge '\uffff'"],
    [{ kind: 'starts-with', prefix: '' }, ''],
    [{ kind: 'range', from: inclusive('a'), to: exclusive('b') }, "RowKey ge 'a' and RowKey lt 'b'"],
    [{ kind: 'range', from: exclusive('a'), to: inclusive('b') }, "RowKey gt 'a' and RowKey le 'b'"],
    [{ kind: 'range', from: inclusive('a'), to: inclusive('a') }, "RowKey eq 'a'"],
    [{ kind: 'range', from: inclusive('a'), to: exclusive('a') }, "RowKey ge 'a' and RowKey lt 'a'"],
    [{ kind: 'range', to: inclusive('2026-02-28'), delimiter: ';' }, "RowKey lt '2026-02-28<'"],
    [{ kind: 'range', to: inclusive('2026-02-28;'), delimiter: ';' }, "RowKey lt '2026-02-28<'"],
    [{ kind: 'range', to: exclusive('2026-02-28'), delimiter: ';' }, "RowKey lt '2026-02-28'"],
    [{ kind: 'range', from: exclusive('2026-02-28'), delimiter: ';' }, "RowKey ge '2026-02-28<'"],
    [{ kind: 'range', from: inclusive('a'), to: inclusive('a'), delimiter: ';' }, "RowKey ge 'a' and RowKey lt 'a<'"],
    [
      { kind: 'range', from: inclusive('a;5'), to: inclusive('a'), delimiter: ';' },
      "RowKey ge 'a;5' and RowKey lt 'a<'",
    ],
    [{ kind: 'range', to: inclusive('a/') }, "RowKey le 'a/'"],
    [{ kind: 'range' }, ''],
  ])('writes %j as %s', (rowKey, text) => {
    expect(wholeFilter({ ...base, rowKey }).text).toBe(text);
  });

  it('puts keys first, then the other conditions, with the parentheses that are needed', () => {
    const { text } = wholeFilter({
      partitionKey: { kind: 'one-of', values: ['A', 'B'] },
      rowKey: { kind: 'is', value: 'x' },
      where: {
        kind: 'or',
        nodes: [
          { kind: 'truth', property: 'Active' },
          { kind: 'starts-with', property: 'Name', prefix: 'a.' },
        ],
      },
    });
    expect(text).toBe(
      "(PartitionKey eq 'A' or PartitionKey eq 'B') and RowKey eq 'x' and (Active or Name ge 'a.' and Name lt 'a/')",
    );
  });

  it('sends a written filter as it is, once understood', () => {
    const parts = { ...base, partitionKey: { kind: 'is', value: 'ignored' } as const };
    expect(wholeFilter({ ...parts, filterText: "  (PartitionKey eq 'A')  " }).text).toBe("(PartitionKey eq 'A')");
    expect(wholeFilter({ ...parts, filterText: ' ' })).toEqual({ node: null, text: '' });
    expect(() => wholeFilter({ ...parts, filterText: 'Rating >' })).toThrow(StowageError);
  });

  it('sends a copied filter with blanks that the service knows, and with those within its values', () => {
    const textOf = (filterText: string): string => wholeFilter({ ...base, filterText }).text;
    expect(textOf("\ufeffPartitionKey\u00a0eq\u2009'a\u00a0b'\u200b and\n  (Count\u200b\u3000gt 5)\u200b")).toBe(
      "PartitionKey eq 'a\u00a0b' and\n  (Count gt 5)",
    );
    expect(textOf('\u200b \u2060')).toBe('');
    const blank = fc.constantFrom(' ', '\t', '\u00a0', '\u200b', '\u2060', '\ufeff', '\u3000', '\u00a0\u200b ');
    const token = fc.constantFrom('A', 'eq', 'not', "'o''n'", "'\u200b'", 'and', '(', ')', '5L', 'INF', 'B\u200bC');
    fc.assert(
      fc.property(fc.array(fc.tuple(blank, token)), blank, (pieces, last) => {
        const filterText = pieces.flat().join('') + last;
        let whole: WholeFilter;
        try {
          whole = wholeFilter({ ...base, filterText });
        } catch {
          return;
        }
        expect(whole.text.replace(/'(?:[^']|'')*'/g, '')).not.toMatch(
          /[\u00a0\u3000]|[\u200b\u2060\ufeff](?![\w\u200b\u2060\ufeff])/,
        );
        expect(wholeFilter({ ...base, filterText: whole.text })).toEqual(whole);
      }),
      { numRuns: 3_000 },
    );
  });

  it('matches a row exactly when its key starts with the prefix', () => {
    fc.assert(
      fc.property(legalKey, legalKey, entity, (prefix, rest, row) => {
        const query = { ...base, rowKey: { kind: 'starts-with', prefix } as const };
        const { node } = wholeFilter(query);
        for (const rowKey of [prefix + rest, rest, row.rowKey]) {
          const candidate = { ...row, rowKey };
          const inRange = node === null || matches(node, candidate);
          expect(inRange && (prefixCheck(query)?.(candidate) ?? true)).toBe(rowKey.startsWith(prefix));
        }
      }),
    );
  });

  it.each<[Partial<TableQuery>, string, string]>([
    [{ table: 'a-b' }, 'invalid.name', 'Table name'],
    [{ table: 'ab' }, 'invalid.name', 'Table name'],
    [{ table: '1ab' }, 'invalid.name', 'Table name'],
    [{ partitionKey: { kind: 'is', value: 'a/b' } }, 'invalid.key', 'PartitionKey'],
    [{ rowKey: { kind: 'is', value: 'a\u0000' } }, 'invalid.key', 'RowKey'],
    [{ rowKey: { kind: 'one-of', values: ['a', '\ud800'] } }, 'invalid.key', 'RowKey'],
    [{ rowKey: { kind: 'one-of', values: [] } }, 'invalid.input', 'RowKey'],
    [{ rowKey: { kind: 'starts-with', prefix: 'a', delimiter: '/' } }, 'invalid.key', 'RowKey'],
    [{ rowKey: { kind: 'range', from: inclusive('b'), to: inclusive('a') } }, 'invalid.input', 'RowKey'],
    [{ rowKey: { kind: 'range', from: inclusive('\udc00') } }, 'invalid.key', 'RowKey (from)'],
    [{ rowKey: { kind: 'is', value: 'x'.repeat(513) } }, 'invalid.key', 'RowKey'],
    [{ select: ['A', 'B,C'] }, 'invalid.input', 'select'],
    [{ filterText: 'A eq' }, 'invalid.filter', 'filter'],
  ])('rejects %j', (change, code, field) => {
    const rejection = rejectionOf({ ...base, ...change });
    expect([rejection.code, rejection.context.field]).toEqual([code, field]);
    expect(rejection.message.endsWith('.')).toBe(true);
  });

  it('lets the metrics tables of the service pass', () => {
    expect(checkedFilter({ ...base, table: '$MetricsHourPrimaryTransactionsBlob' }).text).toBe('');
  });
});

function rejectionOf(query: TableQuery): StowageError {
  try {
    checkedFilter(query);
  } catch (thrown) {
    if (thrown instanceof StowageError) return thrown;
    throw thrown;
  }
  throw new Error('the query was accepted');
}
