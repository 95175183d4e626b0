// Requests on exactly one blob, by lean requests: the SDK's URL code folds `..` in names and would address another one.
import { StowageError } from '@shared/errors';
import type { Account, ServiceRequest, ServiceResponse } from '../../azure/account';
import { blobPath } from '../blob-path';

export interface BlobAddress {
  readonly container: string;
  readonly name: string;
}

export type BlobRequest = Pick<ServiceRequest, 'operation' | 'method'> &
  Partial<Pick<ServiceRequest, 'query' | 'headers' | 'body' | 'replay' | 'accept' | 'signal'>>;

/** Unsafe to repeat unless said otherwise. Throws `invalid.name` and what `Account.send` throws. */
export function sendToBlob(account: Account, blob: BlobAddress, request: BlobRequest): Promise<ServiceResponse> {
  return account.send({
    service: 'blob',
    path: blobPath(blob.container, blob.name),
    resource: blob.container,
    replay: 'unsafe',
    ...request,
  });
}

/**
 * Runs a write that must not be sent twice. Where the reply was lost, `lookAgain` looks at the service: its answer is
 * the result when the write had arrived, and null lets the failure stand.
 */
export async function settled<T>(write: () => Promise<T>, lookAgain: () => Promise<T | null>): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    if (failure.kind !== 'network' && failure.code !== 'throttled.server-error') throw failure;
    const found = await lookAgain();
    if (found === null) throw failure;
    return found;
  }
}
