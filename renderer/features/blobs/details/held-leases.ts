// The leases that were acquired in this window, by what they lock: remembered so that one without an end can still be
// given back after a restart. An ID opens nothing by itself.
import { z } from 'zod';

export interface LeaseSubject {
  readonly connectionId: string;
  readonly container: string;
  /** Absent for the container itself. */
  readonly name?: string;
}

const storageKey = 'stowage.leases';
const mostRemembered = 100;
const remembered = z.array(z.tuple([z.string(), z.string()]));

/** Null where none is known. */
export function heldLease(storage: Pick<Storage, 'getItem'>, subject: LeaseSubject): string | null {
  return new Map(read(storage)).get(keyOf(subject)) ?? null;
}

/** An empty ID forgets it. */
export function rememberLease(
  storage: Pick<Storage, 'getItem' | 'setItem'>,
  subject: LeaseSubject,
  leaseId: string,
): void {
  const others = read(storage).filter(([key]) => key !== keyOf(subject));
  const next = leaseId === '' ? others : [...others, [keyOf(subject), leaseId]];
  storage.setItem(storageKey, JSON.stringify(next.slice(-mostRemembered)));
}

function keyOf({ connectionId, container, name }: LeaseSubject): string {
  return JSON.stringify([connectionId, container, name ?? null]);
}

function read(storage: Pick<Storage, 'getItem'>): z.infer<typeof remembered> {
  try {
    return remembered.catch([]).parse(JSON.parse(storage.getItem(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}
