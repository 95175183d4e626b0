// What the palette lists: a name, where it is, and what choosing it does.

export type PaletteIcon =
  | 'table'
  | 'query'
  | 'container'
  | 'import'
  | 'monitor'
  | 'jobs'
  | 'export'
  | 'insert'
  | 'review'
  | 'copy'
  | 'compare'
  | 'rename'
  | 'lab'
  | 'settings'
  | 'connection'
  | 'undo'
  | 'appearance'
  | 'tour'
  | 'side-bar'
  | 'dock'
  | 'command'
  | 'recent';

export interface PaletteEntry {
  readonly id: string;
  readonly title: string;
  /** Where it is: the connection's name; for actions empty. */
  readonly place: string;
  readonly icon: PaletteIcon;
  readonly shortcut?: string;
  readonly run: () => void;
  /** What is asked before anything is done: the palette shows these instead, and runs the one that is chosen. */
  readonly choices?: readonly PaletteEntry[];
  /** Used lately: shown first while nothing is typed, and before others that fit as well. */
  readonly recency?: 'recent';
}
