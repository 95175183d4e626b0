// The window: bars above and below, the side bar, the open tabs and the jobs.
import { type ReactNode, useEffect } from 'react';
import { embeddedConnectionId } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { containerMenuActions, tableSasActions } from '@renderer/features/blobs';
import { Navigator, useConnections } from '@renderer/features/connections';
import { HubRows } from '@renderer/features/hubs';
import { requestTableAction, tableMenuActions } from '@renderer/features/tables';
import { ActivityDock } from '@renderer/features/activity';
import { useHubs } from '@renderer/live/hubs';
import { useHelp } from '@renderer/help/help';
import { tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { Button, ResizeHandle, SplitPane, ToastRegion, classNames, lazyView, showToast } from '@renderer/ui';
import { openDialog } from './dialog-store';
import { Dialogs } from './dialogs';
import { StatusBar } from './bars/status-bar';
import { TopBar } from './bars/top-bar';
import { useDockHeight } from './dock-height';
import { dropInContainer, dropOnTable } from './files-on-places';
import { setAbout, togglePart, useLayout } from './layout-store';
import { Palette } from './palette/palette';
import { checkSampleData } from './sample-data';
import styles from './shell.module.css';
import { openedItem } from './tabs/tab';
import { closeTabs, openHub, openJob, openTab, tabId, useTabs } from './tabs/tabs-store';
import { TourOverlay } from './tour/tour-overlay';
import { watchWindow } from './watch-window';
import { Workspace } from './workspace';
import { Activity, FlaskConical, LoaderCircle, TriangleAlert } from 'lucide-react';
import { call, useEngineState } from '@renderer/bridge';
import toolsStyles from './tools.module.css';

const AboutDialog = lazyView(() => import('./about/about-dialog').then(({ AboutDialog }) => AboutDialog));
const HelpPanel = lazyView(() => import('./help/help-panel').then(({ HelpPanel }) => HelpPanel));

const sidebarBounds = { initial: 260, min: 180, max: 480 };

export function Shell() {
  const { sidebar, dock, about } = useLayout();
  const isHelpOpen = useHelp((state) => state.isOpen);
  const dockHeight = useDockHeight();

  useEffect(watchWindow, []);

  const connections = useConnections();
  const isStoreRunning = connections.some(({ id, store }) => id === embeddedConnectionId && store === 'running');
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
            label={t`sidebar`}
            direction="row"
            sized="first"
            bounds={sidebarBounds}
            isOpen={sidebar === 'open'}
            first={<SideBar />}
            second={<Workspace />}
          />
          {sidebar === 'closed' && <TourOverlay position="over-content" />}
          {isHelpOpen && <HelpPanel />}
        </div>
        <ToastRegion />
        {dock === 'open' && (
          <ResizeHandle
            label={t`Resize the activity panel`}
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
      <ActivityDock
        height={dockHeight.heightPx}
        isOpen={dock === 'open'}
        onToggle={() => togglePart('dock')}
        connections={connections}
        onOpenJob={openJob}
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
            renameDisabledReason: tableDisabledReasons(connection, table).rename,
          }),
          ...tableSasActions(connection, table),
        ]}
        containerMenuActions={(connection, container) =>
          containerMenuActions(connection, container, () =>
            openTab({ kind: 'container', connectionId: connection.id, container }),
          )
        }
        onRequest={openDialog}
      />
      <SavedHubs />
      <TourOverlay position="side-bar" />
      <Tools />
    </div>
  );
}

function SavedHubs() {
  const { tabs, activeId } = useTabs();
  const hubs = useHubs();
  const front = tabs.find((tab) => tabId(tab) === activeId);
  if (hubs.length === 0) return null;
  return (
    <HubRows
      hubs={hubs}
      openedId={front?.kind === 'hub' ? front.hubId : null}
      onOpen={openHub}
      onRenamed={(hub) => {
        if (tabs.some((tab) => tab.kind === 'hub' && tab.hubId === hub.id)) openHub(hub);
      }}
      onGone={(hubId) => closeTabs((tab) => tab.kind === 'hub' && tab.hubId === hubId)}
    />
  );
}

function openImport(connectionId: string, table: string): void {
  openTab({ kind: 'import', connectionId, table });
}

/** Says that the engine is being restarted, and offers a way out if that fails. */
function EngineBanner() {
  const state = useEngineState();
  if (state === 'running' || state === 'connecting') return null;
  if (state === 'restarting') {
    return (
      <div className={styles.banner} role="status">
        <LoaderCircle size={14} className={styles.turning} aria-hidden />
        <span>{t`Reconnecting… Your tabs stay open; transfers resume where they stopped.`}</span>
      </div>
    );
  }
  const restart = (): void => {
    call('engine.restart', {}).catch(() => showToast({ tone: 'bad', title: t`The engine did not start` }));
  };
  return (
    <div className={classNames(styles.banner, styles.failed)} role="alert">
      <TriangleAlert size={14} aria-hidden />
      <span>{t`The engine stopped and could not restart. Transfers are saved and can be resumed.`}</span>
      <Button size="small" onPress={restart}>{t`Restart engine`}</Button>
    </div>
  );
}

// The foot of the side bar: the two tabs that belong to no connection.

const tools: readonly { readonly kind: 'monitor' | 'lab'; readonly title: string; readonly icon: ReactNode }[] = [
  { kind: 'monitor', title: t`Monitor`, icon: <Activity size={16} aria-hidden /> },
  { kind: 'lab', title: t`Lab`, icon: <FlaskConical size={16} aria-hidden /> },
];

function Tools() {
  const activeId = useTabs((state) => state.activeId);
  return (
    <nav className={toolsStyles.tools} aria-label={t`Tools`}>
      {tools.map(({ kind, title, icon }) => (
        <button
          key={kind}
          type="button"
          className={classNames(toolsStyles.tool, activeId === kind && toolsStyles.active)}
          aria-current={activeId === kind ? 'page' : undefined}
          onClick={() => openTab({ kind })}
        >
          {icon}
          {title}
        </button>
      ))}
    </nav>
  );
}
