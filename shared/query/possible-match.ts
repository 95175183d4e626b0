// Whether any store could return an entity for a filter. Stores compare numbers of different types, times to the
// millisecond, and properties that are missing each in their own way; what none of them would return was not selected by
// the filter that was sent, and must not be changed or deleted.
import type { EdmType, EdmValue, Entity } from '../model/entity';
import type { ComparisonOperator, FilterNode } from '../model/table-query';
import { compareEdmValues, doubleFromText } from './edm-value';
import { holdsInOrder, valueOf } from './evaluate';

/** `maybe`: stores differ. */
type Verdict = 'yes' | 'no' | 'maybe';

export function canMatch(filter: FilterNode, entity: Entity): boolean {
  return verdictOn(filter, entity) !== 'no';
}

function verdictOn(filter: FilterNode, entity: Entity): Verdict {
  switch (filter.kind) {
    case 'comparison':
      return compared(filter.operator, valueOf(entity, filter.property), filter.operand);
    case 'starts-with': {
      const value = valueOf(entity, filter.property);
      if (value?.type !== 'Edm.String') return 'no';
      // Some prefixes have no range that ends where they do.
      return value.value.startsWith(filter.prefix) ? 'yes' : 'maybe';
    }
    case 'truth': {
      const value = valueOf(entity, filter.property);
      return value?.type === 'Edm.Boolean' && value.value ? 'yes' : 'no';
    }
    case 'and':
      return worst(filter.nodes.map((node) => verdictOn(node, entity)));
    case 'or':
      return opposite(worst(filter.nodes.map((node) => opposite(verdictOn(node, entity)))));
    case 'not':
      return opposite(verdictOn(filter.node, entity));
  }
}

function worst(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('no')) return 'no';
  return verdicts.includes('maybe') ? 'maybe' : 'yes';
}

function opposite(verdict: Verdict): Verdict {
  return verdict === 'maybe' ? 'maybe' : verdict === 'yes' ? 'no' : 'yes';
}

function compared(operator: ComparisonOperator, value: EdmValue | null, operand: EdmValue): Verdict {
  // Cosmos DB returns entities without the property for `ne`, Azure Storage does not.
  if (value === null) return operator === 'ne' ? 'maybe' : 'no';
  if (value.type === operand.type) {
    const order = compareEdmValues(value, operand);
    if (Number.isNaN(order) || isSameMillisecond(value, operand)) return 'maybe';
    if (operator !== 'eq' && operator !== 'ne' && sortsApart(value, operand)) return 'maybe';
    return holdsInOrder(operator, order) ? 'yes' : 'no';
  }
  if (isNumber(value) && isNumber(operand)) {
    const [left, right] = [doubleFromText(value.value), doubleFromText(operand.value)];
    return holdsInOrder(operator, left - right) ? 'maybe' : 'no';
  }
  return operator === 'ne' ? 'maybe' : 'no';
}

/** Some stores sort by UTF-16 units, others by code points. */
function sortsApart(value: EdmValue, operand: EdmValue): boolean {
  return [value, operand].some((each) => each.type === 'Edm.String' && /[\ud800-\uffff]/.test(each.value));
}

const numbers: ReadonlySet<EdmType> = new Set<EdmType>(['Edm.Int32', 'Edm.Int64', 'Edm.Double']);

function isNumber(value: EdmValue): value is Extract<EdmValue, { value: string }> {
  return numbers.has(value.type);
}

function isSameMillisecond(value: EdmValue, operand: EdmValue): boolean {
  if (value.type !== 'Edm.DateTime' || operand.type !== 'Edm.DateTime' || value.value === operand.value) return false;
  return Date.parse(value.value) === Date.parse(operand.value);
}
