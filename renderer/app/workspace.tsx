// The open tabs and their contents: one pane, or two side by side. Contents stay mounted when a tab changes sides.
import { ChevronDown, CircleHelp } from 'lucide-react';
import { type CSSProperties, type DragEvent, Fragment, type MouseEvent, useRef, useState } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { useSettings } from '@renderer/bridge';
import { useConnections } from '@renderer/features/connections';
import { showTopic, toggleHelp } from '@renderer/help/help';
import { useShortcut } from '@renderer/keys/keys';
import { copyLink } from '@renderer/links/copy-link';
import { PaneKeysProvider } from '@renderer/pane/view-actions';
import {
  IconButton,
  MenuButton,
  type MenuEntry,
  ResizeHandle,
  type StripTab,
  TabStrip,
  carriesTab,
  classNames,
  useContextMenu,
  useDraggedTab,
  useRememberedSize,
  panelElementId,
  tabElementId,
} from '@renderer/ui';
import { requestClose } from './closing/closing';
import { filesOnTab } from './files-on-places';
import { moveTabToWindow } from './other-windows';
import { TabContent } from './tab-content';
import { useSavedScroll } from './tabs/saved-scroll';
import { linkedTarget } from './tabs/linked-target';
import { type Side, type TabLayout, allTabs, paneOf, sideOf } from './tabs/tab-layout';
import { hintOf, tabIcons, titleOf } from './tabs/tab-title';
import { distinctTitles } from './tabs/tell-apart';
import { isPreview } from './tabs/tab';
import {
  type Tab,
  focusPane,
  keepTabOpen,
  moveTabAcross,
  placeTab,
  selectTab,
  tabId,
  useTabs,
} from './tabs/tabs-store';
import { Welcome } from './welcome';
import styles from './workspace.module.css';

const close = (id: string): void => requestClose((tab) => tabId(tab) === id);
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
              label={t`Resize the left pane`}
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
  const helpShortcut = useShortcut('help');
  const { tabs, activeId } = paneOf(layout, side);
  const zone = useSettings((settings) => settings.timeZone);
  const all = allTabs(layout);
  const count = all.length;
  const titles = new Map(distinctTitles(all, { connections, zone }).map((title, at) => [all[at], title]));

  const [isOverflowing, setOverflowing] = useState(false);
  const front = tabs.find((tab) => tabId(tab) === activeId);

  const openMenu = (event: MouseEvent, id: string): void =>
    menu.open(event, t`Tab`, [
      ...(tabs.some((tab) => tabId(tab) === id && isPreview(tab))
        ? [{ id: 'keep', label: t`Keep open`, onAction: () => keepTabOpen(id) }]
        : []),
      { id: 'close', label: t`Close`, shortcut: closeShortcut, onAction: () => close(id) },
      {
        id: 'others',
        label: t`Close others`,
        isDisabled: count < 2,
        onAction: () => requestClose((tab) => tabId(tab) !== id),
      },
      { id: 'all', label: t`Close all`, onAction: () => requestClose(() => true) },
      'separator',
      {
        id: 'side',
        label: layout.right === null ? t`Open to the side` : t`Move to the other side`,
        shortcut: splitShortcut,
        isDisabled: count < 2,
        onAction: () => {
          selectTab(id);
          moveTabAcross();
        },
      },
      { id: 'window', label: t`Move to new window`, onAction: () => moveTabToWindow(id) },
      ...linkActions(
        tabs.find((tab) => tabId(tab) === id),
        connections,
      ),
    ]);

  return (
    <div className={classNames(styles.strip, styles[`${side}Strip`])}>
      <TabStrip
        className={styles.tabs ?? ''}
        label={side === 'left' ? t`Open tabs` : t`Open tabs on the right`}
        tabs={tabs.map((tab) => stripTab(tab, titles.get(tab) ?? titleOf(tab), connections))}
        selectedId={activeId}
        focus={layout.right === null || layout.focused === side ? 'here' : 'beside'}
        onSelect={selectTab}
        onClose={close}
        onDrop={(id, at) => placeTab(id, side, at)}
        filesOn={(id) =>
          filesOnTab(
            tabs.find((tab) => tabId(tab) === id),
            connections,
          )
        }
        onContextMenu={openMenu}
        onDoubleClick={keepTabOpen}
        onOverflow={setOverflowing}
        closeShortcut={closeShortcut}
      />
      <span className={styles.help}>
        {isOverflowing ? (
          <MenuButton
            label={t`Tabs`}
            placement="bottom end"
            entries={tabs.map((tab) => listed(tab, titles.get(tab), activeId))}
          >
            <IconButton
              label={t`List all ${formatCount(tabs.length)} tabs`}
              size="small"
              icon={<ChevronDown size={14} />}
            />
          </MenuButton>
        ) : null}
        <IconButton
          label={front === undefined ? t`Help` : t`Help for ${titleOf(front)}`}
          {...(layout.right === null || layout.focused === side ? { shortcut: helpShortcut } : {})}
          size="small"
          icon={<CircleHelp size={14} />}
          onPress={() => {
            focusPane(side);
            if (layout.focused !== side) showTopic(null);
            else toggleHelp();
          }}
        />
      </span>
      {menu.element}
    </div>
  );
}

function Panel({ tab, layout }: { readonly tab: Tab; readonly layout: TabLayout }) {
  const id = tabId(tab);
  const side = sideOf(layout, id) ?? 'left';
  const isOnScreen = paneOf(layout, side).activeId === id;
  const panel = useRef<HTMLDivElement>(null);
  useSavedScroll(panel, id, isOnScreen ? 'on-screen' : 'hidden');
  return (
    <div
      ref={panel}
      id={panelElementId(id)}
      role="tabpanel"
      tabIndex={-1}
      aria-labelledby={tabElementId(id)}
      className={classNames(styles.panel, side === 'right' && styles.onTheRight)}
      hidden={!isOnScreen}
      onFocusCapture={() => focusPane(side)}
      onPointerDownCapture={() => focusPane(side)}
    >
      <PaneKeysProvider value={isOnScreen && layout.focused === side ? 'here' : 'elsewhere'}>
        <TabContent tab={tab} isActive={isOnScreen} />
      </PaneKeysProvider>
    </div>
  );
}

/** The right half of the only pane, while a tab is dragged: a tab dropped here opens in a second pane. */
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
      {t`Open to the side`}
    </div>
  );
}

/** A link to what the tab shows, where another computer can have it too. */
function linkActions(tab: Tab | undefined, connections: readonly ConnectionSummary[]): readonly MenuEntry[] {
  const linked = tab === undefined ? null : linkedTarget(tab, connections);
  if (linked === null) return [];
  return ['separator', { id: 'link', label: t`Copy link`, onAction: () => copyLink(linked.connection, linked.target) }];
}

function listed(tab: Tab, title = titleOf(tab), activeId: string | null): MenuEntry {
  const Icon = tabIcons[tab.kind];
  const aside = tabId(tab) === activeId ? { aside: '✓' } : {};
  return { id: tabId(tab), label: title, icon: <Icon size={14} />, ...aside, onAction: () => selectTab(tabId(tab)) };
}

function stripTab(tab: Tab, title: string, connections: readonly ConnectionSummary[]): StripTab {
  const Icon = tabIcons[tab.kind];
  const base = { id: tabId(tab), icon: <Icon size={14} />, title, isPreview: isPreview(tab) };
  const hint = hintOf(tab);
  if (!('connectionId' in tab)) return { ...base, hint };
  const connection = connections.find(({ id }) => id === tab.connectionId);
  const colour = connection?.marking.colour ?? 'none';
  return {
    ...base,
    mark: colour === 'none' ? undefined : `--mark-${colour}`,
    hint: connection ? t`${hint ?? base.title} on ${connection.name}` : hint,
  };
}
