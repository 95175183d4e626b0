// Whether any store could return an entity for a filter. Stores compare values of different types, times to the
// millisecond, and properties that are missing each in their own way; what none of them would return was not selected by
// the filter that was sent, and must not be shown, counted, changed or deleted.
import type { EdmType, EdmValue } from '../model/entity';
import type { ComparisonOperator, FilterNode } from '../model/table-query';
import { compareEdmValues, doubleFromText } from './edm-value';
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
  const isOfOrder = operator !== 'eq' && operator !== 'ne';
  if (value.type === operand.type) {
    const order = compareEdmValues(value, operand);
    if (Number.isNaN(order) || isSameMillisecond(value, operand) || isSameGuid(value, operand)) return maybe;
    if (isOfOrder && sortsApart(value, operand)) return maybe;
    return holdsInOrder(operator, order) ? yes : no;
  }
  if (isNumber(value) && isNumber(operand)) {
    const order = doubleFromText(value.value) - doubleFromText(operand.value);
    return holdsInOrder(operator, order) ? maybe : no;
  }
  // An emulator compares what it stores, which is text for most types.
  return operator !== 'eq' || isSameText(value, operand) ? maybe : no;
}

function isSameText(value: EdmValue, operand: EdmValue): boolean {
  const [one, other] = [String(value.value), String(operand.value)];
  return one === other || Number(one) === Number(other);
}

/**
 * Some stores sort texts by UTF-16 units, others by code points: they differ from the first surrogate on. GUIDs and bytes
 * have several orders, too.
 */
function sortsApart(value: EdmValue, operand: EdmValue): boolean {
  if (value.type === 'Edm.Guid' || value.type === 'Edm.Binary') return true;
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

/** In another case. */
function isSameGuid(value: EdmValue, operand: EdmValue): boolean {
  if (value.type !== 'Edm.Guid' || operand.type !== 'Edm.Guid' || value.value === operand.value) return false;
  return value.value.toLowerCase() === operand.value.toLowerCase();
}

function isSameMillisecond(value: EdmValue, operand: EdmValue): boolean {
  if (value.type !== 'Edm.DateTime' || operand.type !== 'Edm.DateTime' || value.value === operand.value) return false;
  return Date.parse(value.value) === Date.parse(operand.value);
}
