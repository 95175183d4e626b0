// Why no table or container can be created or deleted on a connection, known in advance.
import type { ConnectionSummary } from '@shared/model/connection';
import { sasLack } from '@shared/sas/sas-grants';
import { lockedReason } from './locked-reason';
import { missingSasRightText } from './missing-sas-right';

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
