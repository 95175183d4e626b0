// A canonical text for a row, however it is written, so that rows can be compared and hashed across tables and
// accounts.
import type { EdmValue, Entity } from '../model/entity';
import { doubleFromText, edmTextProblem, ordinal, sortableDateTime } from '../query/edm-value';

/**
 * Two values have the same text exactly if they have the same type and value: `200` and `200.0` as doubles, a time with
 * and without trailing zeros. Text that is not a value of its type is left unchanged.
 */
export function canonicalValue(value: EdmValue): string {
  if (value.type === 'Edm.Boolean') return `${value.type} ${String(value.value)}`;
  return `${value.type} ${edmTextProblem(value.type, value.value) === null ? canonicalText(value.type, value.value) : value.value}`;
}

/** Independent of the order of properties. Includes the keys, but neither Timestamp nor ETag. */
export function canonicalRow(
  row: Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>,
  isCompared: (name: string) => boolean,
): string {
  const properties = row.properties
    .filter(({ name }) => isCompared(name))
    .map(({ name, value }) => [name, canonicalValue(value)] as const)
    .sort(([left], [right]) => ordinal(left, right));
  return JSON.stringify([row.partitionKey, row.rowKey, properties]);
}

function canonicalText(type: Exclude<EdmValue['type'], 'Edm.Boolean'>, text: string): string {
  switch (type) {
    case 'Edm.Int32':
    case 'Edm.Int64':
      return String(BigInt(text));
    case 'Edm.Double':
      return String(doubleFromText(text));
    case 'Edm.DateTime':
      return sortableDateTime(text);
    case 'Edm.Guid':
      return text.toLowerCase();
    case 'Edm.String':
    case 'Edm.Binary':
      return text;
  }
}
