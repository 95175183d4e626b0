// The open tabs and what they show: one pane, or two side by side. Contents stay mounted when a tab changes sides.
import { type CSSProperties, type DragEvent, Fragment, type MouseEvent, useState } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import { useConnections } from '@renderer/features/connections';
import { useShortcut } from '@renderer/keys/keys';
import { PaneKeysProvider } from '@renderer/pane/pane-keys';
import {
  ResizeHandle,
  type StripTab,
  TabStrip,
  carriesTab,
  classNames,
  useContextMenu,
  useDraggedTab,
  useRememberedSize,
} from '@renderer/ui';
import { askToClose } from './closing';
import { TabContent } from './tab-content';
import { type Side, type TabLayout, paneOf, sideOf } from './tabs/tab-layout';
import { hintOf, tabIcons, titleOf } from './tabs/tab-title';
import { type Tab, focusPane, moveTabAcross, placeTab, selectTab, tabId, useTabs } from './tabs/tabs-store';
import { Welcome } from './welcome';
import styles from './workspace.module.css';

const panelId = (id: string): string => `panel-${id}`;
const close = (id: string): void => askToClose((tab) => tabId(tab) === id);
const leftBounds = { initial: 560, min: 240, max: 2400 };

export function Workspace() {
  const { layout, tabs, visited } = useTabs();
  const [leftWidth, setLeftWidth] = useRememberedSize('left-pane', leftBounds);
  if (tabs.length === 0) {
    return (
      <div className={styles.empty}>
        <Welcome />
      </div>
    );
  }
  const isSplit = layout.right !== null;
  const style = isSplit ? ({ '--left-pane': `${leftWidth}px` } as CSSProperties) : undefined;
  return (
    <div className={classNames(styles.workspace, isSplit && styles.split)} style={style}>
      <Strip side="left" layout={layout} />
      {isSplit && (
        <Fragment>
          <div className={styles.handle}>
            <ResizeHandle
              label="Resize the left side"
              orientation="vertical"
              panel="before"
              size={leftWidth}
              bounds={leftBounds}
              onResize={setLeftWidth}
            />
          </div>
          <Strip side="right" layout={layout} />
        </Fragment>
      )}
      {tabs.map((tab) => (visited.has(tabId(tab)) ? <Panel key={tabId(tab)} tab={tab} layout={layout} /> : null))}
      {!isSplit && tabs.length > 1 && <SplitGround />}
    </div>
  );
}

function Strip({ side, layout }: { readonly side: Side; readonly layout: TabLayout }) {
  const connections = useConnections();
  const menu = useContextMenu();
  const closeShortcut = useShortcut('close-tab');
  const splitShortcut = useShortcut('split-tab');
  const { tabs, activeId } = paneOf(layout, side);
  const count = layout.left.tabs.length + (layout.right?.tabs.length ?? 0);

  const openMenu = (event: MouseEvent, id: string): void =>
    menu.open(event, 'Tab', [
      { id: 'close', label: 'Close', shortcut: closeShortcut, onAction: () => close(id) },
      {
        id: 'others',
        label: 'Close the others',
        isDisabled: count < 2,
        onAction: () => askToClose((tab) => tabId(tab) !== id),
      },
      { id: 'all', label: 'Close all', onAction: () => askToClose(() => true) },
      'separator',
      {
        id: 'side',
        label: layout.right === null ? 'Show beside' : 'Move to the other side',
        shortcut: splitShortcut,
        isDisabled: count < 2,
        onAction: () => {
          selectTab(id);
          moveTabAcross();
        },
      },
    ]);

  return (
    <>
      <TabStrip
        className={styles[`${side}Strip`] ?? ''}
        label={side === 'left' ? 'Open tabs' : 'Open tabs on the right'}
        tabs={tabs.map((tab) => stripTab(tab, connections))}
        selectedId={activeId}
        focus={layout.right === null || layout.focused === side ? 'here' : 'beside'}
        onSelect={selectTab}
        onClose={close}
        onDrop={(id, at) => placeTab(id, side, at)}
        onContextMenu={openMenu}
        closeShortcut={closeShortcut}
        panelId={panelId}
      />
      {menu.element}
    </>
  );
}

function Panel({ tab, layout }: { readonly tab: Tab; readonly layout: TabLayout }) {
  const id = tabId(tab);
  const side = sideOf(layout, id) ?? 'left';
  const isOnScreen = paneOf(layout, side).activeId === id;
  return (
    <div
      id={panelId(id)}
      role="tabpanel"
      aria-labelledby={`tab-${id}`}
      className={classNames(styles.panel, side === 'right' && styles.onTheRight)}
      hidden={!isOnScreen}
      onFocusCapture={() => focusPane(side)}
      onPointerDownCapture={() => focusPane(side)}
    >
      <PaneKeysProvider value={layout.focused === side ? 'here' : 'beside'}>
        <TabContent tab={tab} isActive={isOnScreen} />
      </PaneKeysProvider>
    </div>
  );
}

/** The right half of the only pane, while a tab is dragged: let go here, the tab stands beside the others. */
function SplitGround() {
  const dragged = useDraggedTab();
  const [isOver, setIsOver] = useState(false);
  if (dragged === null) return null;
  const onDragOver = (event: DragEvent): void => {
    if (!carriesTab(event.dataTransfer)) return;
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <div
      className={classNames(styles.ground, isOver && styles.over)}
      data-testid="split-ground"
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        placeTab(dragged, 'right', 0);
      }}
    >
      Show beside
    </div>
  );
}

function stripTab(tab: Tab, connections: readonly ConnectionSummary[]): StripTab {
  const Icon = tabIcons[tab.kind];
  const base = { id: tabId(tab), icon: <Icon size={14} />, title: titleOf(tab) };
  const hint = hintOf(tab);
  if (!('connectionId' in tab)) return { ...base, hint };
  const connection = connections.find(({ id }) => id === tab.connectionId);
  const colour = connection?.marking.colour ?? 'none';
  return {
    ...base,
    mark: colour === 'none' ? undefined : `--mark-${colour}`,
    hint: connection ? `${hint ?? base.title} on ${connection.name}` : hint,
  };
}
