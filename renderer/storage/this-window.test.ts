// Which window shows a message that should appear only once.
import { afterEach, expect, it } from 'vitest';
import { noteUse, wasUsedLast } from './this-window';

afterEach(() => localStorage.clear());

it('the one used last, and after it has closed any other', () => {
  const stop = noteUse(window);
  localStorage.setItem('windows:used', 'w2');
  expect(wasUsedLast()).toBe(false);
  // Another one that closes takes nothing from the one in use.
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('windows:used')).toBe('w2');
  window.dispatchEvent(new Event('focus'));
  expect(wasUsedLast()).toBe(true);
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('windows:used')).toBeNull();
  stop();
});
