// Entities between the service's JSON (minimal metadata) and our model, losing nothing: a whole double stays
// `200.0`, ticks and 64-bit integers keep every digit. Scanning: page-scanner.ts; limits: entity-rules.ts.
import { StowageError } from '@shared/errors';
import type { EdmValue, Entity } from '@shared/model/entity';
import { edmTextProblem } from '@shared/query/edm-value';
import { PageScanner } from './page-scanner';

/**
 * The rows of one query answer, in the order of the service.
 * @throws StowageError `network.truncated` when the text ends too early, `bug.unexpected` when it is no such answer
 */
export function decodePage(body: Buffer | string): Entity[] {
  return new PageScanner(textOf(body)).page();
}

/** One entity as a point read answers it. Throws as `decodePage`. */
export function decodeEntity(body: Buffer | string): Entity {
  return new PageScanner(textOf(body)).single();
}

/**
 * The body of a write: keys first, then the properties in their order, each with the type that its JSON form does
 * not show by itself. The text of an untouched value goes out as it came in.
 * @throws StowageError `invalid.entity` when a text is no value of its type
 */
export function encodeEntity(entity: Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>): string {
  let json = `{"PartitionKey":${JSON.stringify(entity.partitionKey)},"RowKey":${JSON.stringify(entity.rowKey)}`;
  for (const { name, value } of entity.properties) {
    if (value.type !== 'Edm.Boolean') refuseWrongText(name, value);
    json += `,${encodeProperty(name, value)}`;
  }
  return `${json}}`;
}

function encodeProperty(name: string, value: EdmValue): string {
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

function refuseWrongText(name: string, value: Exclude<EdmValue, { type: 'Edm.Boolean' }>): void {
  const problem = edmTextProblem(value.type, value.value);
  if (problem === null) return;
  const fix = `Give a value of type ${value.type}.`;
  throw new StowageError('invalid.entity', `${name}: ${JSON.stringify(value.value)} ${problem}. ${fix}`, {
    context: { field: name, problem: `${JSON.stringify(value.value)} ${problem}.`, fix },
  });
}

function textOf(body: Buffer | string): string {
  return typeof body === 'string' ? body : body.toString('utf8');
}
