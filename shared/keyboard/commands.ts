// The commands that can be bound to keys, with their texts and default keys.
import { t } from '../strings/t';
import type { Platform } from './chord';

export const commandGroups = ['general', 'tabs', 'layout', 'tables'] as const;
export type CommandGroup = (typeof commandGroups)[number];

export const groupTitles: Readonly<Record<CommandGroup, string>> = {
  general: t`General`,
  tabs: t`Tabs`,
  layout: t`Layout`,
  tables: t`In a table`,
};

export interface Command {
  readonly title: string;
  readonly group: CommandGroup;
  /** Chords that it begins with, the first one shown. `Ctrl` is Ctrl everywhere, `Mod` the command key of a Mac. */
  readonly keys: readonly string[];
}

/** Commands of the window, which a menu or the palette can send too. */
export const windowCommands = {
  palette: { title: t`Go to anything`, group: 'general', keys: ['Mod+K', 'Mod+Shift+P'] },
  settings: { title: t`Open Settings`, group: 'general', keys: ['Mod+,'] },
  shortcuts: { title: t`Show keyboard shortcuts`, group: 'general', keys: ['Mod+/'] },
  'new-connection': { title: t`Add a connection`, group: 'general', keys: ['Mod+N'] },
  'new-window': { title: t`Open another window`, group: 'general', keys: ['Mod+Shift+N'] },
  'open-query': { title: t`Open a saved query from a file`, group: 'general', keys: ['Mod+O'] },
  refresh: { title: t`Run the query again or reload the view`, group: 'general', keys: ['F5', 'Mod+R'] },
  monitor: { title: t`Open Monitor`, group: 'general', keys: ['Mod+Shift+M'] },
  lab: { title: t`Open Lab`, group: 'general', keys: ['Mod+Shift+L'] },
  'table-jobs': { title: t`Go to Activity`, group: 'general', keys: ['Mod+Shift+J'] },
  help: { title: t`Help for this view`, group: 'general', keys: ['F1'] },
  about: { title: t`About Stowage`, group: 'general', keys: [] },
  'connection-report': { title: t`Connection report…`, group: 'general', keys: [] },
  'fault-log': { title: t`Show the fault log`, group: 'general', keys: [] },
  tour: { title: t`Start the tour`, group: 'general', keys: [] },
  'switch-theme': { title: t`Switch between light and dark theme`, group: 'general', keys: [] },
  'switch-time-zone': { title: t`Switch between UTC and local time`, group: 'general', keys: [] },
  'close-tab': { title: t`Close tab`, group: 'tabs', keys: ['Mod+W'] },
  'reopen-tab': { title: t`Reopen the last closed tab`, group: 'tabs', keys: ['Mod+Shift+T'] },
  'next-tab': { title: t`Next tab`, group: 'tabs', keys: ['Ctrl+Tab', 'Mod+PageDown'] },
  'previous-tab': { title: t`Previous tab`, group: 'tabs', keys: ['Ctrl+Shift+Tab', 'Mod+PageUp'] },
  'move-tab-left': { title: t`Move tab left`, group: 'tabs', keys: ['Mod+Shift+PageUp'] },
  'move-tab-right': { title: t`Move tab right`, group: 'tabs', keys: ['Mod+Shift+PageDown'] },
  'split-tab': { title: t`Move tab to the other side`, group: 'tabs', keys: ['Mod+\\'] },
  'other-pane': { title: t`Go to the other side`, group: 'tabs', keys: ['Mod+Alt+\\'] },
  'tab-to-window': { title: t`Move tab to a new window`, group: 'tabs', keys: [] },
  'toggle-sidebar': { title: t`Show or hide the sidebar`, group: 'layout', keys: ['Mod+B'] },
  'next-part': { title: t`Next part of the window`, group: 'layout', keys: ['F6'] },
  'previous-part': { title: t`Previous part of the window`, group: 'layout', keys: ['Shift+F6'] },
  'toggle-dock': { title: t`Show or hide Activity`, group: 'layout', keys: ['Mod+J'] },
} as const satisfies Record<string, Command>;
export type WindowCommand = keyof typeof windowCommands;
export const windowCommandIds = Object.keys(windowCommands) as [WindowCommand, ...WindowCommand[]];

/** Commands that act on the table in front. */
const tableCommands = {
  insert: { title: t`Insert entity`, group: 'tables', keys: ['Mod+I'] },
  review: { title: t`Review and apply changes`, group: 'tables', keys: ['Mod+Enter'] },
  export: { title: t`Export`, group: 'tables', keys: ['Mod+Shift+E'] },
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
  { view: t`Tabs`, keys: ['Mod+1', 'Mod+9'], does: t`Go to a tab by its number` },
  {
    view: t`Tabs`,
    keys: ['ArrowLeft', 'ArrowRight', 'Delete'],
    does: t`In the tab strip: choose another tab, close it`,
  },
  { view: t`Navigator`, keys: ['ArrowUp', 'ArrowDown'], does: t`Move between rows; type letters to find a name` },
  { view: t`Navigator`, keys: ['ArrowLeft', 'ArrowRight'], does: t`Collapse or expand a branch` },
  { view: t`Navigator`, keys: ['F2'], does: t`Edit the connection` },
  { view: t`Navigator`, keys: ['Delete'], does: t`Delete the table or container, or remove the connection` },
  { view: t`Table rows`, keys: ['Enter', 'F2'], does: t`Edit cell` },
  { view: t`Table rows`, keys: ['Alt+Enter'], does: t`Show entity` },
  { view: t`Table rows`, keys: ['Delete'], does: t`Stage deletion of the selected rows` },
  {
    view: t`Table rows`,
    keys: ['Mod+Z', 'Mod+Shift+Z', 'Mod+Y'],
    does: t`Undo or redo staged changes, then undo what was applied`,
  },
  { view: t`Table rows`, keys: ['Alt+ArrowDown'], does: t`Column menu` },
  { view: t`Table rows`, keys: ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'], does: t`Move column` },
  { view: t`Table rows`, keys: ['Mod+F'], does: t`Search loaded rows or blobs` },
  { view: t`Filter text`, keys: ['Mod+Space'], does: t`Show completions` },
  { view: t`Blobs`, keys: ['Backspace', 'Alt+ArrowUp'], does: t`Up one folder` },
  { view: t`Blobs`, keys: ['Space'], does: t`Select or deselect` },
  { view: t`Blobs`, keys: ['F2'], does: t`Rename` },
  { view: t`Blobs`, keys: ['Mod+F'], does: t`Search by name` },
  { view: t`Activity`, keys: ['Alt+ArrowUp', 'Alt+ArrowDown'], does: t`Move the waiting transfer up or down` },
  { view: t`Activity`, keys: ['Alt+Home', 'Alt+End'], does: t`Move the waiting transfer to the top or bottom` },
  { view: t`Lists and text`, keys: ['Mod+A'], does: t`Select all` },
  { view: t`Lists and text`, keys: ['Mod+C', 'Mod+X', 'Mod+V'], does: t`Copy, cut and paste` },
  { view: t`Lists and text`, keys: ['Mod+Z', 'Mod+Shift+Z', 'Mod+Y'], does: t`Undo and redo typing` },
  { view: t`Lists and text`, keys: ['Shift+F10'], does: t`Context menu` },
  { view: t`The app`, keys: ['Mod+Q'], does: t`Quit` },
  { view: t`The app`, keys: ['Mod+=', 'Mod+-', 'Mod+0'], does: t`Zoom in, zoom out, reset zoom` },
  { view: t`The app`, keys: ['F11'], does: t`Full screen` },
];

/** The user's keys by command; null removes the key. Commands that this version does not know are left unchanged. */
export type ChosenKeys = Readonly<Record<string, string | null>>;

/** `Ctrl` means Mod where there is no command key. */
export function platformOf(userAgentOrName: string): Platform {
  return /Mac|darwin/.test(userAgentOrName) ? 'mac' : 'other';
}
