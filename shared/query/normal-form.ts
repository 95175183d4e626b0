// The normal form of filters, in which equivalent filters look the same: ranges instead of prefixes, flat `and`/`or`,
// typed constants as they are parsed. Parsing returns it; rendering and cost classification work on it.
import type { Property } from '../model/entity';
import { invalidCondition } from './filter-error';
import type { FilterNode } from '../model/table-query';
import { normalLiteral } from './odata-literal';
import { keyPrefixRange, textPrefixRange } from './prefix-range';
import { t } from '../strings/t';

/**
 * @throws StowageError `invalid.filter` for groups without conditions and prefixes that cannot be, `invalid.key` for
 * prefixes of keys that cannot be
 */
export function normaliseFilter(node: FilterNode): FilterNode {
  switch (node.kind) {
    case 'comparison':
      return { ...node, operand: normalLiteral(node.operand) };
    case 'truth':
      return node;
    case 'starts-with':
      return prefixAsRange(node.property, node.prefix);
    case 'not':
      return { kind: 'not', node: normaliseFilter(node.node) };
    case 'and':
    case 'or':
      return group(node.kind, node.nodes.map(normaliseFilter));
  }
}

/**
 * Joins normal nodes; groups of the same kind dissolve into this one, a single node is returned unchanged.
 * @throws StowageError `invalid.filter` for an empty group
 */
export function group(kind: 'and' | 'or', nodes: readonly FilterNode[]): FilterNode {
  const flat = nodes.flatMap((node) => (node.kind === kind ? node.nodes : [node]));
  const [first, second] = flat;
  if (first === undefined) {
    throw invalidCondition(t`a group of “${kind}”`, t`it has no conditions.`, t`Add one or remove the group.`);
  }
  return second === undefined ? first : { kind, nodes: flat };
}

/** How many comparisons (bare properties included) a filter in normal form makes. */
export function countComparisons(node: FilterNode): number {
  if (node.kind === 'and' || node.kind === 'or') {
    return node.nodes.reduce((sum, part) => sum + countComparisons(part), 0);
  }
  return node.kind === 'not' ? countComparisons(node.node) : 1;
}

/** True for the two properties that form the index. */
export function isKey(property: Property['name']): property is 'PartitionKey' | 'RowKey' {
  return property === 'PartitionKey' || property === 'RowKey';
}

/** `property ge P and property lt successor(P)` in normal form. @throws StowageError `invalid.filter` for the Timestamp */
export function prefixAsRange(property: string, prefix: string, delimiter?: string): FilterNode {
  if (property === 'Timestamp') {
    throw invalidCondition(property, t`“starts with” does not apply to times.`, t`Use a time range instead.`);
  }
  const range = isKey(property) ? keyPrefixRange(property, prefix, delimiter) : textPrefixRange(property, prefix);
  const from = stringComparison(property, 'ge', range.from);
  return range.to === null ? from : { kind: 'and', nodes: [from, stringComparison(property, 'lt', range.to)] };
}

export function stringComparison(
  property: string,
  operator: 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge',
  value: string,
): FilterNode {
  return { kind: 'comparison', property, operator, operand: { type: 'Edm.String', value } };
}
