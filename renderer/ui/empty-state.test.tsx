// Slow rows show a message with the elapsed time; fast ones never do.
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoadingRows } from './empty-state';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('shows the elapsed time when loading takes long, without announcing each change to screen readers', () => {
  render(<LoadingRows label="Fetching the first rows" />);
  act(() => void vi.advanceTimersByTime(4_999));
  expect(screen.queryByText(/so far/)).toBeNull();
  act(() => void vi.advanceTimersByTime(3_001));
  const message = screen.getByText(/^Fetching the first rows, 8\s?s so far$/);
  expect(screen.getByRole('status', { name: 'Fetching the first rows' }).contains(message)).toBe(false);
});

it('uses the clock when ticks are late, and starts again with another wait', () => {
  const shown = (wait: string) => <LoadingRows label="Loading photos" wait={wait} />;
  const { rerender } = render(shown('2024/'));
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_400);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.getByText(/1\s?min 1\s?s.* so far$/)).toBeTruthy();
  rerender(shown('2025/'));
  act(() => void vi.advanceTimersByTime(1_000));
  expect(screen.queryByText(/so far/)).toBeNull();
});
