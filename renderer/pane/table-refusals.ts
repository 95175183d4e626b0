// Why a table and its rows cannot be written over a connection, known before it is tried: it is locked, or what its SAS grants
// does not reach so far. Pure. See "Create a service SAS": rights of a table.
import type { ConnectionSummary, SasRight } from '@shared/model/connection';
import { sasLack } from '@shared/sas/sas-grants';
import { lockedReason } from './locked-reason';
import { resourceRefusal } from './resource-refusal';
import { type SasAct, sasLackWords } from './sas-lack-words';

/** Each null where it is possible, or where nobody knows. */
export interface TableRefusals {
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

export function tableRefusals({
  name,
  locked,
  sas,
}: Pick<ConnectionSummary, 'name' | 'locked' | 'sas'>): TableRefusals {
  if (locked) {
    const why = lockedReason(name);
    return { insert: why, edit: why, rekey: why, remove: why, rename: why, all: why, wayOut: 'unlock' };
  }
  const lacks = (act: SasAct, right: SasRight): string | null => {
    const lack = sasLack(sas, 'object', [right]);
    return lack === null ? null : sasLackWords(name, lack, act);
  };
  const insert = lacks('add', 'add');
  const edit = lacks('update', 'update');
  const remove = lacks('delete', 'delete');
  const isNothing = insert !== null && edit !== null && remove !== null;
  const all = isNothing ? nothingWords(name, sas, edit) : null;
  const connection = { name, locked, sas };
  const rename = resourceRefusal(connection, 'create') ?? resourceRefusal(connection, 'delete');
  return { insert, edit, rekey: insert ?? remove, remove, rename, all, wayOut: 'none' };
}

/** One reason for everything: single rights would read as if another one were there. */
function nothingWords(name: string, sas: ConnectionSummary['sas'], otherwise: string): string {
  return sasLack(sas, 'object', ['add', 'update', 'delete']) === 'right'
    ? sasLackWords(name, 'right', 'write')
    : otherwise;
}
