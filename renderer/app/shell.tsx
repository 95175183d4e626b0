// The window: bars above and below, the side bar, the open tabs and the transfers.
import { useEffect } from 'react';
import { embeddedConnectionId } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { tableSasActions } from '@renderer/features/blobs';
import { Navigator, useConnections } from '@renderer/features/connections';
import { requestTableAction, tableMenuActions } from '@renderer/features/tables';
import { TransfersDock } from '@renderer/features/transfers';
import { useHelp } from '@renderer/help/help-store';
import { tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { ResizeHandle, SplitPane, ToastRegion, lazyView } from '@renderer/ui';
import { openDialog } from './dialog-store';
import { Dialogs } from './dialogs';
import { EngineBanner } from './bars/engine-banner';
import { StatusBar } from './bars/status-bar';
import { Tools } from './bars/tools';
import { TopBar } from './bars/top-bar';
import { useDockHeight } from './dock-height';
import { dropInContainer, dropOnTable } from './files-on-places';
import { setAbout, togglePart, useLayout } from './layout-store';
import { Palette } from './palette/palette';
import { checkSampleData } from './sample-data';
import styles from './shell.module.css';
import { openedItem } from './tabs/opened-item';
import { openTab, tabId, useTabs } from './tabs/tabs-store';
import { TourOverlay } from './tour/tour-overlay';
import { watchWindow } from './watch-window';
import { Workspace } from './workspace';

const AboutDialog = lazyView(() => import('./about/about-dialog').then(({ AboutDialog }) => AboutDialog));
const HelpPanel = lazyView(() => import('./help/help-panel').then(({ HelpPanel }) => HelpPanel));

const sidebarBounds = { initial: 260, min: 180, max: 480 };

export function Shell() {
  const { sidebar, dock, about } = useLayout();
  const isHelpOpen = useHelp((state) => state.isOpen);
  const dockHeight = useDockHeight();

  useEffect(watchWindow, []);

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
            label={t`side bar`}
            direction="row"
            sized="first"
            bounds={sidebarBounds}
            isOpen={sidebar === 'open'}
            first={<SideBar />}
            second={<Workspace />}
          />
          {sidebar === 'closed' && <TourOverlay place="over-content" />}
          {isHelpOpen && <HelpPanel />}
        </div>
        {sidebar === 'closed' && <ToastRegion place="below-content" />}
        {dock === 'open' && (
          <ResizeHandle
            label={t`Resize the transfers`}
            orientation="horizontal"
            panel="after"
            size={dockHeight.heightPx}
            bounds={dockHeight.bounds}
            onResize={dockHeight.resize}
            onReset={dockHeight.reset}
            line="none"
          />
        )}
      </main>
      <TransfersDock
        height={dockHeight.heightPx}
        isOpen={dock === 'open'}
        onToggle={() => togglePart('dock')}
        onOpenJob={({ id, kind: job, title, createdAtMs }) =>
          openTab({ kind: 'transfer', jobId: id, title, job, sinceMs: createdAtMs })
        }
      />
      <StatusBar />
      <Palette />
      <Dialogs />
      {about !== 'closed' && <AboutDialog key={about} begins={about} onClose={() => setAbout('closed')} />}
    </div>
  );
}

function SideBar() {
  const { tabs, activeId } = useTabs();
  return (
    <div className={styles.sidebar}>
      <Navigator
        opened={openedItem(tabs.find((tab) => tabId(tab) === activeId))}
        onOpenTable={(connectionId, table) => openTab({ kind: 'table', connectionId, table })}
        onOpenContainer={(connectionId, container) => openTab({ kind: 'container', connectionId, container })}
        onExportTable={(connectionId, table) => {
          openTab({ kind: 'table', connectionId, table });
          requestTableAction(connectionId, table, 'export');
        }}
        onImportTable={openImport}
        onDrop={(connectionId, resource, name, files) => {
          if (resource === 'tables') dropOnTable(connectionId, name, files);
          else dropInContainer(connectionId, name, files, 'top');
        }}
        onOpenUndo={(connectionId) => openTab({ kind: 'undo', connectionId })}
        tableMenuActions={(connection, table) => [
          ...tableMenuActions({
            connectionId: connection.id,
            table,
            renameDisabledReason: tableDisabledReasons(connection).rename,
          }),
          ...tableSasActions(connection, table),
        ]}
        onRequest={openDialog}
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
