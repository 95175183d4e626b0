// An entity as JSON text in the service's own form: annotated types where JSON alone would lose them, values exact.
import type { EdmValue, Entity } from '@shared/model/entity';
import { byteLength } from './value-format';

/** Two-space JSON with keys first, `odata.etag` and Timestamp where they are known. */
export function entityJson(entity: Entity): string {
  const lines: string[] = [];
  const add = (name: string, text: string): void => {
    lines.push(`  ${JSON.stringify(name)}: ${text}`);
  };
  if (entity.etag !== '') add('odata.etag', JSON.stringify(entity.etag));
  add('PartitionKey', JSON.stringify(entity.partitionKey));
  add('RowKey', JSON.stringify(entity.rowKey));
  if (entity.timestamp !== '') add('Timestamp', JSON.stringify(entity.timestamp));
  for (const { name, value } of entity.properties) {
    if (needsAnnotation(value)) add(`${name}@odata.type`, JSON.stringify(value.type));
    add(name, valueText(value));
  }
  return `{\n${lines.join(',\n')}\n}`;
}

function needsAnnotation(value: EdmValue): boolean {
  switch (value.type) {
    case 'Edm.String':
    case 'Edm.Boolean':
    case 'Edm.Int32':
      return false;
    case 'Edm.Double':
      return !isNumberWithFraction(value.value);
    default:
      return true;
  }
}

function valueText(value: EdmValue): string {
  if (value.type === 'Edm.Boolean') return String(value.value);
  if (value.type === 'Edm.Int32' || (value.type === 'Edm.Double' && /^-?\d/.test(value.value))) return value.value;
  return JSON.stringify(value.value);
}

/** JSON readers take `200` for an integer; only a fraction or an exponent marks a double. */
function isNumberWithFraction(text: string): boolean {
  return /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text) && /[.eE]/.test(text);
}

/** Bytes of an entity as billed and as limited to 1 MiB. */
export function entityBytes(entity: Entity): number {
  const keys = 4 + 2 * (entity.partitionKey.length + entity.rowKey.length);
  return entity.properties.reduce((sum, { name, value }) => sum + 8 + 2 * name.length + valueBytes(value), keys);
}

function valueBytes(value: EdmValue): number {
  switch (value.type) {
    case 'Edm.String':
      return 4 + 2 * value.value.length;
    case 'Edm.Binary':
      return 4 + byteLength(value.value);
    case 'Edm.Boolean':
      return 1;
    case 'Edm.Int32':
      return 4;
    case 'Edm.Int64':
    case 'Edm.Double':
    case 'Edm.DateTime':
      return 8;
    case 'Edm.Guid':
      return 16;
  }
}
