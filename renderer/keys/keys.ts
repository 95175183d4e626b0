// The current key bindings: which command a pressed key invokes, and how the key of a command is displayed.
import { bindingsOf, type Bindings } from '@shared/keyboard/bindings';
import { chordLabel, chordOf } from '@shared/keyboard/chord';
import { type ChosenKeys, type CommandId, platformOf } from '@shared/keyboard/commands';
import { currentSettings, useSettings } from '@renderer/bridge';

export const platformHere = platformOf(navigator.userAgent);

let known: { readonly chosen: ChosenKeys; readonly bindings: Bindings } | null = null;

/** The command of every key, including the user's changes. */
export function bindingsNow(chosen: ChosenKeys = currentSettings().shortcuts): Bindings {
  if (known?.chosen !== chosen) known = { chosen, bindings: bindingsOf(chosen, platformHere) };
  return known.bindings;
}

/** The command for these keys; undefined if there is none. */
export function commandOfKeys(event: KeyboardEvent): CommandId | undefined {
  const chord = chordOf(event, platformHere);
  return chord === null ? undefined : bindingsNow().commandOf(chord);
}

/** The key of a command, as menus and tips show it; undefined where it has none. */
export function shortcutOf(command: CommandId, chosen?: ChosenKeys): string | undefined {
  const [chord] = bindingsNow(chosen).chordsOf(command);
  return chord === undefined ? undefined : chordLabel(chord);
}

/** The same inside React, updated when the user chooses another key. */
export function useShortcut(command: CommandId): string | undefined {
  return shortcutOf(
    command,
    useSettings((settings) => settings.shortcuts),
  );
}
