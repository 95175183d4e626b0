// The size that the service counts for an entity, by the rule in "Understanding the Table service data model" and the
// capacity formula of its team: 4 bytes, 2 per key character, and per property 8, 2 per name character and its value.
import type { EdmValue, Entity } from '@shared/model/entity';
import { byteLength } from './value-format';

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
