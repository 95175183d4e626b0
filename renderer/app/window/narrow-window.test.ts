// The side bar of a narrow window is shown when nothing is open, and on request; it returns when the window is wide.
import { afterEach, describe, expect, it } from 'vitest';
import { togglePart, useLayout } from '../layout-store';
import { giveTabsRoom } from './window-size';
import { closeTabs, focusPane, moveTabAcross, openTab } from '../tabs/tabs-store';

const defaultWidth = window.innerWidth;
let stop = (): void => undefined;

function widen(px: number): void {
  window.innerWidth = px;
  window.dispatchEvent(new Event('resize'));
}

const sidebar = (): string => useLayout.getState().sidebar;

afterEach(() => {
  closeTabs(() => true);
  stop();
  widen(defaultWidth);
  localStorage.clear();
});

describe('a narrow window', () => {
  it('shows the side bar until something is open, and again when all is closed', () => {
    widen(600);
    stop = giveTabsRoom(window);
    expect(sidebar()).toBe('open');
    openTab({ kind: 'monitor' });
    expect(sidebar()).toBe('closed');
    closeTabs(() => true);
    expect(sidebar()).toBe('open');
  });

  it('shows it on request until another tab is activated', () => {
    widen(600);
    stop = giveTabsRoom(window);
    openTab({ kind: 'monitor' });
    togglePart('sidebar');
    expect(sidebar()).toBe('open');
    openTab({ kind: 'lab' });
    expect(sidebar()).toBe('closed');
  });

  it('gives two tabs side by side the room of the side bar', () => {
    widen(960);
    stop = giveTabsRoom(window);
    openTab({ kind: 'monitor' });
    openTab({ kind: 'lab' });
    expect(sidebar()).toBe('open');
    moveTabAcross();
    expect(sidebar()).toBe('closed');
    closeTabs(({ kind }) => kind === 'lab');
    expect(sidebar()).toBe('open');
  });

  it('shows it on request while the user switches sides, until another tab is activated', () => {
    widen(960);
    stop = giveTabsRoom(window);
    openTab({ kind: 'monitor' });
    openTab({ kind: 'lab' });
    moveTabAcross();
    togglePart('sidebar');
    for (const side of ['left', 'right', 'left'] as const) {
      focusPane(side);
      expect(sidebar()).toBe('open');
    }
    openTab({ kind: 'settings' });
    expect(sidebar()).toBe('closed');
  });

  it('restores it when the window is wide again, unless the user had closed it there', () => {
    stop = giveTabsRoom(window);
    openTab({ kind: 'monitor' });
    widen(600);
    expect(sidebar()).toBe('closed');
    widen(1200);
    expect(sidebar()).toBe('open');
    togglePart('sidebar');
    widen(600);
    togglePart('sidebar');
    widen(1200);
    expect(sidebar()).toBe('closed');
  });
});
