// Tabs: opened beside the active one, closed towards a neighbour, moved, put side by side, remembered.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import fc from 'fast-check';
import * as layouts from './tab-layout';
import {
  type Tab,
  closeTab,
  closeTabs,
  focusPane,
  keepTabOpen,
  moveTab,
  moveTabAcross,
  openTab,
  placeTab,
  reopenTab,
  selectTab,
  stepTab,
  tabId,
  useTabs,
} from './tabs-store';

const table = (name: string): Tab => ({ kind: 'table', connectionId: 'local', table: name });
const titles = (): readonly string[] =>
  useTabs.getState().tabs.map((tab) => (tab.kind === 'table' ? tab.table : tab.kind));
const front = (): string | null => useTabs.getState().activeId;

beforeEach(() => {
  vi.restoreAllMocks();
  closeTabs(() => true);
  useTabs.setState({ closed: [], recent: [] });
  localStorage.clear();
});

describe('tabs', () => {
  it('open beside the active one; an open tab is activated instead', () => {
    for (const name of ['A', 'B']) openTab(table(name));
    selectTab(tabId(table('A')));
    openTab({ kind: 'monitor' });
    expect(titles()).toEqual(['A', 'monitor', 'B']);
    openTab(table('B'));
    expect(titles()).toEqual(['A', 'monitor', 'B']);
    expect(front()).toBe(tabId(table('B')));
  });

  it('open and close when the storage has no room to remember them', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    for (const name of ['A', 'B']) openTab(table(name));
    closeTab(tabId(table('A')));
    expect(titles()).toEqual(['B']);
  });

  it('show one preview after the other in the same place, until one is to stay open', () => {
    const blob = (name: string, isPreview?: true): Tab => {
      return { kind: 'blob', connectionId: 'local', container: 'photos', name, ...(isPreview ? { isPreview } : {}) };
    };
    const shown = (): readonly string[] =>
      useTabs.getState().tabs.map((tab) => (tab.kind === 'blob' ? `${tab.name}${tab.isPreview ? '?' : ''}` : tab.kind));
    for (const tab of [table('A'), blob('1', true), table('B'), blob('2', true)]) openTab(tab);
    expect(shown()).toEqual(['table', '2?', 'table']);
    expect(front()).toBe(tabId(blob('2')));
    keepTabOpen(tabId(blob('2')));
    openTab(blob('3', true));
    expect(shown()).toEqual(['table', '2', '3?', 'table']);
    openTab(blob('2', true));
    expect(shown(), 'a tab that stays open remains one').toEqual(['table', '2', '3?', 'table']);
    openTab(blob('3'));
    openTab(blob('4', true));
    placeTab(tabId(blob('4')), 'left', 0);
    openTab(blob('5', true));
    expect(shown(), 'a link, or a move, keeps it open').toEqual(['4', '5?', 'table', '2', '3', 'table']);
  });

  it('give way to the right neighbour, at the end to the left one', () => {
    for (const name of ['A', 'B', 'C']) openTab(table(name));
    selectTab(tabId(table('B')));
    closeTab(tabId(table('B')));
    expect(front()).toBe(tabId(table('C')));
    closeTab(tabId(table('C')));
    expect(front()).toBe(tabId(table('A')));
    closeTab(tabId(table('A')));
    expect(front()).toBeNull();
  });

  it('stay active when others close', () => {
    for (const name of ['A', 'B', 'C']) openTab(table(name));
    closeTabs((tab) => tab.kind === 'table' && tab.table !== 'C');
    expect(titles()).toEqual(['C']);
    expect(front()).toBe(tabId(table('C')));
  });

  it('step round the ends', () => {
    for (const name of ['A', 'B']) openTab(table(name));
    stepTab('next');
    expect(front()).toBe(tabId(table('A')));
    stepTab('previous');
    expect(front()).toBe(tabId(table('B')));
  });

  it('are restored after a restart, with only the active one loaded', async () => {
    for (const name of ['A', 'B']) openTab(table(name));
    vi.resetModules();
    const again = await import('./tabs-store');
    expect(again.useTabs.getState()).toMatchObject({ tabs: [table('A'), table('B')], activeId: tabId(table('B')) });
    expect([...again.useTabs.getState().visited]).toEqual([tabId(table('B'))]);
  });

  it('start empty when the saved value is invalid', async () => {
    for (const damaged of ['{', '{"tabs":[{"kind":"spreadsheet"}],"activeId":null}', 'null']) {
      localStorage.setItem('workspace:tabs', damaged);
      vi.resetModules();
      const again = await import('./tabs-store');
      expect(again.useTabs.getState().tabs).toEqual([]);
    }
  });

  it('reopen at their positions, the last one closed first', () => {
    for (const name of ['A', 'B', 'C']) openTab(table(name));
    closeTab(tabId(table('A')));
    closeTab(tabId(table('B')));
    expect(reopenTab()).toBe(true);
    expect(titles()).toEqual(['B', 'C']);
    expect(reopenTab()).toBe(true);
    expect(titles()).toEqual(['A', 'B', 'C']);
    expect(front()).toBe(tabId(table('A')));
    expect(reopenTab()).toBe(false);
  });

  it('move one position at a time, and stop at the ends', () => {
    for (const name of ['A', 'B', 'C']) openTab(table(name));
    moveTab('left');
    expect(titles()).toEqual(['A', 'C', 'B']);
    moveTab('left');
    moveTab('left');
    expect(titles()).toEqual(['C', 'A', 'B']);
    placeTab(tabId(table('C')), 'left', 2);
    expect(titles()).toEqual(['A', 'B', 'C']);
  });

  it('are shown side by side, and the pane closes when it is empty', () => {
    for (const name of ['A', 'B']) openTab(table(name));
    moveTabAcross();
    const { layout } = useTabs.getState();
    expect([layout.left.tabs, layout.right?.tabs, layout.focused]).toEqual([[table('A')], [table('B')], 'right']);
    openTab(table('C'));
    expect(useTabs.getState().layout.right?.tabs).toEqual([table('B'), table('C')]);
    focusPane('left');
    openTab(table('B'));
    expect(front()).toBe(tabId(table('B')));
    expect(titles()).toEqual(['A', 'B', 'C']);
    closeTab(tabId(table('A')));
    expect(useTabs.getState().layout).toMatchObject({ right: null, focused: 'left' });
    expect(titles()).toEqual(['B', 'C']);
  });

  it('leave a single tab where it is', () => {
    openTab(table('A'));
    moveTabAcross();
    expect(useTabs.getState().layout.right).toBeNull();
  });

  it('are restored on both sides after a restart, with both active ones loaded', async () => {
    for (const name of ['A', 'B', 'C']) openTab(table(name));
    moveTabAcross();
    const before = useTabs.getState();
    vi.resetModules();
    const again = (await import('./tabs-store')).useTabs.getState();
    expect(again.layout).toEqual(before.layout);
    expect(again.recent).toEqual([table('C'), table('B'), table('A')]);
    expect([...again.visited].sort()).toEqual([tabId(table('B')), tabId(table('C'))]);
  });

  it('are restored from the format of an earlier version', async () => {
    localStorage.setItem('workspace:tabs', JSON.stringify({ tabs: [table('A'), table('B')], activeId: 'gone' }));
    vi.resetModules();
    const again = (await import('./tabs-store')).useTabs.getState();
    expect(again.layout).toEqual({
      left: { tabs: [table('A'), table('B')], activeId: tabId(table('A')) },
      right: null,
      focused: 'left',
    });
  });
});

describe('a layout', () => {
  const name = fc.constantFrom('A', 'B', 'C', 'D');
  const side = fc.constantFrom('left' as const, 'right' as const);
  const act: fc.Arbitrary<(layout: layouts.TabLayout) => layouts.TabLayout> = fc.oneof(
    name.map((each) => (layout: layouts.TabLayout) => layouts.open(layout, table(each))),
    name.map((each) => (layout: layouts.TabLayout) => layouts.select(layout, tabId(table(each)))),
    name.map(
      (each) => (layout: layouts.TabLayout) => layouts.close(layout, (tab) => tabId(tab) === tabId(table(each))).layout,
    ),
    fc.tuple(name, side, fc.nat(5)).map(
      ([each, to, at]) =>
        (layout: layouts.TabLayout) =>
          layouts.place(layout, tabId(table(each)), to, at),
    ),
    fc.tuple(name, side, fc.nat(5)).map(
      ([each, to, at]) =>
        (layout: layouts.TabLayout) =>
          layouts.reopen(layout, { tab: table(each), side: to, at }),
    ),
    fc.constant(layouts.moveAcross),
    side.map((to) => (layout: layouts.TabLayout) => layouts.moveStep(layout, to)),
    side.map((to) => (layout: layouts.TabLayout) => layouts.focus(layout, to)),
    fc.constant((layout: layouts.TabLayout) => layouts.step(layout, 'next')),
  );

  it('has every tab once, one active in each pane, and no empty pane beside another', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (actions) => {
        const layout = actions.reduce((now, next) => next(now), layouts.emptyLayout);
        const ids = layouts.allTabs(layout).map(tabId);
        expect(new Set(ids).size).toBe(ids.length);
        for (const pane of [layout.left, ...(layout.right === null ? [] : [layout.right])]) {
          const own = pane.tabs.map(tabId);
          if (own.length > 0) expect(own).toContain(pane.activeId);
          else expect([pane.activeId, layout.right]).toEqual([null, null]);
        }
        if (layout.right === null) expect(layout.focused).toBe('left');
      }),
    );
  });
});
