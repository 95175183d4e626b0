// The tab strip and the content below it.
import {
  Activity,
  ArrowDownUp,
  Diff,
  FileJson,
  FileSearch,
  FileUp,
  FlaskConical,
  Grid3x3,
  History,
  ListChecks,
  Package,
  Settings2,
} from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import { spokenName } from '@renderer/features/blobs';
import { useConnections } from '@renderer/features/connections';
import { type StripTab, TabStrip, useContextMenu } from '@renderer/ui';
import { askToClose } from './closing';
import { TabContent } from './tab-content';
import { type Tab, selectTab, tabId, useTabs } from './tabs-store';
import { Welcome } from './welcome';
import styles from './workspace.module.css';

const icons: Record<Tab['kind'], ReactNode> = {
  table: <Grid3x3 size={14} />,
  entity: <FileJson size={14} />,
  import: <FileUp size={14} />,
  container: <Package size={14} />,
  blob: <FileSearch size={14} />,
  undo: <History size={14} />,
  'table-jobs': <ListChecks size={14} />,
  transfer: <ArrowDownUp size={14} />,
  compare: <Diff size={14} />,
  monitor: <Activity size={14} />,
  lab: <FlaskConical size={14} />,
  settings: <Settings2 size={14} />,
};

const panelId = (id: string): string => `panel-${id}`;
const close = (id: string): void => askToClose((tab) => tabId(tab) === id);

export function Workspace() {
  const { tabs, activeId, visited } = useTabs();
  const connections = useConnections();
  const menu = useContextMenu();

  const openMenu = (event: MouseEvent, id: string): void =>
    menu.open(event, 'Tab', [
      { id: 'close', label: 'Close', shortcut: 'Ctrl W', onAction: () => close(id) },
      {
        id: 'others',
        label: 'Close the others',
        isDisabled: tabs.length < 2,
        onAction: () => askToClose((tab) => tabId(tab) !== id),
      },
      { id: 'all', label: 'Close all', onAction: () => askToClose(() => true) },
    ]);

  if (tabs.length === 0) {
    return (
      <div className={styles.workspace}>
        <Welcome />
      </div>
    );
  }
  return (
    <div className={styles.workspace}>
      <TabStrip
        label="Open tabs"
        tabs={tabs.map((tab) => stripTab(tab, connections))}
        selectedId={activeId}
        onSelect={selectTab}
        onClose={close}
        onContextMenu={openMenu}
        panelId={panelId}
      />
      {tabs.map((tab) => {
        const id = tabId(tab);
        if (!visited.has(id)) return null;
        return (
          <div
            key={id}
            id={panelId(id)}
            role="tabpanel"
            aria-labelledby={`tab-${id}`}
            className={styles.panel}
            hidden={id !== activeId}
          >
            <TabContent tab={tab} isActive={id === activeId} />
          </div>
        );
      })}
      {menu.element}
    </div>
  );
}

function stripTab(tab: Tab, connections: readonly ConnectionSummary[]): StripTab {
  const base = { id: tabId(tab), icon: icons[tab.kind] };
  switch (tab.kind) {
    case 'table':
    case 'entity':
    case 'import':
    case 'undo':
    case 'blob':
    case 'container': {
      const connection = connections.find(({ id }) => id === tab.connectionId);
      const title = titleOf(tab);
      const colour = connection?.marking.colour ?? 'none';
      return {
        ...base,
        title,
        mark: colour === 'none' ? undefined : `--mark-${colour}`,
        hint: connection ? `${hintOf(tab)} on ${connection.name}` : hintOf(tab),
      };
    }
    case 'table-jobs':
      return { ...base, title: 'Table jobs' };
    case 'transfer':
      return { ...base, title: tab.title, hint: `Transfer ${tab.title}` };
    case 'compare': {
      const title = `${tab.left.query.table} / ${tab.right.query.table}`;
      return { ...base, title, hint: `Compare ${tab.left.query.table} with ${tab.right.query.table}` };
    }
    case 'monitor':
      return { ...base, title: 'Monitor' };
    case 'lab':
      return { ...base, title: 'Lab' };
    case 'settings':
      return { ...base, title: 'Settings' };
  }
}

type ConnectedTab = Extract<Tab, { kind: 'table' | 'entity' | 'import' | 'container' | 'blob' | 'undo' }>;

function titleOf(tab: ConnectedTab): string {
  switch (tab.kind) {
    case 'table':
      return tab.table;
    case 'entity':
      return tab.rowKey === '' ? `${tab.table} (empty RowKey)` : tab.rowKey;
    case 'import':
      return `Import into ${tab.table}`;
    case 'container':
      return tab.container;
    case 'blob':
      return spokenName(tab.name.slice(tab.name.lastIndexOf('/') + 1) || tab.name);
    case 'undo':
      return 'Applied changes';
  }
}

function hintOf(tab: ConnectedTab): string {
  if (tab.kind === 'entity') return `${tab.partitionKey} / ${tab.rowKey} in ${tab.table}`;
  return tab.kind === 'blob' ? `${spokenName(tab.name)} in ${tab.container}` : titleOf(tab);
}
