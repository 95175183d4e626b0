// The window: bars above and below, navigator, workspace, transfers; and the dialogs that anything may ask for.
import { useEffect } from 'react';
import { embeddedConnectionId } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { onAppCommand, onWordsChange } from '@renderer/bridge';
import { SasAsks, tableSasEntries } from '@renderer/features/blobs';
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
  stagedTables,
  tableEntries,
  hearOtherWindows,
  tellTablesOfJobs,
} from '@renderer/features/tables';
import { TransfersDock } from '@renderer/features/transfers';
import { tableRefusals } from '@renderer/pane/table-refusals';
import { ResizeHandle, SplitPane, ToastRegion, lazyView } from '@renderer/ui';
import { runCommand } from './actions';
import { askFor, useAsk } from './ask-store';
import { guardWindow } from './closing';
import { ClosingQuestion } from './closing-ask';
import { openDockForWork } from './dock-for-work';
import { useDockHeight } from './dock-height';
import { OpeningAsks } from './openings/opening-ask';
import { takeDroppedQueries, watchOpenings } from './openings/openings-store';
import { dropInContainer, dropOnTable } from './files-on-places';
import { EngineBanner } from './engine-banner';
import { useHelp } from '@renderer/help/help-store';
import { setAbout, togglePart, useLayout } from './layout-store';
import { closeFloatingWithTab } from './close-floating';
import { keepFocus } from './keep-focus';
import { keepPressOfMovedButton } from './keep-press';
import { loadInLanguage } from './load-in-language';
import { keepMiddleClickFromPasting } from './middle-click';
import { giveRowsRoom } from './low-window';
import { giveTabsRoom } from './narrow-window';
import { checkSampleData } from './sample-data';
import { Palette } from './palette/palette';
import styles from './shell.module.css';
import { listenForShortcuts } from './shortcuts';
import { showMadeTables } from './show-made-tables';
import { noteUse, wasUsedLast } from '@renderer/pane/this-window';
import { Tools } from './tools';
import { StatusBar } from './status-bar';
import { openComparison } from './open-comparison';
import { closeTabs, openTab, tabId, useTabs } from './tabs/tabs-store';
import { tellWhenDrawn } from './tell-drawn';
import { tellSetAside } from './tell-set-aside';
import { TopBar } from './top-bar';
import { TourOverlay } from './tour/tour-overlay';
import { Workspace } from './workspace';

const AboutDialog = lazyView(() => import('./about/about-dialog').then(({ AboutDialog }) => AboutDialog));
const HelpPanel = lazyView(() => import('./help/help-panel').then(({ HelpPanel }) => HelpPanel));

const sidebarBounds = { initial: 260, min: 180, max: 480 };

export function Shell() {
  const { sidebar, dock, about } = useLayout();
  const isHelpOpen = useHelp((state) => state.isOpen);
  const dockHeight = useDockHeight();

  useEffect(watchWhileOpen, []);

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
      <Asks />
      <SasAsks />
      <WholeTableAsks />
      <OpeningAsks />
      {about !== 'closed' && <AboutDialog key={about} begins={about} onClose={() => setAbout('closed')} />}
      <ClosingQuestion />
    </div>
  );
}

/** Starts what a window watches while it is open, and gives the end of it. */
function watchWhileOpen(): () => void {
  const connections = new AbortController();
  void watchConnections(connections.signal);
  const stops = [
    tellWhenDrawn(window),
    onAppCommand(runCommand),
    listenForShortcuts(window),
    keepMiddleClickFromPasting(window),
    keepPressOfMovedButton(window),
    guardWindow(window),
    onWordsChange(loadInLanguage),
    watchOpenings(),
    takeDroppedQueries(window),
    noteUse(window),
    giveTabsRoom(window),
    giveRowsRoom(window),
    closeFloatingWithTab(window),
    keepFocus(window),
    openDockForWork(),
    announceTableJobs(() => openTab({ kind: 'table-jobs' }), wasUsedLast),
    showMadeTables(),
    tellTablesOfJobs(),
    hearOtherWindows(),
    tellSetAside(),
  ];
  void announceInterruptedMoves((connectionId, table) => openTab({ kind: 'table', connectionId, table }));
  return () => {
    connections.abort();
    for (const stop of stops) stop();
  };
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
        onDrop={(connectionId, resource, name, files) => {
          if (resource === 'tables') dropOnTable(connectionId, name, files);
          else dropInContainer(connectionId, name, files, 'top');
        }}
        onOpenUndo={(connectionId) => openTab({ kind: 'undo', connectionId })}
        tableEntries={(connection, table) => [
          ...tableEntries({ connectionId: connection.id, table, renameRefusal: tableRefusals(connection).rename }),
          ...tableSasEntries(connection.id, table),
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
      onOpen={(connectionId, resource, name) =>
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
