// The leases that were acquired in this window, by what they lock: remembered so that one without an expiry can still
// be released after a restart. A lease ID gives no access by itself.
import { z } from 'zod';
import { keepJson, readJson } from '@renderer/storage/saved';

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
