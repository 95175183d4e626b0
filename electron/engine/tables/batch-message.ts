// Entity group transactions for bulk writes as text, and their multipart responses. Built by hand, because the SDK runs
// its whole pipeline once per entity.
import { randomUUID } from 'node:crypto';
import { entityPath } from '@shared/edit/entity-path';
import { boundariesOf, renderPart, renderTransaction, transactionType } from '@shared/edit/multipart';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { encodeEntity } from './entity-codec';
import type { PlannedOperation } from './batch-plan';

/** `insert` fails when the row exists; the others overwrite it. `upsert-merge` keeps properties that are not sent. */
export type WriteMode = 'insert' | 'upsert-merge' | 'upsert-replace';

export interface BatchOperation extends PlannedOperation {
  readonly entity: Entity;
  /** The operation's part of the request body, without boundaries. */
  readonly text: string;
}

/**
 * @param endpoint of the table service, without trailing slash
 * @throws StowageError `invalid.entity` when a value's text is not of its type
 */
export function batchOperation(endpoint: string, table: string, mode: WriteMode, entity: Entity): BatchOperation {
  const target = mode === 'insert' ? `${endpoint}/${table}` : `${endpoint}${entityPath(table, entity)}`;
  const text = renderPart({ method: writeVerb(mode), target, ifMatch: null, body: encodeEntity(entity) });
  const bytes = Buffer.byteLength(text) + partOverheadBytes;
  return { partitionKey: entity.partitionKey, rowKey: entity.rowKey, entity, text, bytes };
}

export function writeVerb(mode: WriteMode): 'POST' | 'PATCH' | 'PUT' {
  return mode === 'insert' ? 'POST' : upsertMethods[mode];
}

export function renderBatch(operations: readonly { readonly text: string }[]): { contentType: string; body: Buffer } {
  const boundaries = boundariesOf(randomUUID(), randomUUID());
  const parts = operations.map(({ text }) => text);
  return {
    contentType: transactionType(boundaries),
    body: Buffer.from(renderTransaction(parts, boundaries)),
  };
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

/** A quick check whether every operation succeeded; if not, `parseBatchAnswer` tells what happened. */
export function allWritten(body: Buffer, sent: number): boolean {
  let answers = 0;
  for (let at = body.indexOf(statusLine); at >= 0; at = body.indexOf(statusLine, at + statusLine.length)) {
    if (body[at + statusLine.length] !== digitTwo) return false;
    answers += 1;
  }
  return answers >= sent;
}

const statusLine = Buffer.from('\nHTTP/1.1 ');
const digitTwo = 0x32;
const upsertMethods = { 'upsert-merge': 'PATCH', 'upsert-replace': 'PUT' } as const;
/** Boundary and headers of one part. */
const partOverheadBytes = 140;

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
