// What can be done from anywhere by a key of a person's own choice: the commands, their words and their first keys.
import type { Platform } from './chord';

export const commandGroups = ['general', 'tabs', 'layout', 'tables'] as const;
export type CommandGroup = (typeof commandGroups)[number];

export const groupTitles: Readonly<Record<CommandGroup, string>> = {
  general: 'General',
  tabs: 'Tabs',
  layout: 'Layout',
  tables: 'In a table',
};

export interface Command {
  readonly title: string;
  readonly group: CommandGroup;
  /** Chords that it begins with, the first one shown. `Ctrl` is Ctrl everywhere, `Mod` the command key of a Mac. */
  readonly keys: readonly string[];
}

/** Commands of the window, which a menu or the palette can send as well. */
export const windowCommands = {
  palette: { title: 'Go to anything', group: 'general', keys: ['Mod+K'] },
  settings: { title: 'Open Settings', group: 'general', keys: ['Mod+,'] },
  shortcuts: { title: 'Show keyboard shortcuts', group: 'general', keys: ['Mod+/'] },
  'new-connection': { title: 'Add a connection', group: 'general', keys: ['Mod+N'] },
  monitor: { title: 'Open Monitor', group: 'general', keys: ['Mod+Shift+M'] },
  lab: { title: 'Open Lab', group: 'general', keys: ['Mod+Shift+L'] },
  'table-jobs': { title: 'Open Table jobs', group: 'general', keys: ['Mod+Shift+J'] },
  tour: { title: 'Play the tour', group: 'general', keys: [] },
  'switch-theme': { title: 'Switch between light and dark', group: 'general', keys: [] },
  'switch-time-zone': { title: 'Switch between UTC and local time', group: 'general', keys: [] },
  'close-tab': { title: 'Close the tab', group: 'tabs', keys: ['Mod+W'] },
  'reopen-tab': { title: 'Reopen the tab closed last', group: 'tabs', keys: ['Mod+Shift+T'] },
  'next-tab': { title: 'Next tab', group: 'tabs', keys: ['Ctrl+Tab', 'Mod+PageDown'] },
  'previous-tab': { title: 'Previous tab', group: 'tabs', keys: ['Ctrl+Shift+Tab', 'Mod+PageUp'] },
  'move-tab-left': { title: 'Move the tab to the left', group: 'tabs', keys: ['Mod+Shift+PageUp'] },
  'move-tab-right': { title: 'Move the tab to the right', group: 'tabs', keys: ['Mod+Shift+PageDown'] },
  'split-tab': { title: 'Move the tab to the other side', group: 'tabs', keys: ['Mod+\\'] },
  'other-pane': { title: 'Work on the other side', group: 'tabs', keys: ['Mod+Alt+\\'] },
  'toggle-sidebar': { title: 'Show or hide the side bar', group: 'layout', keys: ['Mod+B'] },
  'toggle-dock': { title: 'Show or hide transfers', group: 'layout', keys: ['Mod+J'] },
} as const satisfies Record<string, Command>;
export type WindowCommand = keyof typeof windowCommands;
export const windowCommandIds = Object.keys(windowCommands) as [WindowCommand, ...WindowCommand[]];

/** Commands that act on the table in front. */
export const tableCommands = {
  insert: { title: 'Insert an entity', group: 'tables', keys: ['Mod+I'] },
  review: { title: 'Review and apply the changes', group: 'tables', keys: ['Mod+Enter'] },
  export: { title: 'Export', group: 'tables', keys: ['Mod+Shift+E'] },
} as const satisfies Record<string, Command>;
export type TableCommand = keyof typeof tableCommands;

export const commands: Readonly<Record<CommandId, Command>> = { ...windowCommands, ...tableCommands };
export type CommandId = WindowCommand | TableCommand;
export const commandIds = Object.keys(commands) as readonly CommandId[];

/** Keys that stay as they are, by view: said in the list, and not given to a command. */
export interface FixedKeys {
  readonly view: string;
  readonly keys: readonly string[];
  readonly does: string;
}

export const fixedKeys: readonly FixedKeys[] = [
  { view: 'Tabs', keys: ['Mod+1', 'Mod+9'], does: 'Go to a tab by its number' },
  { view: 'Tabs', keys: ['ArrowLeft', 'ArrowRight', 'Delete'], does: 'In the strip: choose another tab, close it' },
  { view: 'Navigator', keys: ['ArrowUp', 'ArrowDown'], does: 'Go through the rows; letters find a name' },
  { view: 'Navigator', keys: ['ArrowLeft', 'ArrowRight'], does: 'Close or open a branch' },
  { view: 'Navigator', keys: ['F2'], does: 'Edit the connection' },
  { view: 'Navigator', keys: ['Delete'], does: 'Delete the table or container, remove the connection' },
  { view: 'Rows of a table', keys: ['Enter', 'F2'], does: 'Edit the cell' },
  { view: 'Rows of a table', keys: ['Alt+Enter'], does: 'Show the entity' },
  { view: 'Rows of a table', keys: ['Delete'], does: 'Stage the deletion of the selected rows' },
  { view: 'Rows of a table', keys: ['Alt+ArrowDown'], does: 'Menu of the column' },
  { view: 'Rows of a table', keys: ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'], does: 'Move the column' },
  { view: 'Rows of a table', keys: ['Mod+F'], does: 'Find in what is loaded' },
  { view: 'Filter as text', keys: ['Mod+Space'], does: 'Suggest how it can go on' },
  { view: 'Blobs', keys: ['Backspace', 'Alt+ArrowUp'], does: 'To the folder above' },
  { view: 'Blobs', keys: ['Space'], does: 'Select or deselect' },
  { view: 'Blobs', keys: ['F2'], does: 'Rename' },
  { view: 'Blobs', keys: ['Mod+F'], does: 'Find by name' },
  { view: 'Lists and texts', keys: ['Mod+A'], does: 'Select everything' },
  { view: 'Lists and texts', keys: ['Mod+C', 'Mod+X', 'Mod+V'], does: 'Copy, cut and paste' },
  { view: 'Lists and texts', keys: ['Mod+Z', 'Mod+Shift+Z', 'Mod+Y'], does: 'Undo and redo what was typed' },
  { view: 'Lists and texts', keys: ['Shift+F10'], does: 'Menu of what has the focus' },
  { view: 'The app', keys: ['Mod+Q'], does: 'Quit' },
  { view: 'The app', keys: ['Mod+=', 'Mod+-', 'Mod+0'], does: 'Larger, smaller, usual size' },
  { view: 'The app', keys: ['F11'], does: 'Full screen' },
];

/** A person's own keys by command; null takes the key away. Commands that this version does not know are left alone. */
export type ChosenKeys = Readonly<Record<string, string | null>>;

/** `Ctrl` means Mod where there is no command key. */
export function platformOf(userAgentOrName: string): Platform {
  return /Mac|darwin/.test(userAgentOrName) ? 'mac' : 'other';
}
