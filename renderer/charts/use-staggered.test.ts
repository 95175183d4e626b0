// New values are delayed; another view is not.
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useStaggered } from './use-staggered';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

interface Props {
  readonly value: string;
  readonly view: number;
  readonly isHeld?: boolean;
}
const first: Props = { value: 'first', view: 60 };
const staggered = () =>
  renderHook(({ value, view, isHeld }: Props) => useStaggered(value, 100, { view, isHeld: isHeld ?? false }), {
    initialProps: first,
  });

it('shows a new value after its delay', () => {
  const { result, rerender } = staggered();
  rerender({ value: 'second', view: 60 });
  expect(result.current).toBe('first');
  act(() => void vi.advanceTimersByTime(100));
  expect(result.current).toBe('second');
});

it('shows another view at once, and delays later values in it', () => {
  const { result, rerender } = staggered();
  rerender({ value: 'of a day', view: 86_400 });
  expect(result.current).toBe('of a day');
  act(() => void vi.advanceTimersByTime(100));
  rerender({ value: 'of a day, newer', view: 86_400 });
  expect(result.current).toBe('of a day');
});

it('waits while the page is hidden, and then shows the newest value; another view does not wait', () => {
  const { result, rerender } = staggered();
  rerender({ value: 'second', view: 60, isHeld: true });
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current).toBe('first');
  rerender({ value: 'of a day', view: 86_400, isHeld: true });
  act(() => void vi.advanceTimersByTime(100));
  rerender({ value: 'of a day, newer', view: 86_400, isHeld: true });
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current).toBe('of a day');
  rerender({ value: 'of a day, newer', view: 86_400, isHeld: false });
  act(() => void vi.advanceTimersByTime(100));
  expect(result.current).toBe('of a day, newer');
});

it('leaves the shown value unchanged when the new one would look the same', () => {
  const isSimilar = (shown: string, value: string): boolean => shown.slice(0, 1) === value.slice(0, 1);
  const { result, rerender } = renderHook(({ value }) => useStaggered(value, 100, { isSimilar }), {
    initialProps: { value: 'a1' },
  });
  const after = (value: string): string => {
    rerender({ value });
    act(() => void vi.advanceTimersByTime(200));
    return result.current;
  };
  expect(['a2', 'b1', 'b2', 'a3'].map(after)).toEqual(['a1', 'b1', 'b1', 'a3']);
});
