// An entity as one line of JSON that loses nothing: every value is its type and exact wire text. The form of
// `stowage query --json`, without the time stamp and the ETag, which the service makes anew.
import { z } from 'zod';
import { type Entity, edmValue } from '../model/entity';

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

const lossless = z.object({
  PartitionKey: z.string(),
  RowKey: z.string(),
  properties: z.unknown(),
});

/** What `renderEntityLine` and `stowage query --json` write; null for any other object. Every value is a text, so that JSON.parse loses nothing. */
export function parseEntityLine(parsed: unknown): Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'> | null {
  const line = lossless.safeParse(parsed);
  if (!line.success) return null;
  const { properties } = line.data;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return null;
  const list = [];
  for (const [name, member] of Object.entries(properties)) {
    const value = edmValue.safeParse(member);
    if (!value.success) return null;
    list.push({ name, value: value.data });
  }
  return { partitionKey: line.data.PartitionKey, rowKey: line.data.RowKey, properties: list };
}
