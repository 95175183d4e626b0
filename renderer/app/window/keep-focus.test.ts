// The focus returns to the active tab, whatever happened to the element that had it.
import { panelElementId } from '@renderer/ui';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepFocus } from './keep-focus';
import { type Tab, closeTabs, openTab, selectTab, tabId } from '../tabs/tabs-store';

const table = (name: string): Tab => ({ kind: 'table', connectionId: 'local', table: name });
const panels = new Map<string, HTMLElement>();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  for (const name of ['A', 'B']) {
    const panel = document.createElement('div');
    panel.id = panelElementId(tabId(table(name)));
    panel.tabIndex = -1;
    panel.setAttribute('role', 'tabpanel');
    panel.innerHTML = '<button>first</button><button>second</button>';
    document.body.append(panel);
    panels.set(name, panel);
    openTab(table(name));
  }
  stop = keepFocus(window);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  closeTabs(() => true);
  document.body.innerHTML = '';
});

const second = (name: string): HTMLElement => panels.get(name)!.querySelectorAll('button')[1]!;
const focused = (): Element | null => document.activeElement;
/** Once everything that this change could still move has moved. */
const settled = (): Element | null => {
  vi.runAllTimers();
  return focused();
};
const pressTab = (): void => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
};

it('moves to the activated tab, and in a used one to the element that had it', () => {
  second('B').focus();
  selectTab(tabId(table('A')));
  second('B').blur();
  expect(settled()).toBe(panels.get('A'));
  selectTab(tabId(table('B')));
  panels.get('A')!.blur();
  expect(settled()).toBe(second('B'));
});

it('moves to the tab when the focused element is gone, at the latest with the next key', () => {
  second('B').focus();
  second('B').remove();
  expect(focused()).toBe(document.body);
  pressTab();
  expect(focused()).toBe(panels.get('B'));
});

it('stays in the row whose button was replaced, and in the list whose row is gone', () => {
  const queue = document.createElement('div');
  queue.innerHTML =
    '<div role="list" tabindex="0"><div role="listitem"><button>Start</button><button>More</button></div></div>';
  document.body.append(queue);
  const [start, more] = queue.querySelectorAll('button');
  start?.focus();
  start?.remove();
  pressTab();
  expect(focused()).toBe(more);
  queue.querySelector('[role="listitem"]')?.remove();
  pressTab();
  expect(focused()).toBe(queue.querySelector('[role="list"]'));
  queue.remove();
  pressTab();
  expect(focused()).toBe(panels.get('B'));
});

it('moves to what remains around it before it moves to the tab itself', () => {
  const list = document.createElement('div');
  list.tabIndex = 0;
  list.innerHTML = '<button>Leave out</button>';
  panels.get('B')?.append(list);
  list.querySelector('button')?.focus();
  list.querySelector('button')?.remove();
  pressTab();
  expect(focused()).toBe(list);
});

it('stays where a component moves it, as the list of operators does to the value', () => {
  const chip = document.createElement('div');
  chip.innerHTML = '<button>is</button><input>';
  panels.get('B')?.append(chip);
  const [operator, value] = [chip.querySelector('button')!, chip.querySelector('input')!];
  operator.focus();
  operator.blur();
  operator.addEventListener('focus', () => value.focus());
  expect(settled()).toBe(value);
});

it('moves to the tab that is opened from the queue, and stays in the side bar, where the user continues browsing', () => {
  const beside = document.createElement('div');
  beside.innerHTML = '<button>long.bin</button><div role="tree"><div role="treeitem" tabindex="0">B</div></div>';
  document.body.append(beside);
  beside.querySelector('button')?.focus();
  selectTab(tabId(table('A')));
  expect(settled()).toBe(panels.get('A'));
  const item = beside.querySelector<HTMLElement>('[role="treeitem"]');
  second('A').focus();
  item?.focus();
  selectTab(tabId(table('B')));
  expect(settled()).toBe(item);
  // As by the palette, which gives the focus back to where it was opened.
  item?.blur();
  selectTab(tabId(table('A')));
  item?.focus();
  expect(settled()).toBe(second('A'));
});

it('moves with the next key if that comes first, and leaves later keys alone', () => {
  const queue = document.createElement('div');
  queue.innerHTML = '<button>long.bin</button><button>More</button>';
  document.body.append(queue);
  const [title, more] = queue.querySelectorAll('button');
  title?.focus();
  selectTab(tabId(table('A')));
  pressTab();
  expect(focused()).toBe(panels.get('A'));
  more?.focus();
  expect(settled()).toBe(more);
});

it('stays in a dialog that traps it', () => {
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'alertdialog');
  document.body.append(dialog);
  second('B').focus();
  second('B').remove();
  pressTab();
  expect(focused()).toBe(document.body);
});
