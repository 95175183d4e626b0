// The lease under which a leased blob is changed: requested, or filled in if it was acquired here.
import { type ReactNode, useState } from 'react';
import { isLeaseId } from '@shared/blob-details/lease-id';
import type { LeaseFacts } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { TextField } from '@renderer/ui';
import { type LeaseSubject, heldLease } from './held-leases';

export interface Lease {
  /** Spread this into the call that writes. */
  readonly given: { readonly leaseId?: string };
  /** True while the blob is leased and no ID is entered. */
  readonly isMissing: boolean;
  /** Nothing where there is no lease. */
  readonly field: ReactNode;
}

export function useLease(subject: LeaseSubject, lease: LeaseFacts): Lease {
  const [known] = useState(() => heldLease(subject) ?? '');
  const [leaseId, setLeaseId] = useState(known);
  if (!isActive(lease)) return { given: {}, isMissing: false, field: null };
  const isWritten = isLeaseId(leaseId);
  return {
    given: { leaseId },
    isMissing: !isWritten,
    field: (
      <TextField
        label={t`Lease ID`}
        face="mono"
        value={leaseId}
        onChange={(text) => setLeaseId(text.trim())}
        errorMessage={leaseId === '' || isWritten ? undefined : t`A lease ID is a GUID with dashes.`}
        description={
          known !== '' && leaseId === known
            ? t`The blob is leased. You acquired this lease here.`
            : t`The blob is leased and changes only for who gives the ID of the lease.`
        }
      />
    ),
  };
}

/** Whether it keeps others from writing. */
export function isActive({ state }: LeaseFacts): boolean {
  return state === 'leased' || state === 'breaking';
}
