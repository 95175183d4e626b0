// The outcome of a write whose response was lost or whose repetition was rejected: which failures leave it open,
// reading the rows back, and comparing them with what was sent.
import { type ErrorCode, StowageError } from '@shared/errors';
import { isAfterBusy } from '../azure/failures/after-busy';
import { entityPath } from '@shared/edit/entity-path';
import type { Entity } from '@shared/model/entity';
import { sameEdmValue } from '@shared/query/edm-value';
import type { RestAccount } from '../azure/account';
import { decodeEntity } from './entity-codec';
import { readHeaders } from '@shared/query/read-request';

const leavesOpen: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'network.reset',
  'network.timeout',
  'network.stalled',
  'network.truncated',
  'network.oversized',
  'network.malformed',
  'throttled.server-error',
]);

/** True when the request may have been carried out although it failed. */
export function mayHaveHappened(failure: StowageError): boolean {
  return leavesOpen.has(failure.code);
}

/**
 * True when the request was certainly not carried out: the service rejected it or was never reached. Not the negation
 * of `mayHaveHappened`: for an unreadable response both are false.
 */
export function wasRejected({ kind, code }: StowageError): boolean {
  return kind === 'auth' || kind === 'notFound' || kind === 'conflict' || neverDone.has(code);
}

const neverDone: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'throttled.server-busy',
  'network.refused',
  'network.name-unknown',
  'network.certificate',
  'network.offline',
]);

/**
 * True for the failures with which the service responds to a repetition when the first attempt, whose response was
 * lost, had succeeded.
 */
export function showsEarlierSuccess(failure: StowageError): boolean {
  return afterSuccess.has(failure.code);
}

/** True when the service rejected a request that it may itself have carried out when it responded that it was busy. */
export function isRejectedAfterBusy(failure: StowageError): boolean {
  return isAfterBusy(failure) && showsEarlierSuccess(failure);
}

/**
 * The failure of a transaction that was repeated after a lost response and that its first attempt may have caused: it
 * names no row, because the row's failure may be the result of our first attempt.
 */
export function afterLostReply(failure: StowageError): StowageError {
  const { code, message, retry, requestId } = failure;
  const { index: _, partitionKey: __, rowKey: ___, ...context } = failure.context;
  return new StowageError(code, message, { retry, requestId, context: { ...context, [mark]: true }, cause: failure });
}

/** Each row has to be read back: some may be written although the transaction was rejected. */
export function isAfterLostReply({ context }: StowageError): boolean {
  return context[mark] === true;
}

const mark = 'afterLostReply';

const afterSuccess: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'conflict.exists',
  'conflict.etag-changed',
  'not-found.entity',
]);

export interface ReadTarget {
  readonly account: RestAccount;
  readonly table: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One entity by its key; null when there is none. A truncated response is requested again.
 * @throws StowageError `not-found.table`, `network.truncated`
 */
export async function readEntity(
  target: ReadTarget,
  key: Pick<Entity, 'partitionKey' | 'rowKey'>,
): Promise<Entity | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await readOnce(target, key);
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (failure.code !== 'network.truncated' || attempt === maxAttempts) throw failure;
    }
  }
}

const maxAttempts = 3;

async function readOnce(
  { account, table, signal }: ReadTarget,
  key: Pick<Entity, 'partitionKey' | 'rowKey'>,
): Promise<Entity | null> {
  const response = await account.send({
    service: 'table',
    operation: 'GetEntity',
    method: 'GET',
    path: entityPath(table, key),
    resource: table,
    headers: readHeaders,
    replay: 'safe',
    accept: [404],
    signal,
  });
  if (response.status !== 404) return decodeEntity(response.body);
  if (response.headers['x-ms-error-code'] !== 'TableNotFound' && !response.body.includes('TableNotFound')) return null;
  throw new StowageError('not-found.table', 'GetEntity was answered with 404 TableNotFound.', {
    context: { table, account: account.descriptor.accountName },
  });
}

const parallelReads = 8;

/** Whether the service holds exactly these rows: all or not; a batch cannot leave another state. */
export async function rowsMatch(
  target: ReadTarget,
  sent: readonly { readonly entity: Entity }[],
): Promise<'all' | 'not-all'> {
  for (let start = 0; start < sent.length; start += parallelReads) {
    const group = sent.slice(start, start + parallelReads).map(({ entity }) => entity);
    const stored = await Promise.all(group.map((entity) => readEntity(target, entity)));
    if (!group.every((entity, index) => sameContent(entity, stored[index] ?? null))) return 'not-all';
  }
  return 'all';
}

/** The row as the service holds it; null where it is not as it was sent. */
export async function storedAsSent(target: ReadTarget, sent: Entity): Promise<Entity | null> {
  const stored = await readEntity(target, sent);
  return sameContent(sent, stored) ? stored : null;
}

/** Same properties with the same values, in any order and notation. */
export function sameContent(sent: Pick<Entity, 'properties'>, stored: Entity | null): boolean {
  return stored?.properties.length === sent.properties.length && holdsAll(sent, stored);
}

/** Each property that was sent, with the same value in any notation; others may stand beside them. */
export function holdsAll(sent: Pick<Entity, 'properties'>, stored: Entity): boolean {
  const values = new Map(stored.properties.map(({ name, value }) => [name, value]));
  return sent.properties.every(({ name, value }) => {
    const now = values.get(name);
    return now !== undefined && sameEdmValue(value, now);
  });
}

const rowsAtOnce = 16;

export interface JudgedRows<T, W> {
  readonly written: readonly { readonly row: T; readonly written: W }[];
  /** Not as they were sent: not written, or changed since. */
  readonly rest: readonly T[];
}

/** @param judge reads a row back; null where it is not as it was sent */
export async function judgeRows<T, W>(
  rows: readonly T[],
  judge: (row: T) => Promise<W | null>,
): Promise<JudgedRows<T, W>> {
  const written: { readonly row: T; readonly written: W }[] = [];
  const rest: T[] = [];
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const group = rows.slice(start, start + rowsAtOnce);
    const found = await Promise.all(group.map(judge));
    group.forEach((row, at) => {
      const one = found[at] ?? null;
      if (one === null) rest.push(row);
      else written.push({ row, written: one });
    });
  }
  return { written, rest };
}
