// What the service accepts as an entity, checked here because the emulator accepts far more.
import { StowageError } from '@shared/errors';
import type { Entity, Property } from '@shared/model/entity';
import { KiB, MiB } from '@shared/units';
import { checkKey, isPropertyName, loneSurrogateAt } from '@shared/query/key-rules';

/** Without the three that every entity has. */
export const maximumProperties = 252;
export const maximumEntityBytes = MiB;
const maximumValueBytes = 64 * KiB;
const maximumTextUnits = maximumValueBytes / 2;
const systemProperties: ReadonlySet<string> = new Set(['PartitionKey', 'RowKey', 'Timestamp']);

/**
 * Texts of values are the codec's to check.
 * @throws StowageError `invalid.key`, or `invalid.entity` naming the property
 */
export function checkEntity(entity: Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>): void {
  checkKey('PartitionKey', entity.partitionKey);
  checkKey('RowKey', entity.rowKey);
  if (entity.properties.length > maximumProperties) {
    throw refused(
      'properties',
      `the entity has ${entity.properties.length} of them.`,
      `An entity holds at most ${maximumProperties} besides its keys and Timestamp.`,
    );
  }
  const names = new Set<string>();
  for (const property of entity.properties) {
    checkProperty(property);
    if (names.has(property.name)) throw refused(property.name, 'the name occurs twice.', 'Leave one of them out.');
    names.add(property.name);
  }
  const bytes = storedBytes(entity);
  if (bytes > maximumEntityBytes) {
    throw refused('entity', `it takes ${bytes} bytes.`, `An entity holds at most ${maximumEntityBytes} bytes.`);
  }
}

/** What an entity takes in the store, as the service counts it. */
export function storedBytes(entity: Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>): number {
  let bytes = 4 + 2 * (entity.partitionKey.length + entity.rowKey.length);
  for (const { name, value } of entity.properties) bytes += 8 + 2 * name.length + valueBytes(value);
  return bytes;
}

function checkProperty({ name, value }: Property): void {
  if (!isPropertyName(name)) {
    throw refused(JSON.stringify(name), 'this is no property name.', 'Use letters, digits and _, no digit first.');
  }
  if (systemProperties.has(name)) {
    throw refused(name, 'the service keeps this property itself.', 'Give the property another name.');
  }
  if (value.type === 'Edm.String') {
    if (value.value.length > maximumTextUnits) {
      throw refused(
        name,
        `the text is ${value.value.length} characters long.`,
        `A text holds at most ${maximumTextUnits}.`,
      );
    }
    const lone = loneSurrogateAt(value.value);
    if (lone >= 0) {
      throw refused(name, `the text holds half a character at position ${lone + 1}.`, 'Type the character again.');
    }
  }
  if (value.type === 'Edm.Binary' && valueBytes(value) - 4 > maximumValueBytes) {
    throw refused(name, 'the binary value is too long.', `It holds at most ${maximumValueBytes} bytes.`);
  }
  if (value.type === 'Edm.DateTime' && value.value < '1601') {
    throw refused(name, `${value.value} is too early.`, 'Times start at 1601-01-01T00:00:00Z.');
  }
}

function valueBytes(value: Property['value']): number {
  switch (value.type) {
    case 'Edm.String':
      return 4 + 2 * value.value.length;
    case 'Edm.Binary':
      return 4 + Math.floor((value.value.replace(/=+$/, '').length * 3) / 4);
    case 'Edm.Boolean':
      return 1;
    case 'Edm.Int32':
      return 4;
    case 'Edm.Guid':
      return 16;
    case 'Edm.Int64':
    case 'Edm.Double':
    case 'Edm.DateTime':
      return 8;
  }
}

function refused(field: string, problem: string, fix: string): StowageError {
  return new StowageError('invalid.entity', `${field}: ${problem} ${fix}`, { context: { field, problem, fix } });
}
