// Reads rows again after a lost reply and compares them with what was sent.
import { entityPath } from '@shared/edit/entity-path';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import { sameEdmValue } from '@shared/query/edm-value';
import type { RestAccount } from '../azure/account';
import { decodeEntity } from './entity-codec';
import { readHeaders } from '@shared/query/read-request';

export interface ReadTarget {
  readonly account: RestAccount;
  readonly table: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * One entity by its key; null when there is none. An answer that was cut is asked for again.
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
  if (!response.body.includes('TableNotFound')) return null;
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
