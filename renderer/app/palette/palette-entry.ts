// One entry of the palette: a name, a location, and the action when it is chosen.

import type { ReactElement } from 'react';
import { synonymsOf } from './synonyms';

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
  readonly context: string;
  /** Synonyms that a search also matches. */
  readonly also?: string;
  /** The name of an icon, or the icon of the action's button. */
  readonly icon: PaletteIcon | ReactElement;
  readonly shortcut?: string;
  /** Why it cannot be run now; left out where it can. */
  readonly disabledReason?: string;
  readonly run: () => void;
  /** Choices to make before the action runs: the palette lists these instead, and runs the chosen one. */
  readonly choices?: readonly PaletteEntry[];
  /** Beside the choices: the path that is typed taken as one; null where it cannot be one. */
  readonly typed?: (text: string) => PaletteEntry | null;
  /** Used recently: shown first while nothing is typed, and before other entries that match equally well. */
  readonly recency?: 'recent';
}

/** An action, found by its name and by what other tools call it. */
export function action(id: string, title: string, icon: PaletteIcon, run: () => void, shortcut?: string): PaletteEntry {
  const also = synonymsOf(id);
  return {
    id: `action:${id}`,
    title,
    context: '',
    icon,
    run,
    ...(also === undefined ? {} : { also }),
    ...(shortcut === undefined ? {} : { shortcut }),
  };
}
