// Leases on a blob or a container: acquire, renew, change, release, break.
import { randomUUID } from 'node:crypto';
import type { LeaseAction, LeaseOutcome } from '@shared/model/blob-details';
import { invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { Account } from '../../azure/account';
import { blobPath } from '../blob-path';
import { assertLeaseId } from './blob-request';
import { containerPath } from '../../azure/container-path';

export interface LeaseSubject {
  readonly container: string;
  /** Missing for the container itself. */
  readonly name?: string | undefined;
}

/** Throws `invalid.input`, and `conflict.leased` if the lease state does not allow it. */
export async function changeLease(
  account: Account,
  { container, name }: LeaseSubject,
  action: LeaseAction,
  signal?: AbortSignal,
): Promise<LeaseOutcome> {
  const { headers } = await account.send({
    service: 'blob',
    operation: name === undefined ? 'LeaseContainer' : 'LeaseBlob',
    method: 'PUT',
    path: name === undefined ? containerPath(container) : blobPath(container, name),
    resource: container,
    query: name === undefined ? { restype: 'container', comp: 'lease' } : { comp: 'lease' },
    headers: leaseHeaders(action),
    replay: action.kind === 'acquire' ? 'safe' : 'unsafe',
    signal,
  });
  const left = headers['x-ms-lease-time'];
  return { leaseId: headers['x-ms-lease-id'] ?? '', secondsLeft: left === undefined ? null : Number(left) };
}

function leaseHeaders(action: LeaseAction): Readonly<Record<string, string>> {
  switch (action.kind) {
    case 'acquire': {
      const { seconds, leaseId = randomUUID() } = action;
      assertLeaseId(leaseId);
      if (seconds !== -1 && (seconds < 15 || seconds > 60)) {
        throw invalidInput('Duration', t`${seconds} s is not allowed.`, t`Use 15 to 60 seconds, or infinite.`);
      }
      return {
        'x-ms-lease-action': 'acquire',
        'x-ms-lease-duration': String(seconds),
        // Under the ID of the lease that it has, acquiring is allowed again: after a lost reply, too.
        'x-ms-proposed-lease-id': leaseId,
      };
    }
    case 'renew':
    case 'release':
      assertLeaseId(action.leaseId);
      return { 'x-ms-lease-action': action.kind, 'x-ms-lease-id': action.leaseId };
    case 'change':
      assertLeaseId(action.leaseId);
      assertLeaseId(action.nextId);
      return {
        'x-ms-lease-action': 'change',
        'x-ms-lease-id': action.leaseId,
        'x-ms-proposed-lease-id': action.nextId,
      };
    case 'break':
      return { 'x-ms-lease-action': 'break', 'x-ms-lease-break-period': String(action.afterSeconds) };
  }
}
