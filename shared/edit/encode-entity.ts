// Entities as the JSON of a write: each property with its exact wire text, and with the type that its JSON form does
// not show by itself. Reading: the engine's entity codec.
import { StowageError } from '../errors';
import type { EdmValue, Entity, Property } from '../model/entity';
import { edmTextProblem } from '../query/edm-value';
import { t } from '../strings/t';

/**
 * Keys first, then the properties in their order. The text of an untouched value goes out as it came in.
 * @throws StowageError `invalid.entity` when a text is no value of its type
 */
export function encodeEntity(entity: Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>): string {
  const keys = `"PartitionKey":${JSON.stringify(entity.partitionKey)},"RowKey":${JSON.stringify(entity.rowKey)}`;
  return `{${[keys, ...entity.properties.map(encodeProperty)].join(',')}}`;
}

/** The body of a merge or replace, whose keys are in its address. Throws as `encodeEntity`. */
export function encodeProperties(properties: readonly Property[]): string {
  return `{${properties.map(encodeProperty).join(',')}}`;
}

/** Says in half a sentence why the text is no value of its type; null when it is one. */
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

/** NaN, the infinities and forms such as `.5` are no JSON numbers and travel as text, which the annotation allows. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function annotation(name: string, type: string): string {
  return `${JSON.stringify(`${name}@odata.type`)}:"${type}",`;
}

function wrongText(name: string, value: EdmValue, problem: string): StowageError {
  const fix = t`Give a value of type ${value.type}.`;
  const shown = JSON.stringify(value.value);
  return new StowageError('invalid.entity', `${name}: ${shown} ${problem}. ${fix}`, {
    context: { field: name, problem: `${shown} ${problem}.`, fix },
  });
}
