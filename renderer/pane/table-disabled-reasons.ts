// Why tables, containers and rows cannot be written on a connection, known in advance: it is locked, its SAS does not allow
// it, or the service has denied it. What each action needs is in shared/model/action-rules.ts.
import {
  type ActionTarget,
  missingNeed,
  resourceActions,
  sasLack,
  sasLackText,
  tableActions,
} from '@shared/model/action-rules';
import type { ConnectionSummary } from '@shared/model/connection';
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

type Connection = ActionTarget['connection'] & Pick<ConnectionSummary, 'locked'>;

/** `table`: for what the service has denied there. */
export function tableDisabledReasons(connection: Connection, table?: string): TableDisabledReasons {
  const { name, locked, sas } = connection;
  if (locked) return { ...ofAll(lockedReason(name), lockedReason(name)), wayOut: 'unlock' };
  const rename =
    resourceDisabledReason(connection, 'create', 'tables') ??
    resourceDisabledReason(connection, 'delete', 'tables', table);
  // One reason where nothing is possible: that of a single right would read as if another one were there.
  const lack = sasLack(sas, 'object', ['add', 'update', 'delete']);
  if (lack !== null) return { ...ofAll(sasLackText(name, lack, 'write'), rename), wayOut: 'none' };
  // What was denied in the account itself is not about rows.
  const known = table === undefined ? { name, sas } : connection;
  const target: ActionTarget = { connection: known, service: 'table', resource: table ?? '' };
  const [insert, edit, remove] = [
    missingNeed(tableActions.insert, target),
    missingNeed(tableActions.edit, target),
    missingNeed(tableActions.remove, target),
  ];
  const all = insert !== null && edit !== null && remove !== null && sas === undefined ? insert : null;
  return { insert, edit, rekey: insert ?? remove, remove, rename, all, wayOut: 'none' };
}

function ofAll(why: string, rename: string | null): Omit<TableDisabledReasons, 'wayOut'> {
  return { insert: why, edit: why, rekey: why, remove: why, rename, all: why };
}

/**
 * Null if the action is possible, or if that is not known.
 * @param name of the container or table that is deleted
 */
export function resourceDisabledReason(
  connection: Connection,
  operation: 'create' | 'delete',
  kind: 'containers' | 'tables',
  name = '',
): string | null {
  if (connection.locked) return lockedReason(connection.name);
  const service = kind === 'containers' ? 'blob' : 'table';
  return missingNeed(resourceActions[operation], { connection, service, resource: operation === 'create' ? '' : name });
}

/** The same as part of an action. */
export function resourceDisabled(...given: Parameters<typeof resourceDisabledReason>): {
  readonly disabledReason?: string;
} {
  const disabledReason = resourceDisabledReason(...given);
  return disabledReason === null ? {} : { disabledReason };
}

// Why a locked connection cannot be written to, as menus, buttons and the palette explain disabled actions.

export const lockedReason = (connectionName: string): string => t`${connectionName} is read-only until it is unlocked`;

/** Of an action that shows a preview of its effect before it is rejected. */
export const lookingReason = (reason: string): string => t`Preview only. ${reason}`;
