// Why a locked connection cannot be written to, as menus, buttons and the palette explain disabled actions.
import { t } from '@shared/strings/t';

export const lockedReason = (connectionName: string): string => t`${connectionName} is read-only until it is unlocked`;

/** Of an act that shows what it would do before it is refused. */
export const lookingReason = (reason: string): string => t`Shows what it would do. ${reason}`;
