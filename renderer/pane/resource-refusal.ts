// Why no table or container can be created or deleted on a connection, known in advance.
import type { ConnectionSummary } from '@shared/model/connection';
import { sasLack } from '@shared/sas/sas-grants';
import { lockedReason } from './locked-reason';
import { sasLackWords } from './sas-lack-words';

/** Null where it is possible, or where nobody knows. */
export function resourceRefusal(
  { name, locked, sas }: Pick<ConnectionSummary, 'name' | 'locked' | 'sas'>,
  act: 'create' | 'delete',
): string | null {
  if (locked) return lockedReason(name);
  const lack = sasLack(sas, 'container', act === 'create' ? ['create', 'write'] : ['delete']);
  return lack === null ? null : sasLackWords(name, lack, act === 'create' ? 'write' : 'delete');
}

/** The same as part of an act. */
export function resourceRefused(
  connection: Parameters<typeof resourceRefusal>[0],
  act: 'create' | 'delete',
): { readonly refusal?: string } {
  const refusal = resourceRefusal(connection, act);
  return refusal === null ? {} : { refusal };
}
