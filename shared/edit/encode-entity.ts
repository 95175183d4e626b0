// Entities as the JSON of a write: each property with its exact wire text, and with its type unless the JSON form
// implies it. Parsing is the engine's entity codec.
import { StowageError } from '../errors';
import type { EdmValue, Entity, Property } from '../model/entity';
import { edmTextProblem } from '../query/edm-value';
import { t } from '../strings/t';

/**
 * Keys first, then the properties in order. The text of an unchanged value is sent as it was received.
 * @throws StowageError `invalid.entity` when a text is not a value of its type
 */
export function encodeEntity(entity: Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>): string {
  const keys = `"PartitionKey":${JSON.stringify(entity.partitionKey)},"RowKey":${JSON.stringify(entity.rowKey)}`;
  return `{${[keys, ...entity.properties.map(encodeProperty)].join(',')}}`;
}

/** The body of a merge or replace, whose keys are in the URL. Throws as `encodeEntity`. */
export function encodeProperties(properties: readonly Property[]): string {
  return `{${properties.map(encodeProperty).join(',')}}`;
}

/** Why the text is not a value of its type, as half a sentence; null when it is one. */
export function valueProblem(value: EdmValue): string | null {
  return value.type === 'Edm.Boolean' ? null : edmTextProblem(value.type, value.value);
}

function encodeProperty({ name, value }: Property): string {
  const problem = valueProblem(value);
  if (problem !== null) throw wrongText(name, value, problem);
  const key = JSON.stringify(name);
  switch (value.type) {
    case 'Edm.String':
      return `${key}:${JSON.stringify(value.value)}`;
    case 'Edm.Boolean':
      return `${key}:${value.value ? 'true' : 'false'}`;
    case 'Edm.Int32':
      return `${key}:${value.value}`;
    case 'Edm.Double':
      return `${annotation(name, value.type)}${key}:${jsonNumber.test(value.value) ? value.value : `"${value.value}"`}`;
    case 'Edm.Int64':
    case 'Edm.DateTime':
    case 'Edm.Guid':
    case 'Edm.Binary':
      return `${annotation(name, value.type)}${key}:"${value.value}"`;
  }
}

/** NaN, the infinities and forms such as `.5` are not JSON numbers. The annotation allows them to be sent as text. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function annotation(name: string, type: string): string {
  return `${JSON.stringify(`${name}@odata.type`)}:"${type}",`;
}

function wrongText(name: string, value: EdmValue, problem: string): StowageError {
  const fix = t`Enter a value of type ${value.type}.`;
  const shown = JSON.stringify(value.value);
  return new StowageError('invalid.entity', `${name}: ${shown} ${problem}. ${fix}`, {
    context: { field: name, problem: `${shown} ${problem}.`, fix },
  });
}
