// Distinguishes tabs with the same title: a prefix with their origin, kind or time, which the strip never cuts off.
import type { ConnectionSummary } from '@shared/model/connection';
import { formatTime } from '@shared/strings/moments';
import { spokenName } from '@renderer/features/blobs';
import { kindLabels } from '@renderer/jobs/kind-labels';
import type { Tab } from './tab';
import { titleOf } from './tab-title';

export interface Apart {
  readonly connections: readonly Pick<ConnectionSummary, 'id' | 'name'>[];
  readonly zone: Parameters<typeof formatTime>[1];
}

/** The titles of `tabs`, in their order; those that would be the same have more to them. */
export function distinctTitles(tabs: readonly Tab[], given: Apart): readonly string[] {
  const titles = tabs.map(titleOf);
  return tabs.map((tab, index) => {
    const title = titles[index] ?? '';
    const others = tabs.filter((_, at) => at !== index && titles[at] === title);
    const origin = others.length === 0 ? null : originOf(tab, others, given);
    return origin === null ? title : `${origin} / ${title}`;
  });
}

function originOf(tab: Tab, others: readonly Tab[], { connections, zone }: Apart): string | null {
  switch (tab.kind) {
    case 'job':
      if (tab.job !== undefined && others.every((one) => one.kind === 'job' && one.job !== tab.job))
        return kindLabels[tab.job].noun;
      return tab.sinceMs === undefined ? null : formatTime(tab.sinceMs, zone, 'second');
    case 'entity':
      return tab.partitionKey;
    case 'blob': {
      const folder = tab.name.slice(0, Math.max(0, tab.name.lastIndexOf('/')));
      return folder === '' ? tab.container : spokenName(folder.slice(folder.lastIndexOf('/') + 1));
    }
    case 'table':
    case 'import':
    case 'container':
    case 'undo':
      return connections.find(({ id }) => id === tab.connectionId)?.name ?? null;
    default:
      return null;
  }
}
