// The rows of a secondary index: each is a copy of an entity in the same partition, under a RowKey that begins with the
// value of the indexed property. Definitions are rows of a partition of their own.
import type { EntityKeys } from '../model/edit';
import type { EdmValue, Entity, Property } from '../model/entity';
import { type IndexDefinition, indexDefinition } from '../model/table-index';
import { type IndexSection, indexedValue, valueOfIndexed } from './index-value';

/** Where the definitions are. */
export const definitionPartition = '~stowage-index';
/** What the RowKeys of all index rows begin with. */
export const indexRowPrefix = '~ix~';
/** Follows a value, so that it and the key of the entity can be told apart. */
export const valueEnd = '!';

type Keyed = Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>;

/** Whether it belongs to indexes rather than to the data of the table. */
export function isIndexRow({ partitionKey, rowKey }: EntityKeys): boolean {
  return rowKey.startsWith(indexRowPrefix) || partitionKey === definitionPartition;
}

/** The index row of an entity; null where it lacks the property. */
export function indexRowOf(
  { name, property }: Pick<IndexDefinition, 'name' | 'property'>,
  entity: Keyed,
): Keyed | null {
  const value = indexedOf(property, entity);
  if (value === null) return null;
  const { partitionKey, rowKey, properties } = entity;
  return { partitionKey, rowKey: indexRowKey(name, value, rowKey), properties };
}

function indexRowKey(name: string, value: EdmValue, rowKey: string): string {
  const { section, text } = indexedValue(value);
  return `${sectionPrefix(name, section)}${text}${valueEnd}${rowKey}`;
}

/** What the RowKeys of the index begin with, for values of one section. */
export function sectionPrefix(name: string, section: IndexSection): string {
  return `${indexPrefix(name)}${section}~`;
}

/** What the RowKeys of the index begin with. */
export function indexPrefix(name: string): string {
  return `${indexRowPrefix}${name}~`;
}

export interface ReadIndexKey {
  readonly name: string;
  /** As text for people. */
  readonly value: string;
  /** Of the entity. */
  readonly rowKey: string;
}

const indexKey = /^~ix~([A-Za-z][A-Za-z0-9_-]*)~([sndbgx])~([^!]*)!([^]*)$/;

/** What the RowKey of an index row says; null for any other key. */
export function readIndexKey(rowKey: string): ReadIndexKey | null {
  const [, name, section, text, original] = indexKey.exec(rowKey) ?? [];
  if (name === undefined || section === undefined || text === undefined || original === undefined) return null;
  const value = valueOfIndexed({ section: section as IndexSection, text });
  return value === null ? null : { name, value, rowKey: original };
}

const maxNameLength = 32;

/** 1 to 32 characters; they take part of the length that keys may have. */
export function isIndexName(name: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_-]*$/.test(name) && name.length <= maxNameLength;
}

/** A valid name for an index by that property, whatever its letters and length. */
export function proposedIndexName(property: string): string {
  return `by${property.replace(/[^A-Za-z0-9_-]/g, '')}`.slice(0, maxNameLength);
}

/** The version of this layout. Definitions of another are not read. */
const layout = '1';

export function definitionEntity({ name, property, state, createdAt, writer }: IndexDefinition): Keyed {
  const text = (key: string, value: string): Property => ({ name: key, value: { type: 'Edm.String', value } });
  return {
    partitionKey: definitionPartition,
    rowKey: name,
    properties: [
      text('Property', property),
      text('State', state),
      { name: 'CreatedAt', value: { type: 'Edm.DateTime', value: createdAt } },
      text('Writer', writer),
      text('Layout', layout),
    ],
  };
}

/** Null where the entity is no definition that this version understands. */
export function definitionOf({ partitionKey, rowKey, properties }: Keyed): IndexDefinition | null {
  if (partitionKey !== definitionPartition || !isIndexName(rowKey)) return null;
  const values = new Map(properties.map(({ name, value }) => [name, value.value]));
  if (values.get('Layout') !== layout) return null;
  const read = indexDefinition.safeParse({
    name: rowKey,
    property: values.get('Property'),
    state: values.get('State'),
    createdAt: values.get('CreatedAt'),
    writer: values.get('Writer'),
  });
  return read.success ? read.data : null;
}

function indexedOf(property: string, { partitionKey, rowKey, properties }: Keyed): EdmValue | null {
  if (isIndexRow({ partitionKey, rowKey })) return null;
  return properties.find(({ name }) => name === property)?.value ?? null;
}
