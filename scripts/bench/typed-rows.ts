// Entities with 16 properties of all types, about 1 KiB each, in the forms of Stowage and of the SDK.
import type { EdmValue, Entity } from '@shared/model/entity';

const partitions = 10;
const text: EdmValue = { type: 'Edm.String', value: 'harbour '.repeat(12) };

/** The row at an index of a table of that size, spread over ten partitions in key order. */
export function typedEntity(index: number, entities: number): Entity {
  const whole: EdmValue = { type: 'Edm.Int32', value: String(index) };
  const values: Readonly<Record<string, EdmValue>> = {
    Shipper: text,
    Consignee: text,
    Route: text,
    Remarks: text,
    Deck: whole,
    Bay: whole,
    Tier: whole,
    Weight: { type: 'Edm.Double', value: `${index}.5` },
    Draught: { type: 'Edm.Double', value: '3.25' },
    Sealed: { type: 'Edm.Boolean', value: true },
    Hazardous: { type: 'Edm.Boolean', value: false },
    Serial: { type: 'Edm.Int64', value: String(9_007_199_254_740_993n + BigInt(index)) },
    Tally: { type: 'Edm.Int64', value: '12345678901' },
    LoadedAt: { type: 'Edm.DateTime', value: '2026-01-01T00:00:00.1234567Z' },
    Id: { type: 'Edm.Guid', value: '0b7d2f6e-55c1-4a0e-9d36-7f0d1c5a2e11' },
    Stamp: { type: 'Edm.Binary', value: 'AAECAwQFBgc=' },
  };
  return {
    partitionKey: `pier-${Math.floor((index * partitions) / entities)}`,
    rowKey: String(index).padStart(8, '0'),
    timestamp: '2026-01-01T00:00:00.0000000Z',
    etag: '',
    properties: Object.entries(values).map(([name, value]) => ({ name, value })),
  };
}

/** The properties in the form of the SDK, each with its type. */
export function sdkProperties({ properties }: Entity): Record<string, unknown> {
  return Object.fromEntries(
    properties.map(({ name, value }) => [
      name,
      value.type === 'Edm.Boolean' ? value.value : { type: value.type.slice('Edm.'.length), value: value.value },
    ]),
  );
}
