// Why tables, containers and rows cannot be written on a connection, known in advance: it is locked, or its SAS does not allow
// it. Pure. See "Create a service SAS": permissions for a table.
import type { ConnectionSummary, SasRight } from '@shared/model/connection';
import { type SasLack, sasLack } from '@shared/sas/sas-grants';
import { t } from '@shared/strings/t';

/** Each is null if the action is possible, or if that is not known. */
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
  /** The user can change it here. */
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

/** Null if the action is possible, or if that is not known. */
export function resourceDisabledReason(
  { name, locked, sas }: Pick<ConnectionSummary, 'name' | 'locked' | 'sas'>,
  operation: 'create' | 'delete',
): string | null {
  if (locked) return lockedReason(name);
  const lack = sasLack(sas, 'container', operation === 'create' ? ['create', 'write'] : ['delete']);
  return lack === null ? null : missingSasRightText(name, lack, operation === 'create' ? 'write' : 'delete');
}

/** The same as part of an action. */
export function resourceDisabled(
  connection: Parameters<typeof resourceDisabledReason>[0],
  operation: 'create' | 'delete',
): { readonly disabledReason?: string } {
  const disabledReason = resourceDisabledReason(connection, operation);
  return disabledReason === null ? {} : { disabledReason };
}

// Why a locked connection cannot be written to, as menus, buttons and the palette explain disabled actions.

export const lockedReason = (connectionName: string): string => t`${connectionName} is read-only until it is unlocked`;

/** Of an action that shows a preview of its effect before it is rejected. */
export const lookingReason = (reason: string): string => t`Preview only. ${reason}`;

// Why a SAS does not allow something, as menus, buttons and notices explain in advance.

export type SasPermission = 'read' | 'write' | 'add' | 'update' | 'delete' | 'tag';

export function missingSasRightText(connectionName: string, lack: SasLack, permission: SasPermission): string {
  switch (lack) {
    case 'level':
      return t`The SAS of ${connectionName} is not an account SAS, so it cannot create, change or delete containers and tables. Use an account SAS or the account key.`;
    case 'type':
      return t`The SAS of ${connectionName} lacks the required resource type. Use a SAS that includes it, or another connection.`;
    case 'right':
      return rightLabels[permission](connectionName);
  }
}

const rightLabels = {
  read: (name: string) => t`The SAS of ${name} has no read permission. Use one that has it, or another connection.`,
  write: (name: string) => t`The SAS of ${name} has no write permission. Use one that has it, or another connection.`,
  add: (name: string) =>
    t`The SAS of ${name} has no permission to add entities. Use one that has it, or another connection.`,
  update: (name: string) =>
    t`The SAS of ${name} has no permission to update entities. Use one that has it, or another connection.`,
  delete: (name: string) => t`The SAS of ${name} has no delete permission. Use one that has it, or another connection.`,
  tag: (name: string) =>
    t`The SAS of ${name} has no permission for blob index tags. Use one that has it, or another connection.`,
} as const;
