// An entity group transaction as text: the multipart request, written by hand because the SDK runs its whole
// pipeline once per entity, and the multipart answer.
import { randomUUID } from 'node:crypto';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { encodeEntity } from './entity-codec';
import type { PlannedOperation } from './batch-plan';

/** `insert` fails where the row exists; the others write in any case: merge keeps properties that are not sent. */
export type WriteMode = 'insert' | 'upsert-merge' | 'upsert-replace';

export interface BatchOperation extends PlannedOperation {
  readonly entity: Entity;
  /** The operation's part of the request, without boundaries. */
  readonly text: string;
}

/**
 * @param endpoint of the table service, without trailing slash
 * @throws StowageError `invalid.entity` when a value's text is not of its type
 */
export function batchOperation(endpoint: string, table: string, mode: WriteMode, entity: Entity): BatchOperation {
  const target =
    mode === 'insert' ? `POST ${endpoint}/${table}` : `${upsertVerbs[mode]} ${endpoint}${entityPath(table, entity)}`;
  // Line separators are legal in JSON, but readers that go by lines stumble over them.
  const json = encodeEntity(entity).replace(/[\u2028\u2029]/g, (character) =>
    character === '\u2028' ? '\\u2028' : '\\u2029',
  );
  const text = `${target} HTTP/1.1\r\n${mode === 'insert' ? insertHeaders : upsertHeaders}\r\n\r\n${json}\r\n`;
  const bytes = Buffer.byteLength(text) + partOverheadBytes;
  return { partitionKey: entity.partitionKey, rowKey: entity.rowKey, entity, text, bytes };
}

/** `/Table(PartitionKey='…',RowKey='…')`, percent-encoded. */
export function entityPath(table: string, key: Pick<Entity, 'partitionKey' | 'rowKey'>): string {
  return `/${table}(PartitionKey='${inPath(key.partitionKey)}',RowKey='${inPath(key.rowKey)}')`;
}

export function renderBatch(operations: readonly BatchOperation[]): { contentType: string; body: Buffer } {
  const batch = `batch_${randomUUID()}`;
  const changes = `changeset_${randomUUID()}`;
  const parts = operations.map(({ text }) => `--${changes}\r\n${partHeaders}\r\n\r\n${text}`);
  const text = [
    `--${batch}\r\nContent-Type: multipart/mixed; boundary=${changes}\r\n\r\n`,
    ...parts,
    `--${changes}--\r\n--${batch}--\r\n`,
  ].join('');
  return { contentType: `multipart/mixed; boundary=${batch}`, body: Buffer.from(text) };
}

/** What the service did: everything, or nothing because of one operation. */
export type BatchAnswer =
  | { readonly kind: 'done'; readonly etags: readonly string[] }
  | {
      readonly kind: 'failed';
      readonly status: number;
      readonly serviceCode: string;
      readonly serviceMessage: string;
      /** Which operation, where the service says so. */
      readonly index: number | null;
    };

/**
 * @param sent how many operations the request had
 * @throws StowageError `network.truncated` when an operation has no answer
 */
export function parseBatchAnswer(body: string, sent: number): BatchAnswer {
  const parts = body.split(/^HTTP\/1\.1 /m).slice(1);
  const failed = parts.find((part) => statusOf(part) >= 400);
  if (failed !== undefined) return parseFailure(failed);
  if (parts.length < sent) {
    throw new StowageError('network.truncated', 'The answer to a batch ended before it was complete.');
  }
  return { kind: 'done', etags: parts.map((part) => /^ETag: *(.+?)\r?$/im.exec(part)?.[1] ?? '') };
}

const upsertVerbs = { 'upsert-merge': 'PATCH', 'upsert-replace': 'PUT' } as const;
const partHeaders = 'Content-Type: application/http\r\nContent-Transfer-Encoding: binary';
const upsertHeaders = [
  'Content-Type: application/json',
  'Accept: application/json;odata=minimalmetadata',
  'DataServiceVersion: 3.0',
].join('\r\n');
/** Without it the service sends every inserted entity back. */
const insertHeaders = `${upsertHeaders}\r\nPrefer: return-no-content`;
/** Boundary and headers of one part. */
const partOverheadBytes = 140;

function inPath(key: string): string {
  return encodeURIComponent(key.replaceAll("'", "''")).replaceAll("'", '%27');
}

function statusOf(part: string): number {
  return Number.parseInt(part, 10);
}

function parseFailure(part: string): BatchAnswer {
  const serviceCode = /"code"\s*:\s*"([A-Za-z0-9]+)"/.exec(part)?.[1] ?? /<code>(\w+)</i.exec(part)?.[1] ?? '';
  const written = /"value"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(part)?.[1] ?? '';
  const [, index, message = ''] = /^(?:(\d{1,2}):)?([^\\\r\n]*)/.exec(written) ?? [];
  return {
    kind: 'failed',
    status: statusOf(part),
    serviceCode,
    serviceMessage: message.slice(0, 300),
    index: index === undefined ? null : Number(index),
  };
}
