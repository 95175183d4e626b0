// Nothing is said of a table's spread that only its first rows, or the partition asked for, have shown.
import type { KeyPattern } from '@shared/analysis/analysis-result';
import { describe, expect, it } from 'vitest';
import { query } from '../fixtures/analysis-room';
import { informativePatterns } from './informative-patterns';

const pattern = (id: string): KeyPattern => ({ id, tone: 'caution', finding: 'Found.', consequence: 'Follows.' });
const found = [pattern('one-partition'), pattern('append-only-rows')];
const idsOf = (...of: Parameters<typeof informativePatterns>) => informativePatterns(...of).map(({ id }) => id);

describe('the spread of a table', () => {
  it('is told of all rows', () => {
    expect(idsOf(found, 'all', query)).toEqual(['one-partition', 'append-only-rows']);
    expect(idsOf(found, 'all', { ...query, filterText: 'Rating gt 4.0' })).toContain('one-partition');
  });

  it('is not told of the first rows; what would tell it is named instead', () => {
    expect(idsOf(found, 'part', query)).toEqual(['first-rows', 'append-only-rows']);
    expect(idsOf([pattern('append-only-rows')], 'part', query)).toEqual(['append-only-rows']);
  });

  it('is no matter of a query for one partition', () => {
    const one = { ...query, partitionKey: { kind: 'is' as const, value: 'contoso' } };
    expect(idsOf(found, 'all', one)).toEqual(['append-only-rows']);
    expect(idsOf(found, 'part', one)).toEqual(['append-only-rows']);
    expect(idsOf(found, 'all', { ...query, filterText: "PartitionKey eq 'contoso'" })).toEqual(['append-only-rows']);
  });
});
