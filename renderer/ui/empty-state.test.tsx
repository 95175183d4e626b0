// Rows that do not come say so, and for how long; those that come at once never do.
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoadingRows } from './empty-state';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('tells how long one waits where it takes long, without a word of it in between for a screen reader', () => {
  render(<LoadingRows label="Fetching the first rows" />);
  act(() => void vi.advanceTimersByTime(4_999));
  expect(screen.queryByText(/so far/)).toBeNull();
  act(() => void vi.advanceTimersByTime(3_001));
  const message = screen.getByText(/^Fetching the first rows, for 8\s?s so far$/);
  expect(screen.getByRole('status', { name: 'Fetching the first rows' }).contains(message)).toBe(false);
});

it('goes by the clock where ticks are late, and begins again with another wait', () => {
  const shown = (wait: string) => <LoadingRows label="Loading photos" wait={wait} />;
  const { rerender } = render(shown('2024/'));
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_400);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.getByText(/for .*1\s?min 1\s?s.* so far$/)).toBeTruthy();
  rerender(shown('2025/'));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.queryByText(/so far/)).toBeNull();
});
