// An entity as one line of JSON without loss: every value is its type and exact wire text. It is the form of `stowage
// query --json`, but without the timestamp and the ETag, which the service creates anew.
import { edmTypes } from '../model/edm-types';
import type { EdmValue, Entity } from '../model/entity';

/** Without a line end. Built by hand, so that a property may have any name (`__proto__` too) and keeps its order. */
export function renderEntityLine(
  row: Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'> & { readonly timestamp?: string | undefined },
): string {
  const text = JSON.stringify;
  let properties = '';
  for (const { name, value } of row.properties) {
    const written = typeof value.value === 'boolean' ? String(value.value) : text(value.value);
    properties += `${properties === '' ? '' : ','}${text(name)}:{"type":"${value.type}","value":${written}}`;
  }
  const stamp = row.timestamp === undefined ? '' : `"Timestamp":${text(row.timestamp)},`;
  return `{"PartitionKey":${text(row.partitionKey)},"RowKey":${text(row.rowKey)},${stamp}"properties":{${properties}}}`;
}

/**
 * The lines that `renderEntityLine` and `stowage query --json` write; null for any other object. Every value is a text,
 * so that JSON.parse loses nothing.
 */
export function parseEntityLine(parsed: unknown): Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'> | null {
  if (!isRecord(parsed)) return null;
  const { PartitionKey: partitionKey, RowKey: rowKey, properties } = parsed;
  if (typeof partitionKey !== 'string' || typeof rowKey !== 'string' || !isRecord(properties)) return null;
  const list = [];
  for (const [name, member] of Object.entries(properties)) {
    const value = valueOf(member);
    if (value === null) return null;
    list.push({ name, value });
  }
  return { partitionKey, rowKey, properties: list };
}

// By hand: a schema for it would be most of the code that a thread reads at its start.
function valueOf(member: unknown): EdmValue | null {
  if (!isRecord(member)) return null;
  const { type, value } = member;
  if (type === 'Edm.Boolean') return typeof value === 'boolean' ? { type, value } : null;
  const known = edmTypes.find((one) => one === type);
  return known === undefined || known === 'Edm.Boolean' || typeof value !== 'string' ? null : { type: known, value };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
