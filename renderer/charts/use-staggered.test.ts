// New values wait for their turn; another view does not.
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useStaggered } from './use-staggered';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const staggered = () =>
  renderHook(({ value, view }) => useStaggered(value, 100, view), { initialProps: { value: 'first', view: 60 } });

it('shows a new value after its delay', () => {
  const { result, rerender } = staggered();
  rerender({ value: 'second', view: 60 });
  expect(result.current).toBe('first');
  act(() => void vi.advanceTimersByTime(100));
  expect(result.current).toBe('second');
});

it('shows another view at once, and what comes in it later after its delay', () => {
  const { result, rerender } = staggered();
  rerender({ value: 'of a day', view: 86_400 });
  expect(result.current).toBe('of a day');
  act(() => void vi.advanceTimersByTime(100));
  rerender({ value: 'of a day, newer', view: 86_400 });
  expect(result.current).toBe('of a day');
});
