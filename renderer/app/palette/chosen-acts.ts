// Actions on a connection, a table, a container or a transfer that is chosen in a second step, so that with many
// connections the palette does not list every combination.
import type { TransferJob } from '@shared/model/transfer';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import {
  type ConnectionAsk,
  type Resource,
  nameList,
  refreshConnection,
  resourcesOf,
  type useConnectionState,
} from '@renderer/features/connections';
import { actsOnAll } from '@renderer/features/transfers';
import { resourceRefused } from '@renderer/pane/resource-refusal';
import { liveJobs } from '@renderer/live/jobs';
import { askFor } from '../ask-store';
import { openTab } from '../tabs/tabs-store';
import type { PaletteEntry, PaletteIcon } from './palette-entry';

/** Acts of which nothing can be chosen are left out. */
export function chosenActs(state: ReturnType<typeof useConnectionState.getState>): readonly PaletteEntry[] {
  const connections = state.connections ?? [];
  return [
    ...connectionActs(connections),
    ...deletions(state, connections),
    ...transferActs(liveJobs.store.getState().jobs),
  ];
}

type OneConnectionAsk = Extract<
  ConnectionAsk,
  { ask: 'edit' | 'enter-secret' | 'test' | 'remove' | 'unlock' | 'lock' }
>;

function connectionActs(all: readonly ConnectionSummary[]): readonly PaletteEntry[] {
  const own = all.filter(({ kind }) => kind !== 'embedded');
  const marked = all.filter(({ marking }) => marking.production);
  const ask = (kind: OneConnectionAsk['ask'], title: string, of: readonly ConnectionSummary[]): PaletteEntry =>
    act(
      `${kind}-connection`,
      title,
      'connection',
      of.map((connection) => choice(connection, () => askFor({ ask: kind, connection }))),
    );
  return withChoices([
    ask('test', t`Test a connection`, all),
    ask('edit', t`Edit a connection…`, own),
    ask(
      'enter-secret',
      t`Enter the secret of a connection…`,
      all.filter(({ needsSecret }) => needsSecret),
    ),
    ask(
      'unlock',
      t`Unlock a connection for writing…`,
      marked.filter(({ locked }) => locked),
    ),
    ask(
      'lock',
      t`Lock a connection again`,
      marked.filter(({ locked }) => !locked),
    ),
    ask('remove', t`Remove a connection…`, own),
    act(
      'refresh-connection',
      t`Refresh a connection`,
      'connection',
      all.map((connection) => choice(connection, () => void refreshConnection(connection.id))),
    ),
  ]);
}

function deletions(
  state: ReturnType<typeof useConnectionState.getState>,
  connections: readonly ConnectionSummary[],
): readonly PaletteEntry[] {
  const of = (resource: Resource, title: string, icon: PaletteIcon): PaletteEntry =>
    act(
      `delete-${resource}`,
      title,
      icon,
      connections
        .filter((connection) => resourcesOf(connection).includes(resource))
        .flatMap((connection) =>
          (nameList(state, connection.id, resource).names ?? []).map((name) => ({
            ...choice(connection, () => askFor({ ask: 'delete', connection, resource, name })),
            id: `delete:${resource}:${connection.id}:${name}`,
            title: name,
            place: connection.name,
            icon,
            ...resourceRefused(connection, 'delete'),
          })),
        ),
    );
  return withChoices([
    of('tables', t`Delete a table…`, 'table'),
    of('containers', t`Delete a container…`, 'container'),
  ]);
}

function transferActs(jobs: readonly TransferJob[]): readonly PaletteEntry[] {
  return [
    ...actsOnAll(jobs).map(({ id, label, run }): PaletteEntry => ({
      id: `action:${id}`,
      title: label,
      place: '',
      icon: 'dock',
      run,
    })),
    ...withChoices([
      act(
        'open-transfer',
        t`Open a transfer`,
        'dock',
        jobs.map(({ id, kind: job, title, createdAtMs: sinceMs }) => ({
          id: `transfer:${id}`,
          title,
          place: '',
          icon: 'dock' as const,
          run: () => openTab({ kind: 'transfer', jobId: id, title, job, sinceMs }),
        })),
      ),
    ]),
  ];
}

function choice({ id, name, accountName }: ConnectionSummary, run: () => void): PaletteEntry {
  return { id: `choice:${id}`, title: name, place: accountName, icon: 'connection', run };
}

function act(id: string, title: string, icon: PaletteIcon, choices: readonly PaletteEntry[]): PaletteEntry {
  return { id: `action:${id}`, title, place: '', icon, run: () => undefined, choices };
}

function withChoices(entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  return entries.filter(({ choices }) => choices !== undefined && choices.length > 0);
}
