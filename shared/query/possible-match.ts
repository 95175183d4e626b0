// Whether any store could return an entity for a filter. Stores compare values of different types, times to the
// millisecond, and properties that are missing each in their own way; what none of them would return was not selected by
// the filter that was sent, and must not be shown, counted, changed or deleted.
import type { EdmType, EdmValue } from '../model/entity';
import type { ComparisonOperator, FilterNode } from '../model/table-query';
import { compareEdmValues, doubleFromText, ordinal } from './edm-value';
import { holdsInOrder } from './evaluate';

/** The value of a property of one entity; null when it has none. */
export type ValueOf = (property: string) => EdmValue | null;

/**
 * What `ne` means for an entity without the property: Azure Storage and its emulator do not return it, Cosmos DB does.
 */
export type MissingRule = 'excluded' | 'may-match';

/** A truth value of three: and is the lowest, or the highest, not the negative. */
type Verdict = typeof no | typeof maybe | typeof yes;
const no = -1;
const maybe = 0;
const yes = 1;

export function canMatch(filter: FilterNode, valueOf: ValueOf, missing: MissingRule): boolean {
  return verdictOn(filter, valueOf, missing) !== no;
}

function verdictOn(filter: FilterNode, valueOf: ValueOf, missing: MissingRule): Verdict {
  switch (filter.kind) {
    case 'comparison':
      return compared(filter.operator, valueOf(filter.property), filter.operand, missing);
    case 'starts-with': {
      const value = valueOf(filter.property);
      if (value?.type !== 'Edm.String') return no;
      // Some prefixes have no range that ends where they do.
      return value.value.startsWith(filter.prefix) ? yes : maybe;
    }
    case 'truth': {
      const value = valueOf(filter.property);
      return value?.type === 'Edm.Boolean' && value.value ? yes : no;
    }
    case 'and': {
      let lowest: Verdict = yes;
      for (const node of filter.nodes) {
        const verdict = verdictOn(node, valueOf, missing);
        if (verdict === no) return no;
        if (verdict < lowest) lowest = verdict;
      }
      return lowest;
    }
    case 'or': {
      let highest: Verdict = no;
      for (const node of filter.nodes) {
        const verdict = verdictOn(node, valueOf, missing);
        if (verdict === yes) return yes;
        if (verdict > highest) highest = verdict;
      }
      return highest;
    }
    case 'not':
      return opposite(verdictOn(filter.node, valueOf, missing));
  }
}

function opposite(verdict: Verdict): Verdict {
  return verdict === maybe ? maybe : verdict === yes ? no : yes;
}

function compared(
  operator: ComparisonOperator,
  value: EdmValue | null,
  operand: EdmValue,
  missing: MissingRule,
): Verdict {
  if (value === null) return operator === 'ne' && missing === 'may-match' ? maybe : no;
  if (value.type === operand.type) {
    const order = compareEdmValues(value, operand);
    if (Number.isNaN(order) || isSameMillisecond(value, operand)) return maybe;
    if (operator !== 'eq' && operator !== 'ne' && sortsApart(value, operand)) return maybe;
    return holdsInOrder(operator, order) ? yes : no;
  }
  return operator === 'ne' || holdsLoosely(operator, value, operand) ? maybe : no;
}

/** Of different types: as numbers, or as the texts that an emulator keeps. */
function holdsLoosely(operator: ComparisonOperator, value: EdmValue, operand: EdmValue): boolean {
  if (isNumber(value) && isNumber(operand)) {
    return holdsInOrder(operator, doubleFromText(value.value) - doubleFromText(operand.value));
  }
  const [left, right] = [String(value.value), String(operand.value)];
  return holdsInOrder(operator, ordinal(left, right)) || holdsInOrder(operator, Number(left) - Number(right));
}

/** Some stores sort by UTF-16 units, others by code points: they differ from the first surrogate on. */
function sortsApart(value: EdmValue, operand: EdmValue): boolean {
  if (value.type !== 'Edm.String' || operand.type !== 'Edm.String') return false;
  return textsSortApart(value.value, operand.value);
}

/** Whether the order of two texts depends on whether UTF-16 units or code points are compared. */
export function textsSortApart(left: string, right: string): boolean {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const [one, other] = [left.charCodeAt(index), right.charCodeAt(index)];
    if (one !== other) return one >= firstSurrogate && other >= firstSurrogate;
  }
  return false;
}

const firstSurrogate = 0xd800;
const numbers: ReadonlySet<EdmType> = new Set<EdmType>(['Edm.Int32', 'Edm.Int64', 'Edm.Double']);

function isNumber(value: EdmValue): value is Extract<EdmValue, { value: string }> {
  return numbers.has(value.type);
}

function isSameMillisecond(value: EdmValue, operand: EdmValue): boolean {
  if (value.type !== 'Edm.DateTime' || operand.type !== 'Edm.DateTime' || value.value === operand.value) return false;
  return Date.parse(value.value) === Date.parse(operand.value);
}
