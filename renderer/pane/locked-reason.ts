// Why nothing can be written over a connection that is locked, as menus, buttons and the palette say it beside what is off.
import { t } from '@shared/strings/t';
import type { ConnectionSummary } from '@shared/model/connection';

export const lockedReason = (connectionName: string): string => t`${connectionName} is read-only until it is unlocked`;

/** Of an act that shows what it would do before it is refused. */
export const lookingReason = (reason: string): string => t`Shows what it would do. ${reason}`;

/** For an act that writes; nothing where the connection may be written to. */
export function refusalOf({ name, locked }: Pick<ConnectionSummary, 'name' | 'locked'>): { readonly refusal?: string } {
  return locked ? { refusal: lockedReason(name) } : {};
}
