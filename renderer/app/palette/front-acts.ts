// The actions that the view in front offers: those of its buttons and menus, with the reason if one is disabled.
import { type OfferedAct, offeredActs } from '@renderer/pane/offered-acts';
import type { PaletteEntry } from './palette-entry';

/** What can be done first, then what cannot be. */
export function frontActs(): readonly PaletteEntry[] {
  const entries = offeredActs().map(entryOf);
  return [
    ...entries.filter(({ refusal }) => refusal === undefined),
    ...entries.filter(({ refusal }) => refusal !== undefined),
  ];
}

function entryOf({ id, label, of, icon, shortcut, refusal, choices, typed, onAction }: OfferedAct): PaletteEntry {
  return {
    id: `front:${id}`,
    title: label,
    place: of,
    icon: icon ?? 'command',
    run: onAction,
    ...(shortcut === undefined ? {} : { shortcut }),
    ...(refusal === undefined ? {} : { refusal }),
    ...(choices === undefined ? {} : { choices: choices.map(entryOf) }),
    ...(typed === undefined ? {} : { typed: (text: string) => entryOfTyped(typed(text)) }),
  };
}

function entryOfTyped(act: OfferedAct | null): PaletteEntry | null {
  return act === null ? null : entryOf(act);
}
