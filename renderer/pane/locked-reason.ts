// Why nothing can be written over a connection that is locked, as menus, buttons and the palette say it beside what is off.
import { t } from '@shared/strings/t';

export const lockedReason = (connectionName: string): string => t`${connectionName} is read-only until it is unlocked`;

/** Of an act that shows what it would do before it is refused. */
export const lookingReason = (reason: string): string => t`Shows what it would do. ${reason}`;
