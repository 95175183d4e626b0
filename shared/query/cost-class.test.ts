import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classify } from './cost-class';
import { matches } from './evaluate';
import { type CostClass, costClasses } from '../model/table-query';
import { edmValue, entity, filter, keyedFilter, keyText } from './fixtures/arbitraries';
import { keyConditionNode, wholeFilter } from './key-filter';
import { parseFilter } from './odata';
import type { Entity } from '../model/entity';

const rank = (costClass: CostClass): number => costClasses.indexOf(costClass);
const table = fc.array(entity, { minLength: 1, maxLength: 40 });

describe('the cost of a filter', () => {
  it('is named with a reason, also without a filter', () => {
    expect(classify(null).costClass).toBe('table-scan');
    expect(classify(null).reasons).toHaveLength(1);
  });

  it('offers ranges that together return exactly the rows of the whole, each for less', () => {
    let offered = 0;
    fc.assert(
      fc.property(keyedFilter, table, (node, rows) => {
        const { costClass, splits } = classify(node);
        if (splits.length === 0) return;
        offered += 1;
        const ranges = splits.map(parseFilter);
        for (const range of ranges) expect(rank(classify(range).costClass)).toBeLessThan(rank(costClass));
        for (const row of rows) {
          expect(ranges.some((range) => matches(range, row))).toBe(matches(node, row));
        }
      }),
      { numRuns: 5_000 },
    );
    expect(offered).toBeGreaterThan(500);
  });

  it('counts a range of one key as one partition, and promises nothing of its rows', () => {
    const one = "PartitionKey ge 'B' and PartitionKey le 'B'";
    const reason = 'PartitionKey is a range with a single key: reads its whole partition.';
    expect(classify(parseFilter(one))).toMatchObject({ costClass: 'partition-scan', reasons: [reason] });
    expect(classify(parseFilter(`${one} and RowKey eq 'x'`)).costClass).toBe('partition-scan');
    for (const none of ["PartitionKey ge 'B' and PartitionKey lt 'B'", "PartitionKey gt 'B' and PartitionKey le 'B'"]) {
      expect(classify(parseFilter(none)).costClass).toBe('partition-range');
    }
  });

  it('is never cheaper than the rows that match', () => {
    fc.assert(
      fc.property(filter, table, (node, rows) => {
        const found = rows.filter((row) => matches(node, row));
        const { costClass } = classify(node);
        const partitions = distinct(found, (row) => row.partitionKey);
        const keys = distinct(found, (row) => `${row.partitionKey}\u0000${row.rowKey}`);
        if (partitions > 1) expect(rank(costClass)).toBeGreaterThanOrEqual(rank('partition-range'));
        if (keys > 1) expect(rank(costClass)).toBeGreaterThan(rank('point'));
      }),
      { numRuns: 5_000 },
    );
  });

  it('only grows when a condition is loosened by "or"', () => {
    fc.assert(
      fc.property(filter, filter, (one, other) => {
        const whole = rank(classify({ kind: 'or', nodes: [one, other] }).costClass);
        expect(whole).toBeGreaterThanOrEqual(rank(classify(one).costClass));
      }),
      { numRuns: 2_000 },
    );
  });

  it('splits a list of keys, and retains the other conditions', () => {
    const { node } = wholeFilter({
      partitionKey: { kind: 'one-of', values: ['A', 'B', 'A'] },
      rowKey: { kind: 'starts-with', prefix: 'Sh' },
      where: parseFilter('Rating gt 4.0'),
    });
    expect(classify(node)).toMatchObject({
      costClass: 'table-scan',
      splits: [
        "RowKey ge 'Sh' and RowKey lt 'Si' and Rating gt 4.0 and PartitionKey eq 'A'",
        "RowKey ge 'Sh' and RowKey lt 'Si' and Rating gt 4.0 and PartitionKey eq 'B'",
      ],
    });
  });

  it('drops ranges no key can satisfy', () => {
    const { splits } = classify(
      parseFilter("(PartitionKey eq 'A' or RowKey eq '1') and (PartitionKey eq 'B' or RowKey eq '2')"),
    );
    expect(splits).toEqual(["PartitionKey eq 'A' and RowKey eq '2'", "RowKey eq '1' and PartitionKey eq 'B'"]);
  });

  it('splits a thousand keys but not a million', () => {
    const keys = Array.from({ length: 1000 }, (_, index) => String(index));
    const row = keyConditionNode('RowKey', { kind: 'one-of', values: keys });
    const partition = keyConditionNode('PartitionKey', { kind: 'one-of', values: keys });
    if (row === null || partition === null) throw new Error('lists bound keys');
    expect(classify(partition).splits).toHaveLength(1000);
    expect(classify({ kind: 'and', nodes: [partition, row] }).splits).toEqual([]);
  });

  it.each([
    ["RowKey eq 'x'", /only within one exact PartitionKey/],
    ["PartitionKey ne 'x'", /“ne” on PartitionKey/],
    ["not (PartitionKey eq 'x')", /“not” around PartitionKey/],
    ["PartitionKey eq 'x' or Rating gt 1.0", /“or” around PartitionKey is checked row by row/],
    ["PartitionKey eq 'x' or PartitionKey eq 'y'", /2 parallel ranges/],
    ["PartitionKey eq 'x' and PartitionKey eq 'y'", /no row can match/],
    ["PartitionKey eq 'x' and RowKey gt 'b' and RowKey le 'b'", /no row can match/],
    ["PartitionKey lt ''", /no row can match/],
    ["PartitionKey eq 'x' and Rating gt 1.0 and Name eq 'a'", /checked on every row read: Rating and Name/],
    ["PartitionKey eq 'x' and (Rating gt 1.0 or Name eq 'a')", /checked on every row read: Rating and Name/],
    ['PartitionKey eq 5', /put the value in quotes/],
    [Array.from({ length: 16 }, (_, index) => `A ne ${index}`).join(' and '), /16 comparisons; the limit is 15/],
  ])('explains the cost of %s', (text, reason) => {
    expect(classify(parseFilter(text)).reasons.join(' ')).toMatch(reason);
  });
});

describe('matching a row', () => {
  const row: Entity = {
    partitionKey: 'P',
    rowKey: 'R',
    timestamp: '2024-05-01T08:30:00.1234567Z',
    etag: '',
    properties: [
      { name: 'Whole', value: { type: 'Edm.Double', value: '200.0' } },
      { name: 'Big', value: { type: 'Edm.Int64', value: '9007199254740993' } },
      { name: 'At', value: { type: 'Edm.DateTime', value: '2024-05-01T08:30:00.1234567Z' } },
      { name: 'Id', value: { type: 'Edm.Guid', value: '1F0E8C4A-0b57-4f0e-9c0e-2d3a4b5c6d7e' } },
      { name: 'Bytes', value: { type: 'Edm.Binary', value: 'AQI=' } },
      { name: 'Flag', value: { type: 'Edm.Boolean', value: true } },
      { name: 'Odd', value: { type: 'Edm.Double', value: 'NaN' } },
    ],
  };

  it.each([
    ['Whole eq 200.0', true],
    ['Whole eq 2e2', true],
    ['Whole eq 200', false],
    ['Big eq 9007199254740993L', true],
    ['Big eq 9007199254740992L', false],
    ["At eq datetime'2024-05-01T08:30:00.1234567'", true],
    ["At gt datetime'2024-05-01T08:30:00.1234566Z'", true],
    ["Timestamp lt datetime'2024-05-01T08:30:00.1234568Z'", true],
    ["Id eq guid'1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e'", true],
    ["Bytes lt X'0103'", true],
    ['Flag', true],
    ['not Flag', false],
    ['Odd eq NaN', false],
    ['Odd ne NaN', true],
    ["PartitionKey eq 'p'", false],
    ['Missing eq 1', false],
    ['Missing ne 1', false],
    ['not (Missing eq 1)', true],
    ['Missing', false],
  ])('%s: %s', (text, expected) => {
    expect(matches(parseFilter(text), row)).toBe(expected);
  });

  it('agrees with itself: lt, eq, gt exclude each other', () => {
    fc.assert(
      fc.property(edmValue, edmValue, keyText, (value, operand, key) => {
        const subject: Entity = { ...row, rowKey: key, properties: [{ name: 'A', value }] };
        const hits = (['lt', 'eq', 'gt'] as const).filter((operator) =>
          matches({ kind: 'comparison', property: 'A', operator, operand }, subject),
        );
        expect(hits.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

function distinct(rows: readonly Entity[], of: (row: Entity) => string): number {
  return new Set(rows.map(of)).size;
}

describe('the cost of a filter on Cosmos DB', () => {
  it.each([
    ["PartitionKey eq 'a' and RowKey eq 'b'", 'point', /looks up one row/],
    ["PartitionKey eq 'a' and Status eq 'open'", 'partition-scan', /only its partition is searched/],
    ["Status eq 'open'", 'table-scan', /every physical partition is searched/],
    ["PartitionKey eq 'a' or PartitionKey eq 'b'", 'table-scan', /every physical partition is searched/],
  ])('cost of %s: advises by partition, promises no order, and offers no ranges', (filter, costClass, reason) => {
    const verdict = classify(parseFilter(filter), 'cosmos');
    expect([verdict.costClass, verdict.splits]).toEqual([costClass, []]);
    expect(verdict.reasons[0]).toMatch(reason);
    expect(verdict.reasons.join(' ')).toMatch(/does not guarantee key order/);
    expect(verdict.reasons.join(' ')).not.toMatch(/Not indexed/);
  });
});
