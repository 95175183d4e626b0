// The entities that experiments write: 1 KiB of random bytes in eight binary properties, and the requests that carry
// them.
import type { Entity, Property } from '@shared/model/entity';
import type { ServiceRequest } from '../../azure/account';
import { batchOperation, renderBatch } from '../../tables/batch-message';
import { encodeEntity } from '../../tables/entity-codec';
import { readHeaders } from '@shared/query/read-request';

const propertyCount = 8;
const payloadBytes = 1024;
const poolBytes = 64 * 1024;

/** Gives out pieces of a pool of random bytes: as incompressible as new ones, and quick. */
export function createPayload(random: () => number): () => Property[] {
  const pool = Buffer.from(Array.from({ length: poolBytes }, () => Math.floor(random() * 256)));
  const size = payloadBytes / propertyCount;
  return () =>
    Array.from({ length: propertyCount }, (_, index) => {
      const from = Math.floor(random() * (poolBytes - size));
      return {
        name: `Payload${index + 1}`,
        value: { type: 'Edm.Binary', value: pool.subarray(from, from + size).toString('base64') },
      };
    });
}

export interface Keys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

export function entityOf(keys: Keys, properties: readonly Property[]): Entity {
  return { ...keys, timestamp: '', etag: '', properties: [...properties] };
}

export interface TablePlace {
  readonly table: string;
  /** Of the table service, without trailing slash. */
  readonly endpoint: string;
  readonly signal: AbortSignal;
}

/** Entities of one partition: one transaction, or a plain insert for a single one. */
export function insertRequest(
  place: TablePlace,
  entities: readonly Entity[],
): ServiceRequest & { readonly body: Uint8Array } {
  const [only] = entities;
  if (entities.length === 1 && only !== undefined) {
    return {
      ...base(place, 'InsertEntity', 'POST', `/${place.table}`),
      headers: { ...readHeaders, 'content-type': 'application/json', prefer: 'return-no-content' },
      body: Buffer.from(encodeEntity(only)),
    };
  }
  const message = renderBatch(entities.map((one) => batchOperation(place.endpoint, place.table, 'insert', one)));
  return {
    ...base(place, 'EntityGroupTransaction', 'POST', '/$batch'),
    headers: { ...readHeaders, 'content-type': message.contentType },
    body: message.body,
  };
}

export function pointRequest(
  place: TablePlace,
  operation: 'get' | 'update' | 'delete',
  keys: Keys,
  properties: readonly Property[],
): ServiceRequest {
  const path = `/${place.table}(PartitionKey='${quoted(keys.partitionKey)}',RowKey='${quoted(keys.rowKey)}')`;
  switch (operation) {
    case 'get':
      return { ...base(place, 'GetEntity', 'GET', path), headers: readHeaders };
    case 'update':
      return {
        ...base(place, 'MergeEntity', 'MERGE', path),
        headers: { ...readHeaders, 'content-type': 'application/json', 'if-match': '*' },
        body: Buffer.from(encodeEntity(entityOf(keys, properties))),
      };
    case 'delete':
      return { ...base(place, 'DeleteEntity', 'DELETE', path), headers: { ...readHeaders, 'if-match': '*' } };
  }
}

function base(place: TablePlace, operation: string, method: ServiceRequest['method'], path: string) {
  return {
    service: 'table',
    operation,
    method,
    path,
    resource: place.table,
    replay: 'unsafe',
    signal: place.signal,
  } as const;
}

const quoted = (key: string): string => encodeURIComponent(key.replace(/'/g, "''"));
