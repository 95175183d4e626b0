// The title, tooltip and icon of a tab: the same in the strip, the palette and messages.
import {
  Activity,
  Diff,
  FileJson,
  FileSearch,
  FileUp,
  FlaskConical,
  Grid3x3,
  History,
  Keyboard,
  ListChecks,
  Network,
  Package,
  Settings,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { t } from '@shared/strings/t';
import { spokenName } from '@renderer/features/blobs';
import { keyText } from '@renderer/features/tables';
import type { Tab } from './tab';

export const tabIcons: Readonly<Record<Tab['kind'], ComponentType<{ readonly size: number }>>> = {
  table: Grid3x3,
  entity: FileJson,
  import: FileUp,
  container: Package,
  blob: FileSearch,
  undo: History,
  job: ListChecks,
  compare: Diff,
  hub: Network,
  monitor: Activity,
  lab: FlaskConical,
  settings: Settings,
  shortcuts: Keyboard,
};

export function titleOf(tab: Tab): string {
  switch (tab.kind) {
    case 'table':
      return tab.table;
    case 'entity':
      return tab.rowKey === '' ? t`${tab.table} (empty RowKey)` : keyText(tab.rowKey);
    case 'import':
      // The name first: a strip truncates the end.
      return t`${tab.table} (import)`;
    case 'container':
      return tab.container;
    case 'blob':
      return spokenName(tab.name.slice(tab.name.lastIndexOf('/') + 1) || tab.name);
    case 'undo':
      return t`Applied changes`;
    case 'job':
      return tab.title;
    case 'compare':
      return `${tab.left.query.table} / ${tab.right.query.table}`;
    case 'hub':
      return tab.name;
    case 'monitor':
      return t`Monitor`;
    case 'lab':
      return t`Lab`;
    case 'settings':
      return t`Settings`;
    case 'shortcuts':
      return t`Keyboard`;
  }
}

/** The title with what distinguishes it from equal titles; undefined if there is nothing to add. */
export function hintOf(tab: Tab): string | undefined {
  switch (tab.kind) {
    case 'entity':
      return t`${keyText(tab.partitionKey)} / ${keyText(tab.rowKey)} in ${tab.table}`;
    case 'blob':
      return t`${spokenName(tab.name)} in ${tab.container}`;
    case 'job':
      return t`Job ${tab.title}`;
    case 'hub':
      return t`Hub ${tab.name}`;
    case 'compare':
      return t`Compare ${tab.left.query.table} with ${tab.right.query.table}`;
    case 'import':
      return t`Import into ${tab.table}`;
    case 'table':
    case 'container':
    case 'undo':
      return titleOf(tab);
    default:
      return undefined;
  }
}
