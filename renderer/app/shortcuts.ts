// The keyboard of the whole window. Views hear a key first and stop it when it is theirs.
import { type CommandId, type WindowCommand, windowCommands } from '@shared/keyboard/commands';
import { commandOfKeys } from '@renderer/keys/keys';
import { goToTab, runCommand } from './actions';

/** Listens until the returned function is called. */
export function listenForShortcuts(target: Window): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const command = commandOfKeys(event);
    if (command !== undefined && isOfWindow(command)) runCommand(command);
    else if (isTabNumber(event)) goToTab(Number(event.key));
    else return;
    event.preventDefault();
  };
  target.addEventListener('keydown', onKeyDown);
  return () => target.removeEventListener('keydown', onKeyDown);
}

function isOfWindow(command: CommandId): command is WindowCommand {
  return command in windowCommands;
}

function isTabNumber({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && !shiftKey && /^[1-9]$/.test(key);
}
