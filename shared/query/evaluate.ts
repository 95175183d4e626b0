// Whether an entity matches a filter, in the same way as the service: typed comparison, ordinal strings, and a missing
// property (or one of another type) matches no comparison, not even `ne`.
import type { EdmValue, Entity } from '../model/entity';
import { compareEdmValues, ordinal } from './edm-value';
import type { ComparisonOperator, FilterNode, TableQuery } from '../model/table-query';
import { wholeParts } from './prefix-range';

export function matches(filter: FilterNode, entity: Entity): boolean {
  switch (filter.kind) {
    case 'comparison': {
      const value = valueOf(entity, filter.property);
      return value !== null && holds(filter.operator, value, filter.operand);
    }
    case 'starts-with': {
      const value = valueOf(entity, filter.property);
      return value?.type === 'Edm.String' && value.value.startsWith(filter.prefix);
    }
    case 'truth': {
      const value = valueOf(entity, filter.property);
      return value?.type === 'Edm.Boolean' && value.value;
    }
    case 'and':
      return filter.nodes.every((node) => matches(node, entity));
    case 'or':
      return filter.nodes.some((node) => matches(node, entity));
    case 'not':
      return !matches(filter.node, entity);
  }
}

/**
 * Checks what a range can only approximate: rows of "starts with" conditions are checked again after the service has
 * answered. Null when every row of the range matches by construction.
 */
export function prefixCheck(
  query: Pick<TableQuery, 'partitionKey' | 'rowKey' | 'where' | 'filterText'>,
): ((entity: Entity) => boolean) | null {
  if (query.filterText !== undefined) return null;
  const checks: ((entity: Entity) => boolean)[] = [];
  const { partitionKey, rowKey, where } = query;
  if (partitionKey.kind === 'starts-with') {
    const prefix = wholeParts(partitionKey.prefix, partitionKey.delimiter);
    checks.push((entity) => entity.partitionKey.startsWith(prefix));
  }
  if (rowKey.kind === 'starts-with') {
    const prefix = wholeParts(rowKey.prefix, rowKey.delimiter);
    checks.push((entity) => entity.rowKey.startsWith(prefix));
  }
  for (const node of where?.kind === 'and' ? where.nodes : where ? [where] : []) {
    if (node.kind !== 'starts-with') continue;
    // A projection may have omitted the property; then the service's decision applies.
    checks.push((entity) => valueOf(entity, node.property) === null || matches(node, entity));
  }
  return checks.length === 0 ? null : (entity) => checks.every((check) => check(entity));
}

/** Order of two entities in a table: PartitionKey, then RowKey, both ordinal. */
export function compareKeys(
  left: Pick<Entity, 'partitionKey' | 'rowKey'>,
  right: Pick<Entity, 'partitionKey' | 'rowKey'>,
): number {
  return ordinal(left.partitionKey, right.partitionKey) || ordinal(left.rowKey, right.rowKey);
}

export function valueOf(entity: Entity, property: string): EdmValue | null {
  switch (property) {
    case 'PartitionKey':
      return { type: 'Edm.String', value: entity.partitionKey };
    case 'RowKey':
      return { type: 'Edm.String', value: entity.rowKey };
    case 'Timestamp':
      return entity.timestamp === '' ? null : { type: 'Edm.DateTime', value: entity.timestamp };
    default:
      return entity.properties.find(({ name }) => name === property)?.value ?? null;
  }
}

function holds(operator: ComparisonOperator, value: EdmValue, operand: EdmValue): boolean {
  if (value.type !== operand.type) return false;
  return holdsInOrder(operator, compareEdmValues(value, operand));
}

/** @param order of the value and the operand, as `compareEdmValues` returns it */
export function holdsInOrder(operator: ComparisonOperator, order: number): boolean {
  switch (operator) {
    case 'eq':
      return order === 0;
    case 'ne':
      return order !== 0;
    case 'lt':
      return order < 0;
    case 'le':
      return order <= 0;
    case 'gt':
      return order > 0;
    case 'ge':
      return order >= 0;
  }
}
