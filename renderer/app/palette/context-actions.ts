// Actions on a connection, a table, a container or a job that is chosen in a second step, so that with many
// connections the palette does not list every combination.
import type { Job } from '@shared/model/job';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import {
  type ConnectionDialogRequest,
  type Resource,
  nameList,
  refreshConnection,
  resourcesOf,
  type useConnectionState,
} from '@renderer/features/connections';
import { actionsOnAll } from '@renderer/features/activity';
import { resourceDisabled } from '@renderer/pane/table-disabled-reasons';
import { liveJobs } from '@renderer/live/jobs';
import { openDialog } from '../dialog-store';
import { openJob, openTab } from '../tabs/tabs-store';
import { containerMenuActions, requestSas } from '@renderer/features/blobs';
import { openTableDialog, requestTableAction } from '@renderer/features/tables';
import { type PaletteEntry, type PaletteIcon, action } from './palette-entry';

/** Acts of which nothing can be chosen are left out. */
export function contextActions(state: ReturnType<typeof useConnectionState.getState>): readonly PaletteEntry[] {
  const connections = state.connections ?? [];
  return [
    ...connectionActions(connections),
    ...onNames(state, connections),
    ...deletions(state, connections),
    ...jobActions(liveJobs.store.getState().jobs),
  ];
}

type OneConnectionDialog = Extract<
  ConnectionDialogRequest,
  { request: 'edit' | 'enter-secret' | 'sign-in' | 'keys' | 'block-sizes' | 'test' | 'remove' | 'unlock' | 'lock' }
>;

function connectionActions(all: readonly ConnectionSummary[]): readonly PaletteEntry[] {
  const own = all.filter(({ kind }) => kind !== 'embedded');
  const marked = all.filter(({ marking }) => marking.production);
  const dialogEntry = (
    kind: OneConnectionDialog['request'],
    title: string,
    of: readonly ConnectionSummary[],
  ): PaletteEntry =>
    createAction(
      `${kind}-connection`,
      title,
      'connection',
      of.map((connection) => choice(connection, () => openDialog({ request: kind, connection }))),
    );
  return withChoices([
    dialogEntry('test', t`Test a connection`, all),
    dialogEntry('edit', t`Edit a connection…`, own),
    dialogEntry(
      'block-sizes',
      t`Block sizes of a connection…`,
      all.filter((connection) => resourcesOf(connection).includes('containers')),
    ),
    dialogEntry(
      'keys',
      t`Rotate a key of a connection…`,
      own.filter(({ keys }) => keys !== undefined),
    ),
    dialogEntry(
      'enter-secret',
      t`Enter the secret of a connection…`,
      all.filter(({ needsSecret }) => needsSecret),
    ),
    dialogEntry(
      'unlock',
      t`Unlock a connection for writing…`,
      marked.filter(({ locked }) => locked),
    ),
    dialogEntry(
      'lock',
      t`Lock a connection again`,
      marked.filter(({ locked }) => !locked),
    ),
    dialogEntry('remove', t`Remove a connection…`, own),
    createAction(
      'refresh-connection',
      t`Refresh a connection`,
      'connection',
      all.map((connection) => choice(connection, () => void refreshConnection(connection.id))),
    ),
  ]);
}

/** What users look for by its verb before they have opened anything. */
function onNames(
  state: ReturnType<typeof useConnectionState.getState>,
  connections: readonly ConnectionSummary[],
): readonly PaletteEntry[] {
  const of = (
    id: string,
    title: string,
    resource: Resource,
    icon: PaletteIcon,
    run: (connectionId: string, name: string) => void,
  ): PaletteEntry =>
    createAction(
      id,
      title,
      icon,
      connections
        .filter((connection) => resourcesOf(connection).includes(resource))
        .flatMap((connection) =>
          (nameList(state, connection.id, resource).names ?? []).map((name) => ({
            id: `${id}:${connection.id}:${name}`,
            title: name,
            context: connection.name,
            icon,
            run: () => run(connection.id, name),
          })),
        ),
    );
  const openContainer = (connectionId: string, container: string): void =>
    openTab({ kind: 'container', connectionId, container });
  return withChoices([
    of('export-table', t`Export a table…`, 'tables', 'export', (connectionId, table) => {
      openTab({ kind: 'table', connectionId, table });
      requestTableAction(connectionId, table, 'export');
    }),
    of('upload-to', t`Upload to a container…`, 'containers', 'container', openContainer),
    of('download-from', t`Download from a container…`, 'containers', 'container', openContainer),
    of('share-container', t`Share a container (SAS)…`, 'containers', 'connection', (connectionId, container) =>
      requestSas(connectionId, { kind: 'container', container }),
    ),
    of('properties-container', t`Properties of a container…`, 'containers', 'container', (connectionId, container) => {
      const connection = connections.find(({ id }) => id === connectionId);
      if (connection === undefined) return;
      const entries = containerMenuActions(connection, container, () => openContainer(connectionId, container));
      for (const entry of entries) if (entry !== 'separator' && entry.id === 'properties') entry.onAction();
    }),
    of('design-keys', t`Design keys for a table…`, 'tables', 'table', (connectionId, table) =>
      openTableDialog({ request: 'keys', connectionId, table }),
    ),
    of('share-table', t`Share a table (SAS)…`, 'tables', 'connection', (connectionId, table) =>
      requestSas(connectionId, { kind: 'table', table }),
    ),
  ]);
}

function deletions(
  state: ReturnType<typeof useConnectionState.getState>,
  connections: readonly ConnectionSummary[],
): readonly PaletteEntry[] {
  const of = (resource: Resource, title: string, icon: PaletteIcon): PaletteEntry =>
    createAction(
      `delete-${resource}`,
      title,
      icon,
      connections
        .filter((connection) => resourcesOf(connection).includes(resource))
        .flatMap((connection) =>
          (nameList(state, connection.id, resource).names ?? []).map((name) => ({
            ...choice(connection, () => openDialog({ request: 'delete', connection, resource, name })),
            id: `delete:${resource}:${connection.id}:${name}`,
            title: name,
            context: connection.name,
            icon,
            ...resourceDisabled(connection, 'delete', resource, name),
          })),
        ),
    );
  return withChoices([
    of('tables', t`Delete a table…`, 'table'),
    of('containers', t`Delete a container…`, 'container'),
  ]);
}

function jobActions(jobs: readonly Job[]): readonly PaletteEntry[] {
  return [
    ...actionsOnAll(jobs).map(({ id, label, run }): PaletteEntry => ({
      id: `action:${id}`,
      title: label,
      context: '',
      icon: 'dock',
      run,
    })),
    ...withChoices([
      createAction(
        'open-job',
        t`Open a job`,
        'dock',
        jobs.map((job) => ({
          id: `job:${job.id}`,
          title: job.title,
          context: '',
          icon: 'dock' as const,
          run: () => openJob(job),
        })),
      ),
    ]),
  ];
}

function choice({ id, name, accountName }: ConnectionSummary, run: () => void): PaletteEntry {
  return { id: `choice:${id}`, title: name, context: accountName, icon: 'connection', run };
}

function createAction(id: string, title: string, icon: PaletteIcon, choices: readonly PaletteEntry[]): PaletteEntry {
  return { ...action(id, title, icon, () => undefined), choices };
}

function withChoices(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  return entries.filter(({ choices }) => choices !== undefined && choices.length > 0);
}
