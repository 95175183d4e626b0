// One entity as `stowage query` prints it, read back from a file. Every rejection names the field and the fix.
import { StowageError } from '@shared/errors';
import { type EdmValue, type Property, edmType } from '@shared/model/entity';
import { valueProblem } from '@shared/edit/encode-entity';

export interface EntityFile {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Empty where the file gives none. */
  readonly etag: string;
  /** In the order of the file; a property of type Edm.Null is none, as the service stores none. */
  readonly properties: readonly Property[];
}

const form = '{"PartitionKey":"…","RowKey":"…","properties":{"Name":{"type":"Edm.String","value":"…"}}}';
const known: ReadonlySet<string> = new Set(['PartitionKey', 'RowKey', 'Timestamp', 'etag', 'properties']);

/** @throws StowageError `invalid.entity` naming the field */
export function parseEntityFile(content: string): EntityFile {
  const root = fieldsOf(parsedJson(content), 'The file', `Use a single entity: ${form}`);
  for (const name of root.keys()) {
    if (!known.has(name))
      throw inputError(name, 'is not a part of an entity.', 'Put it under properties, with its type.');
  }
  const properties = root.get('properties');
  return {
    partitionKey: textField(root, 'PartitionKey'),
    rowKey: textField(root, 'RowKey'),
    etag: root.get('etag') === undefined ? '' : textField(root, 'etag'),
    properties:
      properties === undefined
        ? []
        : [...fieldsOf(properties, 'properties', `Use an object: ${form}`)].flatMap(([name, value]) => {
            const read = readValue(name, value);
            return read === null ? [] : [{ name, value: read }];
          }),
  };
}

/** Null for a property without a value, which a table does not have. */
function readValue(name: string, given: unknown): EdmValue | null {
  if (given === null) return null;
  const fields = fieldsOf(given, name, 'Use an object such as {"type":"Edm.String","value":"…"}.');
  const type = fields.get('type');
  const value = fields.get('value');
  if (type === 'Edm.Null') return null;
  const parsed = edmType.safeParse(type);
  if (!parsed.success) {
    const shown =
      type === undefined ? 'has no type.' : `has the type ${JSON.stringify(type)}, which tables do not support.`;
    throw inputError(name, shown, `Use one of ${edmType.options.join(', ')}.`);
  }
  if (value === null) return null;
  if (parsed.data === 'Edm.Boolean') {
    if (typeof value === 'boolean') return { type: parsed.data, value };
    throw inputError(name, 'has a value that is neither true nor false.', 'Use true or false, without quotes.');
  }
  if (typeof value !== 'string') {
    const fix = typeof value === 'number' ? `Use text: "${value}".` : 'Put the exact value in quotes.';
    throw inputError(name, 'has a value that is not text.', fix);
  }
  const read: EdmValue = { type: parsed.data, value };
  const problem = valueProblem(read);
  if (problem !== null)
    throw inputError(name, `is ${JSON.stringify(value)}, which ${problem}.`, `Use a value of type ${read.type}.`);
  return read;
}

function parsedJson(content: string): unknown {
  try {
    return JSON.parse(content.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    throw inputError('The file', 'is not JSON.', `Use a single entity: ${form}`);
  }
}

/** A map, so that no name (`__proto__`…) is special. */
function fieldsOf(value: unknown, field: string, fix: string): Map<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return new Map(Object.entries(value));
  throw inputError(field, 'is not a JSON object.', fix);
}

function textField(fields: ReadonlyMap<string, unknown>, name: string): string {
  const value = fields.get(name);
  if (typeof value === 'string') return value;
  const problem = value === undefined ? 'is missing.' : 'is not text.';
  throw inputError(name, problem, 'Use text in quotes; it can be empty.');
}

function inputError(field: string, problem: string, fix: string): StowageError {
  return new StowageError('invalid.entity', `${field} ${problem} ${fix}`, { context: { field, problem, fix } });
}
