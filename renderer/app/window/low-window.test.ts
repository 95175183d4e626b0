// The transfers in a window that gets too low for them, and high again.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showDock, setPart, togglePart, useLayout } from '../layout-store';
import { giveRowsRoom } from './window-size';

const height = window.innerHeight;
let stop: () => void;
beforeEach(() => {
  localStorage.clear();
  become(800);
  setPart('dock', 'closed');
  stop = giveRowsRoom(window);
});
afterEach(() => {
  stop();
  become(height);
});

function become(heightPx: number): void {
  Object.defineProperty(window, 'innerHeight', { value: heightPx, configurable: true });
  window.dispatchEvent(new Event('resize'));
}
const dock = (): string => useLayout.getState().dock;

it('close when a table would have no room for rows, and reopen as the user left them', () => {
  togglePart('dock');
  become(600);
  expect(dock()).toBe('open');
  become(400);
  expect(dock()).toBe('gave-way');
  become(390);
  become(800);
  expect(dock()).toBe('open');
});

it('stay open when the user opens them in a low window', () => {
  become(400);
  togglePart('dock');
  become(390);
  expect(dock()).toBe('open');
});

it('reopen when they had opened automatically for work', () => {
  showDock();
  become(400);
  expect(dock()).toBe('gave-way');
  become(800);
  expect(dock()).toBe('open');
});

it('open for work that began without room once there is room', () => {
  become(400);
  showDock();
  expect(dock()).not.toBe('open');
  become(800);
  expect(dock()).toBe('open');
});

it('do not open only because there is room, nor when the user closed them in the low window', () => {
  become(400);
  become(800);
  expect(dock()).toBe('closed');
  togglePart('dock');
  become(400);
  togglePart('dock');
  togglePart('dock');
  become(800);
  expect(dock()).toBe('closed');
});

it('stay closed at another zoom when they were closed for lack of room', () => {
  togglePart('dock');
  setPart('dock', 'closed');
  become(400);
  become(700);
  expect(dock()).toBe('closed');
});

it.each([
  [526, 'open'],
  [525, 'gave-way'],
] as const)('a window of %i px opens with them %s, as they were left', async (heightPx, openness) => {
  togglePart('dock');
  stop();
  Object.defineProperty(window, 'innerHeight', { value: heightPx, configurable: true });
  vi.resetModules();
  const layout = await import('../layout-store');
  const { giveRowsRoom: follow } = await import('./window-size');
  expect(layout.useLayout.getState().dock).toBe(openness);
  // Maximised before anybody follows it.
  Object.defineProperty(window, 'innerHeight', { value: 900, configurable: true });
  stop = follow(window);
  expect(layout.useLayout.getState().dock).toBe('open');
});
