// The lease under which a leased blob is changed: entered, or filled in if it was acquired in this window. Acquired
// leases are stored, so that one without an expiry can be released after a restart. A lease ID alone gives no access.
import { type ReactNode, useState } from 'react';
import { isLeaseId } from '@shared/blob-details/lease-id';
import type { LeaseFacts } from '@shared/model/blob-details';
import { t } from '@shared/strings/t';
import { TextField } from '@renderer/ui';
import { z } from 'zod';
import { keepJson, readJson } from '@renderer/storage/saved';

interface Lease {
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
            ? t`The blob is leased. You acquired the lease on this computer.`
            : t`The blob is leased; the lease ID is required to change it.`
        }
      />
    ),
  };
}

/** Whether it keeps others from writing. */
export function isActive({ state }: LeaseFacts): boolean {
  return state === 'leased' || state === 'breaking';
}

export interface LeaseSubject {
  readonly connectionId: string;
  readonly container: string;
  /** Absent for the container itself. */
  readonly name?: string;
}

const storageKey = 'stowage.leases';
const maxRemembered = 100;
const remembered = z.array(z.tuple([z.string(), z.string()]));

/** Null where none is known. */
export function heldLease(subject: LeaseSubject): string | null {
  return new Map(readAll()).get(keyOf(subject)) ?? null;
}

/** An empty ID forgets it. */
export function rememberLease(subject: LeaseSubject, leaseId: string): void {
  const others = readAll().filter(([key]) => key !== keyOf(subject));
  const next = leaseId === '' ? others : [...others, [keyOf(subject), leaseId]];
  keepJson(storageKey, next.slice(-maxRemembered));
}

const readAll = (): z.infer<typeof remembered> => readJson(storageKey, remembered) ?? [];

function keyOf({ connectionId, container, name }: LeaseSubject): string {
  return JSON.stringify([connectionId, container, name ?? null]);
}
