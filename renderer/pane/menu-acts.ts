// Converts the entries of a menu to actions that a view offers. Pure.
import type { MenuEntry } from '@renderer/ui';
import { isValidElement } from 'react';
import type { OfferedAct } from './offered-acts';

/** `of`: what the menu is about. An entry that is switched off without a reason is none. */
export function actsOfMenu(entries: readonly MenuEntry[], of: string): readonly OfferedAct[] {
  return entries.flatMap((entry): readonly OfferedAct[] => {
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
        ...(entry.isDisabled === true ? { refusal: entry.description } : {}),
      },
    ];
  });
}
