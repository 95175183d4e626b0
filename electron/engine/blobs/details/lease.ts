// Leases on a blob or a container: acquire, renew, change, release, break.
import { randomUUID } from 'node:crypto';
import type { LeaseAct, LeaseOutcome } from '@shared/model/blob-details';
import { invalidInput } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { Account } from '../../azure/account';
import { blobPath } from '../blob-path';
import { assertLeaseId } from './blob-request';

export interface LeaseSubject {
  readonly container: string;
  /** Missing for the container itself. */
  readonly name?: string | undefined;
}

/** Throws `invalid.input`, and `conflict.leased` if the lease state does not allow it. */
export async function changeLease(
  account: Account,
  { container, name }: LeaseSubject,
  act: LeaseAct,
  signal?: AbortSignal,
): Promise<LeaseOutcome> {
  const { headers } = await account.send({
    service: 'blob',
    operation: name === undefined ? 'LeaseContainer' : 'LeaseBlob',
    method: 'PUT',
    path: name === undefined ? `/${encodeURIComponent(container)}` : blobPath(container, name),
    resource: container,
    query: name === undefined ? { restype: 'container', comp: 'lease' } : { comp: 'lease' },
    headers: leaseHeaders(act),
    replay: act.kind === 'acquire' ? 'safe' : 'unsafe',
    signal,
  });
  const left = headers['x-ms-lease-time'];
  return { leaseId: headers['x-ms-lease-id'] ?? '', secondsLeft: left === undefined ? null : Number(left) };
}

function leaseHeaders(act: LeaseAct): Readonly<Record<string, string>> {
  switch (act.kind) {
    case 'acquire': {
      const { seconds, leaseId = randomUUID() } = act;
      assertLeaseId(leaseId);
      if (seconds !== -1 && (seconds < 15 || seconds > 60)) {
        throw invalidInput('Duration', t`${seconds} s is not possible.`, t`Use 15 to 60 seconds, or no end.`);
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
      assertLeaseId(act.leaseId);
      return { 'x-ms-lease-action': act.kind, 'x-ms-lease-id': act.leaseId };
    case 'change':
      assertLeaseId(act.leaseId);
      assertLeaseId(act.nextId);
      return {
        'x-ms-lease-action': 'change',
        'x-ms-lease-id': act.leaseId,
        'x-ms-proposed-lease-id': act.nextId,
      };
    case 'break':
      return { 'x-ms-lease-action': 'break', 'x-ms-lease-break-period': String(act.afterSeconds) };
  }
}
