// Sends one planned request and determines its outcome even when the reply is lost: repeating a successful write would
// report that its row exists, changed or is gone, so the row is read back and compared.
import { StowageError } from '@shared/errors';
import type { PlannedRequest } from '@shared/model/edit-review';
import type { Entity } from '@shared/model/entity';
import { readHeaders } from '@shared/query/read-request';
import type { RestAccount } from '../../azure/account';
import type { Clock } from '../../ports';
import { decodeEntity } from '../entity-codec';
import {
  type ReadTarget,
  afterLostReply,
  holdsAll,
  isRejectedAfterBusy,
  mayHaveHappened,
  readEntity,
  sameContent,
  showsEarlierSuccess,
} from '../ambiguous-writes';

export interface EditTarget {
  readonly account: RestAccount;
  readonly table: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

export interface Written {
  /** Null after a delete. */
  readonly etag: string | null;
  /** The reply was lost and the row was read back. */
  readonly readBack: boolean;
}

const maxAttempts = 5;
const firstPauseMs = 500;

/**
 * @throws StowageError; one for which `mayHaveHappened` or `isAfterLostReply` holds leaves it open whether the service
 * acted, all others mean that it did not
 */
export async function writeRequest(target: EditTarget, request: PlannedRequest): Promise<Written> {
  let lost: StowageError | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { headers } = await target.account.send(serviceRequest(target, request));
      return { etag: request.operation === 'delete' ? null : (headers.etag ?? ''), readBack: false };
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      const isLost = mayHaveHappened(failure);
      if (isLost) lost = failure;
      else if (isRejectedAfterBusy(failure)) lost ??= afterLostReply(failure);
      if (lost === null) throw failure;
      // Any other failure after a lost response does not explain the lost attempt.
      if (!isLost && !showsEarlierSuccess(failure)) throw lost;
      const stored = await readOr(lost, target, request);
      if (isWritten(request, stored)) return { etag: stored?.etag ?? null, readBack: true };
      if (!isLost) throw afterLostReply(failure);
      if (attempt === maxAttempts) throw failure;
      await target.clock.sleep(firstPauseMs * 2 ** (attempt - 1), target.signal);
    }
  }
}

/** If the row cannot be read either, the outcome remains unknown. */
async function readOr(lost: StowageError, target: EditTarget, request: PlannedRequest): Promise<Entity | null> {
  try {
    return await readEntity(target, request);
  } catch {
    throw lost;
  }
}

/** Reads the row back; null where it is not as the request would have left it. */
export async function writtenBefore(target: ReadTarget, request: PlannedRequest): Promise<Written | null> {
  const stored = await readEntity(target, request);
  return isWritten(request, stored) ? { etag: stored?.etag ?? null, readBack: true } : null;
}

/** Whether the row is as the request would have left it. */
export function isWritten({ operation, body, ifMatch }: PlannedRequest, stored: Entity | null): boolean {
  if (operation === 'delete') return stored === null;
  // An unchanged ETag proves that nothing was written, whatever the values are.
  if (stored === null || stored.etag === ifMatch || body === null) return false;
  const sent = decodeEntity(body);
  if (operation !== 'merge' && operation !== 'insert-or-merge') return sameContent(sent, stored);
  return holdsAll(sent, stored);
}

const operationNames = {
  insert: 'InsertEntity',
  merge: 'MergeEntity',
  replace: 'UpdateEntity',
  'insert-or-merge': 'InsertOrMergeEntity',
  'insert-or-replace': 'InsertOrReplaceEntity',
  delete: 'DeleteEntity',
} as const;

function serviceRequest(
  { table, signal }: EditTarget,
  { operation, method, path, ifMatch, body }: PlannedRequest,
): Parameters<RestAccount['send']>[0] {
  return {
    service: 'table',
    operation: operationNames[operation],
    method,
    path,
    resource: table,
    headers: {
      ...readHeaders,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch === null ? {} : { 'if-match': ifMatch }),
      // Otherwise the service returns the inserted entity.
      ...(method === 'POST' ? { prefer: 'return-no-content' } : {}),
    },
    ...(body === null ? {} : { body: Buffer.from(body) }),
    replay: 'unsafe',
    signal,
  };
}
