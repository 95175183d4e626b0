// Converts the entries of a menu to actions that a view offers. Pure.
import type { MenuEntry } from '@renderer/ui';
import { isValidElement } from 'react';
import type { ViewAction } from './view-actions';

/** `of`: what the menu is about. An entry that is switched off without a reason is none. */
export function actionsOfMenu(entries: readonly MenuEntry[], of: string): readonly ViewAction[] {
  return entries.flatMap((entry): readonly ViewAction[] => {
    if (entry === 'separator' || (entry.isDisabled === true && entry.description === undefined)) return [];
    const { id, label, icon, shortcut, onAction } = entry;
    return [
      {
        id,
        label,
        of,
        shortcut,
        onAction,
        ...(isValidElement(icon) ? { icon } : {}),
        ...(entry.isDisabled === true ? { disabledReason: entry.description } : {}),
      },
    ];
  });
}
