// The transfers in a window that gets too low for them, and high again.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { setPart, togglePart, useLayout } from './layout-store';
import { giveRowsRoom } from './low-window';

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

it('give way where a table would have no rows, and come back as a person left them', () => {
  togglePart('dock');
  become(600);
  expect(dock()).toBe('open');
  become(400);
  expect(dock()).toBe('closed');
  become(390);
  become(800);
  expect(dock()).toBe('open');
});

it('stay open where a person opens them in a low window', () => {
  become(400);
  togglePart('dock');
  become(390);
  expect(dock()).toBe('open');
});

it('do not open by themselves for the room alone', () => {
  become(400);
  become(800);
  expect(dock()).toBe('closed');
});
