// Where a link to a tab would lead: a table, a container or a blob of an existing connection. Pure.
import type { ConnectionSummary } from '@shared/model/connection';
import type { LinkTarget } from '@renderer/links/copy-link';
import type { Tab } from './tab';

export interface LinkedTab {
  readonly connection: ConnectionSummary;
  readonly target: LinkTarget;
}

/** Null for a tab that only this computer can have. */
export function linkedTarget(tab: Tab, connections: readonly ConnectionSummary[]): LinkedTab | null {
  const target = locationOf(tab);
  const connection = connections.find(({ id }) => 'connectionId' in tab && id === tab.connectionId);
  return target === null || connection === undefined ? null : { connection, target };
}

function locationOf(tab: Tab): LinkTarget | null {
  switch (tab.kind) {
    case 'table':
      return { kind: 'table', table: tab.table };
    case 'container':
      return { kind: 'container', container: tab.container };
    case 'blob':
      return { kind: 'blob', container: tab.container, blob: tab.name };
    default:
      return null;
  }
}
