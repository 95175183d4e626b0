// The entities that experiments write, by default 1 KiB of random bytes in eight binary properties, and the requests that
// carry them.
import type { PayloadShape } from '@shared/lab/steps';
import { eightBinary } from '@shared/lab/table-parameters';
import type { Entity, Property } from '@shared/model/entity';
import type { ServiceRequest } from '../../azure/account';
import { batchOperation, renderBatch } from '../../tables/batch';
import { encodeEntity } from '../../tables/entity-codec';
import { readHeaders } from '@shared/query/read-request';

const minPoolBytes = 64 * 1024;

/** Gives out pieces of a pool of random bytes: as incompressible as new ones, and quick. */
export function createPayload(random: () => number, shape: PayloadShape = eightBinary): () => Property[] {
  const { type, bytes, properties } = shape;
  const pool = Buffer.from(Array.from({ length: Math.max(minPoolBytes, 2 * bytes) }, () => Math.floor(random() * 256)));
  const text = type === 'Edm.String' ? pool.toString('base64url') : '';
  return () =>
    Array.from({ length: properties }, (_, index) => {
      const from = Math.floor(random() * (pool.length - bytes));
      const value =
        type === 'Edm.String' ? text.slice(from, from + bytes) : pool.subarray(from, from + bytes).toString('base64');
      return { name: properties === 1 ? 'Payload' : `Payload${index + 1}`, value: { type, value } };
    });
}

export interface Keys {
  readonly partitionKey: string;
  readonly rowKey: string;
}

export function entityOf(keys: Keys, properties: readonly Property[]): Entity {
  return { ...keys, timestamp: '', etag: '', properties: [...properties] };
}

export interface TableTarget {
  readonly table: string;
  /** Of the table service, without trailing slash. */
  readonly endpoint: string;
  readonly signal: AbortSignal;
}

/** Entities of one partition: one transaction, or a plain insert for a single one. */
export function insertRequest(
  target: TableTarget,
  entities: readonly Entity[],
): ServiceRequest & { readonly body: Uint8Array } {
  const [only] = entities;
  if (entities.length === 1 && only !== undefined) {
    return {
      ...base(target, 'InsertEntity', 'POST', `/${target.table}`),
      headers: { ...readHeaders, 'content-type': 'application/json', prefer: 'return-no-content' },
      body: Buffer.from(encodeEntity(only)),
    };
  }
  const message = renderBatch(
    entities.map((one) =>
      batchOperation({ endpoint: target.endpoint, service: 'storage' }, target.table, 'insert', one),
    ),
  );
  return {
    ...base(target, 'EntityGroupTransaction', 'POST', '/$batch'),
    headers: { ...readHeaders, 'content-type': message.contentType },
    body: message.body,
  };
}

export function pointRequest(
  target: TableTarget,
  operation: 'get' | 'update' | 'delete',
  keys: Keys,
  properties: readonly Property[],
): ServiceRequest {
  const path = `/${target.table}(PartitionKey='${quoted(keys.partitionKey)}',RowKey='${quoted(keys.rowKey)}')`;
  switch (operation) {
    case 'get':
      return { ...base(target, 'GetEntity', 'GET', path), headers: readHeaders };
    case 'update':
      return {
        ...base(target, 'MergeEntity', 'MERGE', path),
        headers: { ...readHeaders, 'content-type': 'application/json', 'if-match': '*' },
        body: Buffer.from(encodeEntity(entityOf(keys, properties))),
      };
    case 'delete':
      return { ...base(target, 'DeleteEntity', 'DELETE', path), headers: { ...readHeaders, 'if-match': '*' } };
  }
}

function base(target: TableTarget, operation: string, method: ServiceRequest['method'], path: string) {
  return {
    service: 'table',
    operation,
    method,
    path,
    resource: target.table,
    replay: 'unsafe',
    signal: target.signal,
  } as const;
}

const quoted = (key: string): string => encodeURIComponent(key.replace(/'/g, "''"));
