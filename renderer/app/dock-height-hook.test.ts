// The rendered and the saved height of the transfers dock in a window that is too low for it.
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useDockHeight } from './dock-height';

const defaultPx = window.innerHeight;
function become(heightPx: number): void {
  Object.defineProperty(window, 'innerHeight', { value: heightPx, configurable: true });
  window.dispatchEvent(new Event('resize'));
}
const stored = (): string | null => localStorage.getItem('size:dock');

beforeEach(() => {
  localStorage.setItem('size:dock', '400');
  become(600);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  become(defaultPx);
});

it('retains the chosen height while the window has no room for it', () => {
  const { result } = renderHook(useDockHeight);
  expect(result.current).toMatchObject({ heightPx: 194, bounds: { min: 120, max: 194 } });
  act(() => result.current.resize(194 + 48));
  act(() => result.current.resize(560));
  expect(stored()).toBe('400');
  act(() => become(1400));
  expect(result.current.heightPx).toBe(400);
});

it('accepts a smaller height, and grows from the displayed one', () => {
  const { result } = renderHook(useDockHeight);
  act(() => result.current.resize(180));
  expect([result.current.heightPx, stored()]).toEqual([180, '180']);
  act(() => result.current.resize(230));
  expect([result.current.heightPx, stored()]).toEqual([194, '194']);
  act(() => result.current.resize(20));
  expect([result.current.heightPx, stored()]).toEqual([120, '120']);
});

it('returns to the default height, limited to the available room', () => {
  const { result } = renderHook(useDockHeight);
  act(() => result.current.reset());
  expect([result.current.heightPx, stored()]).toEqual([194, '240']);
});
