// Tabs: opened beside the one in front, closed towards a neighbour, remembered.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Tab, closeTab, closeTabs, openTab, selectTab, stepTab, tabId, useTabs } from './tabs-store';

const table = (name: string): Tab => ({ kind: 'table', connectionId: 'local', table: name });
const titles = (): readonly string[] =>
  useTabs.getState().tabs.map((tab) => (tab.kind === 'table' ? tab.table : tab.kind));
const front = (): string | null => useTabs.getState().activeId;

beforeEach(() => {
  closeTabs(() => true);
  localStorage.clear();
});

describe('tabs', () => {
  it('open beside the one in front; what is open already comes to the front', () => {
    for (const name of ['A', 'B']) openTab(table(name));
    selectTab(tabId(table('A')));
    openTab({ kind: 'monitor' });
    expect(titles()).toEqual(['A', 'monitor', 'B']);
    openTab(table('B'));
    expect(titles()).toEqual(['A', 'monitor', 'B']);
    expect(front()).toBe(tabId(table('B')));
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

  it('stay in front when others close', () => {
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

  it('come back after a restart, only the one in front loaded', async () => {
    for (const name of ['A', 'B']) openTab(table(name));
    vi.resetModules();
    const again = await import('./tabs-store');
    expect(again.useTabs.getState()).toMatchObject({ tabs: [table('A'), table('B')], activeId: tabId(table('B')) });
    expect([...again.useTabs.getState().visited]).toEqual([tabId(table('B'))]);
  });

  it('start empty when what was kept makes no sense', async () => {
    for (const kept of ['{', '{"tabs":[{"kind":"spreadsheet"}],"activeId":null}', 'null']) {
      localStorage.setItem('workspace:tabs', kept);
      vi.resetModules();
      const again = await import('./tabs-store');
      expect(again.useTabs.getState().tabs).toEqual([]);
    }
  });
});
