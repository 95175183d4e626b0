// Everything the palette can open. Pure except for the actions themselves; matching is in rank-entries.ts.
import { type WindowCommand, windowCommandIds, windowCommands } from '@shared/keyboard/commands';
import type { ConnectionSummary } from '@shared/model/connection';
import type { SavedQuery } from '@shared/model/saved-query';
import { t } from '@shared/strings/t';
import {
  type Resource,
  nameList,
  resourcesOf,
  revealConnection,
  type useConnectionState,
} from '@renderer/features/connections';
import { showSetting, settingNames } from '@renderer/features/settings';
import { requestQuery } from '@renderer/features/tables';
import { shortcutOf } from '@renderer/keys/keys';
import { resourceDisabled, tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { runCommand } from '../actions';
import { openDialog } from '../dialog-store';
import { setPart } from '../layout-store';
import { loadSampleData, useSampleData } from '../sample-data';
import { copyLink } from '@renderer/links/copy-link';
import { linkedTarget } from '../tabs/linked-target';
import { titleOf } from '../tabs/tab-title';
import { openTab, tabId, useTabs } from '../tabs/tabs-store';
import { contextActions } from './context-actions';
import { frontViewActions } from './front-view-actions';
import { type PaletteEntry, type PaletteIcon, action } from './palette-entry';
import { recentActions } from './recent-actions';
import { synonymsOf } from './synonyms';
import { tableActions } from './table-actions';

/** Recently used ones first, then in the given order; ranking decides what is shown. */
export function paletteActions(
  state: ReturnType<typeof useConnectionState.getState>,
  saved: readonly SavedQuery[],
): readonly PaletteEntry[] {
  const connections = state.connections ?? [];
  const recent = recentActions(connections);
  const recentIds = new Set(recent.map(({ id }) => id));
  const others = [
    ...connections.flatMap((connection) => queryActions(connection, saved)),
    ...freeQueryActions(state, saved),
    ...connections.flatMap((connection) =>
      resourcesOf(connection).flatMap((resource) =>
        (nameList(state, connection.id, resource).names ?? []).map((name) => targetEntry(connection, resource, name)),
      ),
    ),
    ...connections.map(connectionEntry),
    ...frontViewActions(),
    ...windowActions(connections),
    ...contextActions(state),
    ...settingActions(),
    ...sampleDataActions(),
    ...connections.flatMap((connection) => importActions(state, connection)),
  ];
  return [...recent, ...others.filter(({ id }) => !recentIds.has(id))];
}

/** Commands for the focused element: while one is chosen in the palette, that is the palette itself. */
const ofKeysAlone: ReadonlySet<WindowCommand> = new Set(['palette', 'next-part', 'previous-part']);

/** To the connection's row in the side bar, opened. */
function connectionEntry({ id, name, accountName }: ConnectionSummary): PaletteEntry {
  return {
    id: `connection:${id}`,
    title: name,
    context: accountName === '' ? t`connection` : t`connection · ${accountName}`,
    icon: 'connection',
    run: () => {
      setPart('sidebar', 'open');
      revealConnection(id, 'focus');
    },
  };
}

/** Saved queries of the connection's tables; opening one puts it into the bar of its table. */
function queryActions({ id, name }: ConnectionSummary, saved: readonly SavedQuery[]): readonly PaletteEntry[] {
  return saved.flatMap((query): PaletteEntry[] => {
    const { place } = query;
    if (place.kind !== 'table' || place.connectionId !== id) return [];
    return [
      {
        id: `query:${query.id}`,
        title: query.name,
        context: `${place.table} · ${name}`,
        icon: 'query',
        run: () => openWith(query, id, place.table),
      },
    ];
  });
}

function openWith(query: SavedQuery, connectionId: string, table: string): void {
  openTab({ kind: 'table', connectionId, table });
  requestQuery(connectionId, table, { terms: query.terms, saved: query, begin: 'put' });
}

/** Saved queries for any table: run on the active table, or on one that is chosen then. */
function freeQueryActions(
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
      return [{ ...entry, context: `${front.table} · ${inFront.name}`, run }];
    }
    const choices = connections.flatMap(({ id, name }) =>
      (nameList(state, id, 'tables').names ?? []).map((table): PaletteEntry => ({
        id: `query:${query.id}:${id}:${table}`,
        title: table,
        context: name,
        icon: 'table',
        run: () => openWith(query, id, table),
      })),
    );
    return choices.length === 0 ? [] : [{ ...entry, context: t`choose a table`, run: () => undefined, choices }];
  });
}

function frontTable(): { readonly connectionId: string; readonly table: string } | undefined {
  const { tabs, activeId } = useTabs.getState();
  const front = tabs.find((tab) => tabId(tab) === activeId);
  return front?.kind === 'table' ? front : undefined;
}

function targetEntry(connection: ConnectionSummary, resource: Resource, name: string): PaletteEntry {
  const isTable = resource === 'tables';
  return {
    id: `${resource}:${connection.id}:${name}`,
    title: name,
    context: connection.name,
    icon: isTable ? 'table' : 'container',
    run: () =>
      openTab(
        isTable
          ? { kind: 'table', connectionId: connection.id, table: name }
          : { kind: 'container', connectionId: connection.id, container: name },
      ),
  };
}

function importActions(
  state: ReturnType<typeof useConnectionState.getState>,
  connection: ConnectionSummary,
): readonly PaletteEntry[] {
  const { id, name } = connection;
  return (nameList(state, id, 'tables').names ?? []).map((table) => {
    const { insert: disabledReason } = tableDisabledReasons(connection, table);
    return {
      ...(disabledReason === null ? {} : { disabledReason }),
      id: `import:${id}:${table}`,
      title: t`Import into ${table}`,
      context: name,
      icon: 'import',
      also: synonymsOf('import:') ?? '',
      run: () => openTab({ kind: 'import', connectionId: id, table }),
    };
  });
}

function windowActions(connections: readonly ConnectionSummary[]): readonly PaletteEntry[] {
  const front = frontTable();
  return [
    ...(front === undefined ? [] : tableActions(front, connections)),
    ...linkAction(connections),
    action('sign-in', t`Sign in to Azure…`, 'connection', () => openDialog({ request: 'add', method: 'sign-in' })),
    action('connect-sas', t`Connect with a SAS…`, 'connection', () => openDialog({ request: 'add', method: 'sas' })),
    action('connect-s3', t`Connect to S3…`, 'connection', () => openDialog({ request: 'add', method: 's3' })),
    action('connect-emulator', t`Connect to an emulator…`, 'connection', () =>
      openDialog({ request: 'add', method: 'emulator' }),
    ),
    ...windowCommandIds
      .filter((id) => !ofKeysAlone.has(id))
      .map((id) =>
        action(id, windowCommands[id].title, commandIcons[id] ?? 'command', () => runCommand(id), shortcutOf(id)),
      ),
    ...connections.flatMap((connection) =>
      resourcesOf(connection).map((resource) => ({
        ...action(
          `create:${resource}:${connection.id}`,
          resource === 'tables'
            ? t`Create table in ${connection.name}`
            : connection.kind === 's3'
              ? t`Create bucket in ${connection.name}`
              : t`Create container in ${connection.name}`,
          resource === 'tables' ? 'table' : 'container',
          () => openDialog({ request: 'create', connection, resource }),
        ),
        ...resourceDisabled(connection, 'create', resource),
      })),
    ),
    ...connections.flatMap((connection) =>
      resourcesOf(connection).map((resource) =>
        action(
          `open-${resource}:${connection.id}`,
          resource === 'tables'
            ? t`Open a table in ${connection.name} by name…`
            : connection.kind === 's3'
              ? t`Open a bucket in ${connection.name} by name…`
              : t`Open a container in ${connection.name} by name…`,
          resource === 'tables' ? 'table' : 'container',
          () => openDialog({ request: 'open-by-name', connection, resource }),
        ),
      ),
    ),
    ...connections
      .filter((connection) => resourcesOf(connection).includes('tables'))
      .map(({ id, name }) =>
        action(`undo:${id}`, t`Undo changes to ${name}`, 'undo', () => openTab({ kind: 'undo', connectionId: id })),
      ),
  ];
}

/** To one setting, and to no other that its name fits. */
function settingActions(): readonly PaletteEntry[] {
  return settingNames.map(({ title, also }) => ({
    id: `setting:${title}`,
    title,
    also,
    context: t`Settings`,
    icon: 'settings',
    run: () => {
      runCommand('settings');
      showSetting(title);
    },
  }));
}

/** While there is none: the first steps offer it only while nothing is open. */
function sampleDataActions(): readonly PaletteEntry[] {
  const { state } = useSampleData.getState();
  if (state !== 'absent' && state !== 'failed') return [];
  return [action('load-sample-data', t`Load sample data`, 'command', () => void loadSampleData())];
}

const commandIcons: Partial<Record<WindowCommand, PaletteIcon>> = {
  settings: 'settings',
  'new-connection': 'connection',
  monitor: 'monitor',
  lab: 'lab',
  'table-jobs': 'jobs',
  tour: 'tour',
  'switch-theme': 'appearance',
  'switch-time-zone': 'appearance',
  'toggle-sidebar': 'side-bar',
  'toggle-dock': 'dock',
};

/** A link to the active view, if another computer can open it too. */
function linkAction(connections: readonly ConnectionSummary[]): readonly PaletteEntry[] {
  const { tabs, activeId } = useTabs.getState();
  const front = tabs.find((tab) => tabId(tab) === activeId);
  const linked = front === undefined ? null : linkedTarget(front, connections);
  if (front === undefined || linked === null) return [];
  return [
    action('copy-link', t`Copy a link to ${titleOf(front)}`, 'copy', () => copyLink(linked.connection, linked.target)),
  ];
}
