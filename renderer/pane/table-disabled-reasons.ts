// Why tables, containers and rows cannot be written on a connection, known in advance: it is locked, or its SAS does not allow
// it. Pure. See "Create a service SAS": permissions for a table.
import type { ConnectionSummary, SasRight } from '@shared/model/connection';
import { sasLack } from '@shared/sas/sas-grants';
import { lockedReason } from './locked-reason';
import { type SasPermission, missingSasRightText } from './missing-sas-right';

/** Each null where it is possible, or where nobody knows. */
export interface TableDisabledReasons {
  readonly insert: string | null;
  /** Of properties of an entity that is there. */
  readonly edit: string | null;
  /** An insertion under the new keys, and a deletion under the old. */
  readonly rekey: string | null;
  readonly remove: string | null;
  /** Of the table itself: one is made under the new name, and the old one deleted. */
  readonly rename: string | null;
  /** Set where no row can be written in any way. */
  readonly all: string | null;
  /** A person can change it here. */
  readonly wayOut: 'unlock' | 'none';
}

export function tableDisabledReasons({
  name,
  locked,
  sas,
}: Pick<ConnectionSummary, 'name' | 'locked' | 'sas'>): TableDisabledReasons {
  if (locked) return { ...ofAll(lockedReason(name), lockedReason(name)), wayOut: 'unlock' };
  const rename =
    resourceDisabledReason({ name, locked, sas }, 'create') ?? resourceDisabledReason({ name, locked, sas }, 'delete');
  // One reason where nothing is possible: that of a single right would read as if another one were there.
  const lack = sasLack(sas, 'object', ['add', 'update', 'delete']);
  if (lack !== null) return { ...ofAll(missingSasRightText(name, lack, 'write'), rename), wayOut: 'none' };
  const lacks = (permission: SasPermission, right: SasRight): string | null =>
    sasLack(sas, 'object', [right]) === null ? null : missingSasRightText(name, 'right', permission);
  const insert = lacks('add', 'add');
  const remove = lacks('delete', 'delete');
  const edit = lacks('update', 'update');
  return { insert, edit, rekey: insert ?? remove, remove, rename, all: null, wayOut: 'none' };
}

function ofAll(why: string, rename: string | null): Omit<TableDisabledReasons, 'wayOut'> {
  return { insert: why, edit: why, rekey: why, remove: why, rename, all: why };
}

/** Null where it is possible, or where nobody knows. */
export function resourceDisabledReason(
  { name, locked, sas }: Pick<ConnectionSummary, 'name' | 'locked' | 'sas'>,
  operation: 'create' | 'delete',
): string | null {
  if (locked) return lockedReason(name);
  const lack = sasLack(sas, 'container', operation === 'create' ? ['create', 'write'] : ['delete']);
  return lack === null ? null : missingSasRightText(name, lack, operation === 'create' ? 'write' : 'delete');
}

/** The same as part of an act. */
export function resourceDisabled(
  connection: Parameters<typeof resourceDisabledReason>[0],
  operation: 'create' | 'delete',
): { readonly disabledReason?: string } {
  const disabledReason = resourceDisabledReason(connection, operation);
  return disabledReason === null ? {} : { disabledReason };
}
