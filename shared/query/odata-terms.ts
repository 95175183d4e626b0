// The reserved words of OData filters.
import type { ComparisonOperator } from '../model/table-query';

/** Each comparison with its equivalent when its sides are exchanged. */
export const mirroredOperators: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  eq: 'eq',
  ne: 'ne',
  lt: 'gt',
  le: 'ge',
  gt: 'lt',
  ge: 'le',
};

const reserved = new Set([
  ...Object.keys(mirroredOperators),
  'and',
  'or',
  'not',
  'true',
  'false',
  'null',
  'NaN',
  'INF',
]);

/** True for words that cannot be read as the name of a property. */
export function isReservedWord(text: string): boolean {
  return reserved.has(text);
}

export function isComparisonOperator(text: string): text is ComparisonOperator {
  return Object.hasOwn(mirroredOperators, text);
}
