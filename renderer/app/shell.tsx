// The window: bars above and below, navigator, workspace, transfers; and the dialogs that anything may ask for.
import { useEffect } from 'react';
import { embeddedConnectionId } from '@shared/model/connection';
import { onAppCommand } from '@renderer/bridge';
import { SasAsks, tableSasEntry } from '@renderer/features/blobs';
import {
  ConnectionAsks,
  Navigator,
  type OpenedItem,
  useConnections,
  watchConnections,
} from '@renderer/features/connections';
import {
  TableAsks,
  announceInterruptedMoves,
  announceTableJobs,
  askOfTable,
  discardStaged,
  importDrop,
  stagedTables,
  tableEntries,
  tellTablesOfJobs,
} from '@renderer/features/tables';
import { TransfersDock } from '@renderer/features/transfers';
import { ResizeHandle, SplitPane, ToastRegion, useRememberedSize } from '@renderer/ui';
import { runCommand } from './actions';
import { askFor, useAsk } from './ask-store';
import { guardWindow } from './closing';
import { ClosingQuestion } from './closing-ask';
import { openDockForWork } from './dock-for-work';
import { EngineBanner } from './engine-banner';
import { togglePart, useLayout } from './layout-store';
import { keepMiddleClickFromPasting } from './middle-click';
import { checkSampleData } from './sample-data';
import { Palette } from './palette/palette';
import styles from './shell.module.css';
import { listenForShortcuts } from './shortcuts';
import { showMadeTables } from './show-made-tables';
import { Tools } from './tools';
import { StatusBar } from './status-bar';
import { openComparison } from './open-comparison';
import { closeTabs, openTab, tabId, useTabs } from './tabs/tabs-store';
import { TopBar } from './top-bar';
import { TourOverlay } from './tour/tour-overlay';
import { Workspace } from './workspace';

const sidebarBounds = { initial: 260, min: 180, max: 480 };
const dockBounds = { initial: 240, min: 120, max: 560 };

export function Shell() {
  const { sidebar, dock } = useLayout();
  const [dockHeight, setDockHeight] = useRememberedSize('dock', dockBounds);

  useEffect(() => {
    const controller = new AbortController();
    void watchConnections(controller.signal);
    const stopCommands = onAppCommand(runCommand);
    const stopShortcuts = listenForShortcuts(window);
    const stopPasting = keepMiddleClickFromPasting(window);
    const stopGuard = guardWindow(window);
    const stopDock = openDockForWork();
    const stopJobs = announceTableJobs(() => openTab({ kind: 'table-jobs' }));
    void announceInterruptedMoves((connectionId, table) => openTab({ kind: 'table', connectionId, table }));
    const stopMadeTables = showMadeTables();
    const stopTelling = tellTablesOfJobs();
    return () => {
      stopTelling();
      stopMadeTables();
      controller.abort();
      stopCommands();
      stopShortcuts();
      stopPasting();
      stopGuard();
      stopDock();
      stopJobs();
    };
  }, []);

  const isStoreRunning = useConnections().some(({ id, store }) => id === embeddedConnectionId && store === 'running');
  useEffect(() => {
    if (isStoreRunning) void checkSampleData();
  }, [isStoreRunning]);

  return (
    <div className={styles.shell}>
      <TopBar />
      <EngineBanner />
      <main className={styles.middle}>
        <div className={styles.body}>
          <SplitPane
            name="sidebar"
            label="side bar"
            direction="row"
            sized="first"
            bounds={sidebarBounds}
            isOpen={sidebar === 'open'}
            first={<SideBar />}
            second={<Workspace />}
          />
          {sidebar === 'closed' && <TourOverlay place="over-content" />}
          {sidebar === 'closed' && <ToastRegion place="over-content" />}
        </div>
        {dock === 'open' && (
          <ResizeHandle
            label="Resize the transfers"
            orientation="horizontal"
            panel="after"
            size={dockHeight}
            bounds={dockBounds}
            onResize={setDockHeight}
            line="none"
          />
        )}
      </main>
      <TransfersDock
        height={dockHeight}
        isOpen={dock === 'open'}
        onToggle={() => togglePart('dock')}
        onOpenJob={({ id, title }) => openTab({ kind: 'transfer', jobId: id, title })}
      />
      <StatusBar />
      <Palette />
      <Asks />
      <SasAsks />
      <WholeTableAsks />
      <ClosingQuestion />
    </div>
  );
}

function SideBar() {
  const opened = useOpenedItem();
  return (
    <div className={styles.sidebar}>
      <Navigator
        opened={opened}
        onOpenTable={(connectionId, table) => openTab({ kind: 'table', connectionId, table })}
        onOpenContainer={(connectionId, container) => openTab({ kind: 'container', connectionId, container })}
        onExportTable={(connectionId, table) => {
          openTab({ kind: 'table', connectionId, table });
          askOfTable(connectionId, table, 'export');
        }}
        onImportTable={openImport}
        onDropOnTable={(connectionId, table, transfer) =>
          importDrop(connectionId, table, transfer, () => openImport(connectionId, table))
        }
        onOpenUndo={(connectionId) => openTab({ kind: 'undo', connectionId })}
        tableEntries={({ id, locked }, table) => [
          ...tableEntries({ connectionId: id, table, access: locked ? 'read-only' : 'writable' }),
          tableSasEntry(id, table),
        ]}
        onAsk={askFor}
      />
      <ToastRegion place="side-bar" />
      <TourOverlay place="side-bar" />
      <Tools />
    </div>
  );
}

function openImport(connectionId: string, table: string): void {
  openTab({ kind: 'import', connectionId, table });
}

function useOpenedItem(): OpenedItem | null {
  const { tabs, activeId } = useTabs();
  const active = tabs.find((tab) => tabId(tab) === activeId);
  if (active?.kind === 'table' || active?.kind === 'entity' || active?.kind === 'import') {
    return { connectionId: active.connectionId, resource: 'tables', name: active.table };
  }
  if (active?.kind === 'container') {
    return { connectionId: active.connectionId, resource: 'containers', name: active.container };
  }
  return null;
}

function WholeTableAsks() {
  const connections = useConnections();
  return (
    <TableAsks
      connections={connections}
      onShowJobs={() => openTab({ kind: 'table-jobs' })}
      onCompare={openComparison}
    />
  );
}

function Asks() {
  const ask = useAsk((state) => state.ask);
  return (
    <ConnectionAsks
      ask={ask}
      onDone={() => askFor(null)}
      onCreated={(connectionId, resource, name) =>
        openTab(
          resource === 'tables'
            ? { kind: 'table', connectionId, table: name }
            : { kind: 'container', connectionId, container: name },
        )
      }
      onGone={(connectionId, resource, name) => {
        for (const staged of resource === 'containers' ? [] : stagedTables()) {
          if (staged.connectionId === connectionId && (name ?? staged.table) === staged.table) discardStaged(staged);
        }
        closeTabs((tab) => {
          if (tab.kind === 'table' || tab.kind === 'entity' || tab.kind === 'import') {
            return tab.connectionId === connectionId && resource !== 'containers' && (name ?? tab.table) === tab.table;
          }
          if (tab.kind === 'undo') return tab.connectionId === connectionId && resource === undefined;
          if (tab.kind === 'container') {
            return (
              tab.connectionId === connectionId && resource !== 'tables' && (name ?? tab.container) === tab.container
            );
          }
          return false;
        });
      }}
    />
  );
}
