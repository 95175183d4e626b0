// The palette's first suggestions: recently active views.
import type { ConnectionSummary } from '@shared/model/connection';
import { titleOf } from '../tabs/tab-title';
import { type Tab, openTab, tabId, useTabs } from '../tabs/tabs-store';
import type { PaletteEntry } from './palette-entry';

/** All views except the active one. */
export function recentActions(connections: readonly ConnectionSummary[]): readonly PaletteEntry[] {
  const { recent, activeId } = useTabs.getState();
  return recent.flatMap((tab): PaletteEntry[] => {
    const connection = 'connectionId' in tab ? connections.find(({ id }) => id === tab.connectionId) : undefined;
    if (tabId(tab) === activeId || ('connectionId' in tab && connection === undefined)) return [];
    return [
      {
        id: recentId(tab),
        title: titleOf(tab),
        context: connection?.name ?? '',
        icon: tab.kind === 'table' || tab.kind === 'container' ? tab.kind : 'recent',
        run: () => openTab(tab),
        recency: 'recent',
      },
    ];
  });
}

/** The key of the entry that this one represents. */
function recentId(tab: Tab): string {
  switch (tab.kind) {
    case 'table':
      return `tables:${tab.connectionId}:${tab.table}`;
    case 'container':
      return `containers:${tab.connectionId}:${tab.container}`;
    case 'monitor':
    case 'lab':
    case 'settings':
    case 'shortcuts':
      return `action:${tab.kind}`;
    default:
      return `recent:${tabId(tab)}`;
  }
}
