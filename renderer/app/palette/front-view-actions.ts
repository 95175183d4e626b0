// The actions of the active view: those of its buttons and menus, with the reason if one is disabled.
import { type ViewAction, viewActions } from '@renderer/pane/view-actions';
import type { PaletteEntry } from './palette-entry';
import { synonymsOf } from './synonyms';

/** Enabled actions first, then disabled ones. */
export function frontViewActions(): readonly PaletteEntry[] {
  const entries = viewActions().map(entryOf);
  return [
    ...entries.filter(({ disabledReason }) => disabledReason === undefined),
    ...entries.filter(({ disabledReason }) => disabledReason !== undefined),
  ];
}

function entryOf({
  id,
  label,
  of,
  icon,
  shortcut,
  disabledReason,
  choices,
  typed,
  onAction,
}: ViewAction): PaletteEntry {
  return {
    id: `front:${id}`,
    title: label,
    context: of,
    icon: icon ?? 'command',
    run: onAction,
    ...alsoOf(id),
    ...(shortcut === undefined ? {} : { shortcut }),
    ...(disabledReason === undefined ? {} : { disabledReason }),
    ...(choices === undefined ? {} : { choices: choices.map(entryOf) }),
    ...(typed === undefined ? {} : { typed: (text: string) => entryOfTyped(typed(text)) }),
  };
}

const alsoOf = (id: string): Pick<PaletteEntry, 'also'> => {
  const also = synonymsOf(id);
  return also === undefined ? {} : { also };
};

function entryOfTyped(action: ViewAction | null): PaletteEntry | null {
  return action === null ? null : entryOf(action);
}
