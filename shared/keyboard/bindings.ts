// Which keys invoke which command, including the user's choices, and what conflicts with a new one. Pure.
import { t } from '../strings/t';
import { type Platform, readChord } from './chord';
import { type ChosenKeys, type CommandId, commandIds, commands, fixedKeys } from './commands';

export interface Bindings {
  /** The chords of a command, the shown one first. */
  readonly chordsOf: (command: CommandId) => readonly string[];
  readonly commandOf: (chord: string) => CommandId | undefined;
}

/** The default keys, modified by the choices. A chosen key is taken away from the command that has it by default. */
export function bindingsOf(chosen: ChosenKeys, platform: Platform): Bindings {
  const chords = new Map<CommandId, readonly string[]>();
  const owners = new Map<string, CommandId>();
  for (const id of commandIds) {
    const own = chosenChord(chosen, id, platform);
    if (own === undefined) continue;
    const isFree = own !== null && !owners.has(own);
    chords.set(id, isFree ? [own] : []);
    if (isFree) owners.set(own, id);
  }
  for (const id of commandIds) {
    if (chords.has(id)) continue;
    const free = commands[id].keys.flatMap((text) => readChord(text, platform) ?? []).filter((key) => !owners.has(key));
    chords.set(id, free);
    for (const key of free) owners.set(key, id);
  }
  return { chordsOf: (command) => chords.get(command) ?? [], commandOf: (chord) => owners.get(chord) };
}

export type Objection =
  /** Another command has this key; it can be taken from there. */
  | { readonly kind: 'taken'; readonly by: CommandId }
  /** A view or the system needs it. */
  | { readonly kind: 'fixed'; readonly view: string; readonly does: string };

/** What prevents `chord` from being assigned to `command`; undefined for nothing. */
export function objectionTo(
  chord: string,
  command: CommandId,
  chosen: ChosenKeys,
  platform: Platform,
): Objection | undefined {
  const fixed = fixedKeys.find(({ keys }) => keys.some((text) => readChord(text, platform) === chord));
  if (fixed !== undefined || isTabNumber(chord)) {
    return { kind: 'fixed', view: fixed?.view ?? t`Tabs`, does: fixed?.does ?? t`Go to a tab by its number` };
  }
  const by = bindingsOf(chosen, platform).commandOf(chord);
  return by === undefined || by === command ? undefined : { kind: 'taken', by };
}

/** The choices with `chord` assigned to `command` (null: none) and removed from its previous owner. */
export function chooseKey(
  chosen: ChosenKeys,
  command: CommandId,
  chord: string | null,
  platform: Platform,
): ChosenKeys {
  const holder = chord === null ? undefined : bindingsOf(chosen, platform).commandOf(chord);
  return {
    ...chosen,
    ...(holder === undefined || holder === command ? {} : { [holder]: null }),
    [command]: chord,
  };
}

/** The choices with this command reset; keys that others have by choice stay there. */
export function resetKey(chosen: ChosenKeys, command: CommandId): ChosenKeys {
  return Object.fromEntries(Object.entries(chosen).filter(([id]) => id !== command));
}

/** Null: none, by choice. Undefined: not chosen, or not a valid chord. */
function chosenChord(chosen: ChosenKeys, id: CommandId, platform: Platform): string | null | undefined {
  const own = Object.hasOwn(chosen, id) ? chosen[id] : undefined;
  return typeof own === 'string' ? (readChord(own, platform) ?? undefined) : own;
}

function isTabNumber(chord: string): boolean {
  return /^Mod\+[1-9]$/.test(chord);
}
