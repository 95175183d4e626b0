// Entity group transactions: grouping writes into them (one partition each, at most 100 operations and 4 MiB, every row
// at most once), rendering them as text, and reading the multipart responses. Built by hand, because the SDK runs its
// whole pipeline once per entity.
import { randomUUID } from 'node:crypto';
import { entityPath } from '@shared/edit/entity-path';
import { boundariesOf, renderPart, renderTransaction, transactionType } from '@shared/edit/multipart';
import type { PartTarget } from '@shared/edit/review';
import { StowageError } from '@shared/errors';
import { type TableService, tableLimits } from '@shared/model/table-service';
import type { Entity } from '@shared/model/entity';
import { parseRetryAfter } from '../azure/retry-policy';
import { encodeEntity } from './entity-codec';

/** `insert` fails when the row exists; the others overwrite it. `upsert-merge` retains properties that are not sent. */
export type WriteMode = 'insert' | 'upsert-merge' | 'upsert-replace';

export interface BatchOperation extends PlannedOperation {
  readonly entity: Entity;
  /** The operation's part of the request body, without boundaries. */
  readonly text: string;
}

/**
 * @throws StowageError `invalid.entity` when a value's text is not of its type
 */
export function batchOperation(
  { endpoint, service }: PartTarget,
  table: string,
  mode: WriteMode,
  entity: Entity,
): BatchOperation {
  const target = mode === 'insert' ? `${endpoint}/${table}` : `${endpoint}${entityPath(table, entity)}`;
  const text = renderPart({ method: writeVerb(mode), target, ifMatch: null, body: encodeEntity(entity), service });
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
      /** Which operation, if the service names it. */
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

/** A quick check whether every operation succeeded; if not, `parseBatchAnswer` returns the outcome. */
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

/**
 * The operation for which a throttled service rejected the batch, with the wait that it asks for; null when there is
 * none. Nothing of the batch was carried out then.
 */
export function busyOperation(body: Buffer): { readonly status: number; readonly retryAfterMs: number | null } | null {
  const at = busyLines.map((line) => body.indexOf(line)).find((found) => found >= 0);
  if (at === undefined) return null;
  const part = body.toString('utf8', at + statusLine.length);
  const named = {
    'x-ms-retry-after-ms': headerOf(part, 'x-ms-retry-after-ms'),
    'retry-after': headerOf(part, 'retry-after'),
  };
  return { status: statusOf(part), retryAfterMs: parseRetryAfter(named, 0) };
}

const busyLines = ['\nHTTP/1.1 429', '\nHTTP/1.1 503'].map((line) => Buffer.from(line));

function headerOf(part: string, name: string): string {
  const [head = ''] = part.split(/\r?\n\r?\n/, 1);
  return new RegExp(`^${name}: *(.+?)\\r?$`, 'im').exec(head)?.[1] ?? '';
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

export interface PlannedOperation {
  readonly partitionKey: string;
  readonly rowKey: string;
  /** Size of the operation in the request. */
  readonly bytes: number;
}

export interface BatchLimits {
  readonly operations: number;
  readonly bytes: number;
  /** How many operations may wait in incomplete batches, over all partitions. */
  readonly waiting: number;
}

/** The service's limits, less 4 KiB for the envelope of the request. */
export const batchLimitsOf = (service: TableService): BatchLimits => ({
  operations: 100,
  bytes: tableLimits[service].batchBytes - 4096,
  waiting: 10_000,
});
export const batchLimits: BatchLimits = batchLimitsOf('storage');

/** When too much waits, batches are closed until this share of `waiting` is left. */
const retainedShare = 0.75;

/** Groups operations as they come and holds them until their batch is complete. */
export class BatchPlanner<T extends PlannedOperation> {
  readonly #open: OpenBatches<T[]>;

  constructor(limits: BatchLimits = batchLimits) {
    this.#open = new OpenBatches<T[]>(() => [], limits);
  }

  /** No incomplete batch is held. */
  get isEmpty(): boolean {
    return this.#open.isEmpty;
  }

  /** Adds an operation; returns the batches that became complete, in the order in which they must be sent. */
  add(operation: T): readonly (readonly T[])[] {
    this.#open.batchFor(operation.partitionKey, operation.rowKey, operation.bytes).push(operation);
    return this.#open.takeReady();
  }

  /** Closes and returns all incomplete batches. */
  flush(): readonly (readonly T[])[] {
    this.#open.flush();
    return this.#open.takeReady();
  }
}

const none: readonly never[] = [];

/** The same grouping for callers that store the operations of a batch in a custom form, `C`. */
export class OpenBatches<C> {
  readonly #begin: () => C;
  readonly #limits: BatchLimits;
  readonly #open = new Map<string, OpenBatch<C>>();
  #ready: C[] = [];
  #waiting = 0;

  /** @param begin creates an empty batch */
  constructor(begin: () => C, limits: BatchLimits = batchLimits) {
    this.#begin = begin;
    this.#limits = limits;
  }

  get isEmpty(): boolean {
    return this.#waiting === 0;
  }

  /** Number of incomplete batches. */
  get openCount(): number {
    return this.#open.size;
  }

  /**
   * The batch that the operation belongs to. The caller adds it there before calling `takeReady`.
   * @param rowKey null when it is known that no row occurs twice
   */
  batchFor(partitionKey: string, rowKey: string | null, bytes: number): C {
    let batch = this.#open.get(partitionKey);
    if (batch !== undefined && !this.#fits(batch, rowKey, bytes)) {
      this.#close(partitionKey, batch);
      batch = undefined;
    }
    if (batch === undefined) {
      batch = { content: this.#begin(), operations: 0, rowKeys: new Set(), bytes: 0 };
      this.#open.set(partitionKey, batch);
    }
    batch.operations += 1;
    if (rowKey !== null) batch.rowKeys.add(rowKey);
    batch.bytes += bytes;
    this.#waiting += 1;
    if (batch.operations === this.#limits.operations) this.#close(partitionKey, batch);
    if (this.#waiting > this.#limits.waiting) this.#closeFullest();
    return batch.content;
  }

  get hasReady(): boolean {
    return this.#ready.length > 0;
  }

  /** The batches that became complete, in the order in which they are to be sent. */
  takeReady(): readonly C[] {
    if (this.#ready.length === 0) return none;
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** Closes all incomplete batches. */
  flush(): void {
    for (const [partitionKey, batch] of this.#open) this.#close(partitionKey, batch);
  }

  #fits(batch: OpenBatch<C>, rowKey: string | null, bytes: number): boolean {
    return batch.bytes + bytes <= this.#limits.bytes && (rowKey === null || !batch.rowKeys.has(rowKey));
  }

  #close(partitionKey: string, batch: OpenBatch<C>): void {
    this.#open.delete(partitionKey);
    this.#waiting -= batch.operations;
    this.#ready.push(batch.content);
  }

  /** Closes several at once, because finding the fullest means looking at all. */
  #closeFullest(): void {
    const retained = Math.floor(this.#limits.waiting * retainedShare);
    const fullestFirst = [...this.#open].sort(([, left], [, right]) => right.operations - left.operations);
    for (const [partitionKey, batch] of fullestFirst) {
      if (this.#waiting <= retained) break;
      this.#close(partitionKey, batch);
    }
  }
}

interface OpenBatch<C> {
  readonly content: C;
  readonly rowKeys: Set<string>;
  operations: number;
  bytes: number;
}
