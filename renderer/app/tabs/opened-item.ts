// The table or container that a tab belongs to: its row in the navigator is marked.
import type { OpenedItem } from '@renderer/features/connections';
import type { Tab } from './tab';

/** Null for a tab that belongs to no table or container, and for no tab. */
export function openedItem(tab: Tab | undefined): OpenedItem | null {
  switch (tab?.kind) {
    case 'table':
    case 'entity':
    case 'import':
      return { connectionId: tab.connectionId, resource: 'tables', name: tab.table };
    case 'container':
    case 'blob':
      return { connectionId: tab.connectionId, resource: 'containers', name: tab.container };
    default:
      return null;
  }
}
