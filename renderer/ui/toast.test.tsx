import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastRegion, showToast } from './toast';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const later = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

it('goes by itself; what can be answered stays longer, and what is bad until it is dismissed', () => {
  render(<ToastRegion place="side-bar" />);
  act(() => {
    showToast({ tone: 'good', title: 'Copied' });
    showToast({ tone: 'information', title: 'Read-only', action: { label: 'Unlock', onAction: () => undefined } });
    showToast({ tone: 'bad', title: 'Not saved' });
  });
  const shown = (): readonly boolean[] =>
    ['Copied', 'Read-only', 'Not saved'].map((title) => screen.queryByText(title) !== null);
  later(5_000);
  expect(shown()).toEqual([true, true, true]);
  later(5_000);
  expect(shown()).toEqual([false, true, true]);
  later(20_000);
  expect(shown()).toEqual([false, false, true]);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(shown()).toEqual([false, false, false]);
});
