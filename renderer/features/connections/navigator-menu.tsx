// The context menu of a row in the navigator, and what each action requests from the shell.
import {
  CircleStop,
  ExternalLink,
  FileDown,
  FileText,
  FileUp,
  Gauge,
  History,
  KeyRound,
  Link2,
  Lock,
  LockOpen,
  Pencil,
  Plug,
  Plus,
  RefreshCw,
  ShieldCheck,
  Trash2,
  Unplug,
} from 'lucide-react';
import { chordLabel } from '@shared/keyboard/chord';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { copyLink } from '@renderer/links/copy-link';
import { hasRights } from '@renderer/pane/known-rights';
import { resourceDisabledReason, tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import type { MenuAction, MenuEntry } from '@renderer/ui';
import { type Resource, refreshConnection, loadNames, resourcesOf, stopReading } from './connection-store';
import type { NavigatorRow } from './navigator-rows';
import { type ConnectionDialogRequest, mendingLabel, mendingOfList } from './row-dialogs';

/** The service's noun for one of them, as used in a sentence. */
/** What the service of the connection calls one of them. */
export function resourceNoun({ kind }: Pick<ConnectionSummary, 'kind'>, resource: Resource): string {
  if (resource === 'tables') return t`table`;
  return kind === 's3' ? t`bucket` : t`container`;
}

interface RowActions {
  readonly onRequest: (request: ConnectionDialogRequest) => void;
  readonly onOpen: () => void;
  readonly onExportTable: (connectionId: string, table: string) => void;
  readonly onImportTable: (connectionId: string, table: string) => void;
  readonly onOpenUndo: (connectionId: string) => void;
  /** What other rooms of the window can do with a table. */
  readonly tableMenuActions?: ((connection: ConnectionSummary, table: string) => readonly MenuEntry[]) | undefined;
  /** And with a container. */
  readonly containerMenuActions?:
    | ((connection: ConnectionSummary, container: string) => readonly MenuEntry[])
    | undefined;
}

export function rowMenu(row: NavigatorRow, actions: RowActions): readonly MenuEntry[] {
  switch (row.kind) {
    case 'connection':
      return connectionMenu(row, actions);
    case 'group':
      return [
        openEntry(row.connection, row.resource, actions.onRequest),
        createEntry(row.connection, row.resource, actions.onRequest),
        row.isReading
          ? stopEntry(() => stopReading(row.connection.id, row.resource))
          : refreshEntry(() => void loadNames(row.connection.id, row.resource)),
      ];
    case 'item':
      return [
        { id: 'open', label: t`Open`, icon: <ExternalLink size={14} />, shortcut: 'Enter', onAction: actions.onOpen },
        ...(row.resource === 'tables'
          ? [
              importEntry(row.connection, row.name, () => actions.onImportTable(row.connection.id, row.name)),
              {
                id: 'export',
                label: t`Export…`,
                icon: <FileDown size={14} />,
                onAction: () => actions.onExportTable(row.connection.id, row.name),
              },
              ...(actions.tableMenuActions?.(row.connection, row.name) ?? []),
            ]
          : (actions.containerMenuActions?.(row.connection, row.name) ?? [])),
        {
          id: 'link',
          label: t`Copy link`,
          icon: <Link2 size={14} />,
          onAction: () =>
            copyLink(
              row.connection,
              row.resource === 'tables'
                ? { kind: 'table', table: row.name }
                : { kind: 'container', container: row.name },
            ),
        },
        ...rightsEntry(row.connection, row.resource, row.name, actions.onRequest),
        'separator',
        {
          id: 'delete',
          label: t`Delete ${resourceNoun(row.connection, row.resource)}…`,
          icon: <Trash2 size={14} />,
          shortcut: chordLabel('Delete'),
          tone: 'danger',
          ...greyed(resourceDisabledReason(row.connection, 'delete', row.resource, row.name)),
          onAction: () =>
            actions.onRequest({
              request: 'delete',
              connection: row.connection,
              resource: row.resource,
              name: row.name,
            }),
        },
      ];
    case 'loading':
      return [stopEntry(() => stopReading(row.connection.id, row.resource))];
    case 'error': {
      const mending = mendingOfList(row.connection, row.resource, row.error);
      return [
        ...(mending === null || mending.request === 'open-by-name' ? [] : [mendEntry(mending, actions.onRequest)]),
        openEntry(row.connection, row.resource, actions.onRequest),
        refreshEntry(() => void loadNames(row.connection.id, row.resource)),
      ];
    }
    default:
      return [];
  }
}

function connectionMenu(
  { connection, isReading }: Extract<NavigatorRow, { readonly kind: 'connection' }>,
  { onRequest, onOpenUndo }: RowActions,
): readonly MenuEntry[] {
  const own = connection.kind !== 'embedded';
  const entries: MenuEntry[] = [
    isReading ? stopEntry(() => stopReading(connection.id)) : refreshEntry(() => void refreshConnection(connection.id)),
  ];
  if (connection.needsSecret) {
    entries.unshift(mendEntry({ request: 'enter-secret', connection }, onRequest));
  }
  entries.push(
    {
      id: 'test',
      label: t`Test the connection`,
      icon: <Plug size={14} />,
      onAction: () => onRequest({ request: 'test', connection }),
    },
    ...rightsEntry(connection, 'containers', '', onRequest),
    {
      id: 'report',
      label: t`Connection report…`,
      icon: <FileText size={14} />,
      onAction: () => onRequest({ request: 'report', connection }),
    },
    ...(resourcesOf(connection).includes('tables') ? [undoEntry(() => onOpenUndo(connection.id))] : []),
    'separator',
    ...resourcesOf(connection).map((resource) => createEntry(connection, resource, onRequest)),
  );
  if (connection.marking.production) {
    entries.push('separator', {
      id: 'lock',
      label: connection.locked ? t`Unlock for writing…` : t`Lock`,
      icon: connection.locked ? <LockOpen size={14} /> : <Lock size={14} />,
      onAction: () => onRequest({ request: connection.locked ? 'unlock' : 'lock', connection }),
    });
  }
  if (resourcesOf(connection).includes('containers')) {
    entries.push('separator', {
      id: 'block-sizes',
      label: t`Block sizes…`,
      icon: <Gauge size={14} />,
      onAction: () => onRequest({ request: 'block-sizes', connection }),
    });
  }
  if (own) {
    entries.push(
      'separator',
      {
        id: 'edit',
        label: t`Edit…`,
        icon: <Pencil size={14} />,
        shortcut: 'F2',
        onAction: () => onRequest({ request: 'edit', connection }),
      },
      ...(connection.keys === undefined
        ? []
        : [
            {
              id: 'keys',
              label: t`Rotate a key…`,
              icon: <KeyRound size={14} />,
              onAction: () => onRequest({ request: 'keys', connection }),
            },
          ]),
      {
        id: 'remove',
        label: t`Remove…`,
        icon: <Unplug size={14} />,
        tone: 'danger',
        onAction: () => onRequest({ request: 'remove', connection }),
      },
    );
  }
  return entries;
}

function greyed(why: string | null): Pick<MenuAction, 'isDisabled' | 'description'> {
  return why === null ? {} : { isDisabled: true, description: why };
}

function refreshEntry(onAction: () => void): MenuEntry {
  return { id: 'refresh', label: t`Refresh`, icon: <RefreshCw size={14} />, onAction };
}

function stopEntry(onAction: () => void): MenuEntry {
  return { id: 'stop', label: t`Stop`, icon: <CircleStop size={14} />, onAction };
}

function mendEntry(request: ConnectionDialogRequest, onRequest: RowActions['onRequest']): MenuEntry {
  const common = { label: mendingLabel(request), onAction: () => onRequest(request) };
  return request.request === 'edit'
    ? { id: 'edit', icon: <Pencil size={14} />, shortcut: 'F2', ...common }
    : { id: 'secret', icon: <KeyRound size={14} />, ...common };
}

function importEntry(connection: ConnectionSummary, table: string, onImport: () => void): MenuEntry {
  return {
    id: 'import',
    label: t`Import…`,
    icon: <FileUp size={14} />,
    ...greyed(tableDisabledReasons(connection, table).insert),
    onAction: onImport,
  };
}

function undoEntry(onAction: () => void): MenuEntry {
  return { id: 'undo', label: t`Applied changes`, icon: <History size={14} />, onAction };
}

/** Only where they differ from one place to the next. */
function rightsEntry(
  connection: ConnectionSummary,
  resource: Resource,
  name: string,
  onRequest: RowActions['onRequest'],
): readonly MenuEntry[] {
  if (!hasRights(connection)) return [];
  const onAction = (): void => onRequest({ request: 'rights', connection, resource, name });
  return [{ id: 'rights', label: t`Your permissions…`, icon: <ShieldCheck size={14} />, onAction }];
}

function createEntry(connection: ConnectionSummary, resource: Resource, onRequest: RowActions['onRequest']): MenuEntry {
  return {
    id: `create-${resource}`,
    label: t`Create ${resourceNoun(connection, resource)}…`,
    icon: <Plus size={14} />,
    ...greyed(resourceDisabledReason(connection, 'create', resource)),
    onAction: () => onRequest({ request: 'create', connection, resource }),
  };
}

/** For names that the service does not list to everybody. */
function openEntry(connection: ConnectionSummary, resource: Resource, onRequest: RowActions['onRequest']): MenuEntry {
  return {
    id: `open-${resource}`,
    label: t`Open ${resourceNoun(connection, resource)} by name…`,
    icon: <ExternalLink size={14} />,
    onAction: () => onRequest({ request: 'open-by-name', connection, resource }),
  };
}
