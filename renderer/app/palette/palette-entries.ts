// Everything the palette can go to, and which of it fits what was typed. Pure but for the acts themselves.
import type { ConnectionSummary } from '@shared/model/connection';
import type { SavedQuery } from '@shared/model/saved-query';
import { type Resource, nameList, resourcesOf, type useConnectionState } from '@renderer/features/connections';
import {
  type TableAsk,
  type TableVerb,
  askAboutTable,
  askForQuery,
  askOfTable,
  insertKeys,
  reviewKeys,
  stagedTables,
} from '@renderer/features/tables';
import { runCommand } from '../actions';
import { keepOrSay, switchTheme, switchTimeZone } from '../preferences';
import { askFor } from '../ask-store';
import { openTab, tabId, useTabs } from '../tabs-store';
import { fuzzyMatch } from './fuzzy';

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
  | 'dock';

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
}

export interface RankedEntry extends PaletteEntry {
  readonly matched: readonly number[];
}

/** Actions first in the list as given; ranking decides what is shown. */
export function paletteEntries(
  state: ReturnType<typeof useConnectionState.getState>,
  saved: readonly SavedQuery[],
): readonly PaletteEntry[] {
  const connections = state.connections ?? [];
  return [
    ...connections.flatMap((connection) => queryEntries(connection, saved)),
    ...freeQueryEntries(state, saved),
    ...connections.flatMap((connection) =>
      resourcesOf(connection).flatMap((resource) =>
        (nameList(state, connection.id, resource).names ?? []).map((name) => placeEntry(connection, resource, name)),
      ),
    ),
    ...actionEntries(connections),
    ...connections.filter(({ locked }) => !locked).flatMap((connection) => importEntries(state, connection)),
  ];
}

/** Saved queries of the connection's tables; opening one puts it into the bar of its table. */
function queryEntries({ id, name }: ConnectionSummary, saved: readonly SavedQuery[]): readonly PaletteEntry[] {
  return saved.flatMap((query): PaletteEntry[] => {
    const { place } = query;
    if (place.kind !== 'table' || place.connectionId !== id) return [];
    return [
      {
        id: `query:${query.id}`,
        title: query.name,
        place: `${place.table} · ${name}`,
        icon: 'query',
        run: () => openWith(query, id, place.table),
      },
    ];
  });
}

function openWith(query: SavedQuery, connectionId: string, table: string): void {
  openTab({ kind: 'table', connectionId, table });
  askForQuery(connectionId, table, query);
}

/** Saved queries of no table in particular: for the table in front, or for the one that is chosen then. */
function freeQueryEntries(
  state: ReturnType<typeof useConnectionState.getState>,
  saved: readonly SavedQuery[],
): readonly PaletteEntry[] {
  const connections = state.connections ?? [];
  const front = frontTable();
  const inFront = connections.find(({ id }) => id === front?.connectionId);
  return saved.flatMap((query): readonly PaletteEntry[] => {
    if (query.place.kind === 'table') return [];
    const entry = { id: `query:${query.id}`, title: query.name, icon: 'query' } as const;
    if (front !== undefined && inFront !== undefined) {
      const run = (): void => openWith(query, front.connectionId, front.table);
      return [{ ...entry, place: `${front.table} · ${inFront.name}`, run }];
    }
    const choices = connections.flatMap(({ id, name }) =>
      (nameList(state, id, 'tables').names ?? []).map((table): PaletteEntry => ({
        id: `query:${query.id}:${id}:${table}`,
        title: table,
        place: name,
        icon: 'table',
        run: () => openWith(query, id, table),
      })),
    );
    return choices.length === 0 ? [] : [{ ...entry, place: 'choose a table', run: () => undefined, choices }];
  });
}

function frontTable(): { readonly connectionId: string; readonly table: string } | undefined {
  const { tabs, activeId } = useTabs.getState();
  const front = tabs.find((tab) => tabId(tab) === activeId);
  return front?.kind === 'table' ? front : undefined;
}

function placeEntry(connection: ConnectionSummary, resource: Resource, name: string): PaletteEntry {
  const isTable = resource === 'tables';
  return {
    id: `${resource}:${connection.id}:${name}`,
    title: name,
    place: connection.name,
    icon: isTable ? 'table' : 'container',
    run: () =>
      openTab(
        isTable
          ? { kind: 'table', connectionId: connection.id, table: name }
          : { kind: 'container', connectionId: connection.id, container: name },
      ),
  };
}

function importEntries(
  state: ReturnType<typeof useConnectionState.getState>,
  { id, name }: ConnectionSummary,
): readonly PaletteEntry[] {
  return (nameList(state, id, 'tables').names ?? []).map((table) => ({
    id: `import:${id}:${table}`,
    title: `Import into ${table}`,
    place: name,
    icon: 'import',
    run: () => openTab({ kind: 'import', connectionId: id, table }),
  }));
}

function actionEntries(connections: readonly ConnectionSummary[]): readonly PaletteEntry[] {
  const action = (id: string, title: string, icon: PaletteIcon, run: () => void, shortcut?: string): PaletteEntry => ({
    id: `action:${id}`,
    title,
    place: '',
    icon,
    run,
    ...(shortcut === undefined ? {} : { shortcut }),
  });
  const front = frontTable();
  return [
    ...(front !== undefined
      ? [
          action(
            'export',
            `Export ${front.table}…`,
            'export',
            () => askOfTable(front.connectionId, front.table, 'export'),
            'Ctrl Shift E',
          ),
          ...(connections.some(({ id, locked }) => id === front.connectionId && !locked)
            ? editActs(front.connectionId, front.table, action)
            : []),
          ...tableActs(front.connectionId, front.table, action),
        ]
      : []),
    action('monitor', 'Open Monitor', 'monitor', () => runCommand('monitor'), 'Ctrl Shift M'),
    action('table-jobs', 'Open Table jobs', 'jobs', () => runCommand('table-jobs'), 'Ctrl Shift J'),
    action('lab', 'Open Lab', 'lab', () => openTab({ kind: 'lab' })),
    action('settings', 'Open Settings', 'settings', () => runCommand('settings'), 'Ctrl ,'),
    action('add-connection', 'Add a connection', 'connection', () => askFor({ ask: 'add' }), 'Ctrl N'),
    ...connections.flatMap((connection) =>
      resourcesOf(connection).map((resource) =>
        action(
          `create:${resource}:${connection.id}`,
          `Create ${resource === 'tables' ? 'table' : 'container'} in ${connection.name}`,
          resource === 'tables' ? 'table' : 'container',
          () => askFor({ ask: 'create', connection, resource }),
        ),
      ),
    ),
    ...connections
      .filter((connection) => resourcesOf(connection).includes('tables'))
      .map(({ id, name }) =>
        action(`undo:${id}`, `Undo changes on ${name}`, 'undo', () => openTab({ kind: 'undo', connectionId: id })),
      ),
    action('theme', 'Switch between light and dark', 'appearance', () => keepOrSay(switchTheme())),
    action('time-zone', 'Switch between UTC and local time', 'appearance', () => keepOrSay(switchTimeZone())),
    action('sidebar', 'Show or hide the side bar', 'side-bar', () => runCommand('toggle-sidebar'), 'Ctrl B'),
    action('dock', 'Show or hide transfers', 'dock', () => runCommand('toggle-dock'), 'Ctrl J'),
    action('tour', 'Play the tour', 'tour', () => runCommand('tour')),
  ];
}

/** Staging and applying in the table in front. */
function editActs(
  connectionId: string,
  table: string,
  action: (id: string, title: string, icon: PaletteIcon, run: () => void, shortcut?: string) => PaletteEntry,
): readonly PaletteEntry[] {
  const ask = (verb: TableVerb) => (): void => askOfTable(connectionId, table, verb);
  const isStaged = stagedTables().some((each) => each.connectionId === connectionId && each.table === table);
  return [
    action('insert-entity', `Insert an entity into ${table}`, 'insert', ask('insert'), insertKeys),
    ...(isStaged ? [action('review', `Review the changes to ${table}`, 'review', ask('review'), reviewKeys)] : []),
  ];
}

/** What can be done with the table in front and another one. */
function tableActs(
  connectionId: string,
  table: string,
  action: (id: string, title: string, icon: PaletteIcon, run: () => void) => PaletteEntry,
): readonly PaletteEntry[] {
  const ask = (kind: TableAsk['ask']) => (): void => askAboutTable({ ask: kind, connectionId, table });
  return [
    action('copy-table', `Copy ${table} to…`, 'copy', ask('copy')),
    action('compare-table', `Compare ${table} with…`, 'compare', ask('compare')),
    action('rename-table', `Rename ${table}…`, 'rename', ask('rename')),
  ];
}

/** At most this many are shown; typing one more letter is quicker than scrolling. */
const shownAtOnce = 50;

/** The entries that fit, best first; ties keep the given order. */
export function rankEntries(entries: readonly PaletteEntry[], typed: string): readonly RankedEntry[] {
  const ranked = entries.flatMap((entry, index) => {
    const match = fuzzyMatch(typed, entry.title);
    if (match) return [{ entry, index, score: match.score, matched: match.at }];
    const wide = fuzzyMatch(typed, `${entry.place} ${entry.title}`);
    return wide ? [{ entry, index, score: wide.score - 500, matched: [] }] : [];
  });
  ranked.sort((a, b) => b.score - a.score || a.index - b.index);
  return ranked.slice(0, shownAtOnce).map(({ entry, matched }) => ({ ...entry, matched }));
}
