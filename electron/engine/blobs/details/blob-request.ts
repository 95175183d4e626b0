// Requests for exactly one blob, sent directly: the SDK's URL code folds `..` in names and would address another one.
import { StowageError, invalidInput } from '@shared/errors';
import { isLeaseId } from '@shared/blob-details/lease-id';
import { t } from '@shared/strings/t';
import type { Account, ServiceRequest, ServiceResponse } from '../../azure/account';
import { isAfterBusy } from '../../azure/failures/after-busy';
import { type BlobAddress, blobPath } from '../blob-path';
import { unknownVersion } from '../response-version';

/** A blob to change, and the lease under which the change is allowed if it has one. */
export interface WritableBlob extends BlobAddress {
  readonly leaseId?: string | undefined;
}

export type BlobRequest = Pick<ServiceRequest, 'operation' | 'method'> &
  Partial<Pick<ServiceRequest, 'query' | 'headers' | 'body' | 'replay' | 'accept' | 'signal'>>;

/** Throws `invalid.input` for an invalid ID. */
export function leaseHeader({ leaseId }: Pick<WritableBlob, 'leaseId'>): Readonly<Record<string, string>> {
  if (leaseId === undefined) return {};
  assertLeaseId(leaseId);
  return { 'x-ms-lease-id': leaseId };
}

/** Throws `invalid.input`. */
export function assertLeaseId(leaseId: string): void {
  if (isLeaseId(leaseId)) return;
  throw invalidInput('Lease ID', t`is not a GUID.`, t`Enter the ID that was returned when the lease was acquired.`);
}

/**
 * Not retried when the service may have acted, unless the request says otherwise. Throws `invalid.name` and what
 * `Account.send` throws; `network.malformed` for a condition on a version that no response has revealed.
 */
export async function sendToBlob(account: Account, blob: BlobAddress, request: BlobRequest): Promise<ServiceResponse> {
  // Some services take an empty condition for none.
  if (request.headers?.['if-match'] === '') throw unknownVersion(blob);
  return account.send({
    service: 'blob',
    path: blobPath(blob.container, blob.name),
    resource: blob.container,
    replay: 'unsafe',
    ...request,
  });
}

/**
 * Runs a write that must not be sent twice. When the reply is lost, `recheck` queries the service: it returns the
 * result if the write had arrived, or null to let the failure stand.
 * @throws StowageError as `write` and `recheck`
 */
export async function settled<T>(write: () => Promise<T>, recheck: () => Promise<T | null>): Promise<T> {
  try {
    return await write();
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    const isOpen = failure.kind === 'network' || failure.code === 'throttled.server-error' || isAfterBusy(failure);
    if (!isOpen) throw failure;
    const found = await recheck();
    if (found === null) throw failure;
    return found;
  }
}
