import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastRegion, showToast } from './toast';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const later = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

it('disappears after a while; one with an action stays longer, and an error until it is dismissed', () => {
  render(<ToastRegion />);
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

it('stays while the pointer or the focus is on it, and then as long as a new one', () => {
  render(<ToastRegion />);
  act(() => {
    showToast({ tone: 'good', title: 'Copied' });
  });
  const toast = screen.getByRole('status');
  const isShown = (): boolean => screen.queryByText('Copied') !== null;
  later(5_000);
  fireEvent.pointerEnter(toast);
  later(30_000);
  expect(isShown()).toBe(true);
  fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }));
  fireEvent.pointerLeave(toast);
  later(30_000);
  expect(isShown()).toBe(true);
  fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }));
  later(5_000);
  expect(isShown()).toBe(true);
  later(2_000);
  expect(isShown()).toBe(false);
});

it('never removes a message that waits for the user while one that disappears on its own can make room', () => {
  render(<ToastRegion />);
  act(() => {
    showToast({ tone: 'bad', title: 'Not saved' });
    for (const title of ['One', 'Two', 'Three', 'Four']) showToast({ tone: 'good', title });
  });
  expect(screen.getAllByText(/^(Not saved|One|Two|Three|Four)$/).map(({ textContent }) => textContent)).toEqual([
    'Four',
    'Three',
    'Two',
    'Not saved',
  ]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Dismiss' }).at(-1) as HTMLElement);
  later(10_000);
});

it('describes only what is on the clipboard', () => {
  render(<ToastRegion />);
  act(() => {
    showToast({ tone: 'good', title: 'Copied one cell', topic: 'clipboard' });
    showToast({ tone: 'good', title: 'Saved' });
    showToast({ tone: 'good', title: 'Copied 3 rows', topic: 'clipboard' });
  });
  expect(screen.queryByText('Copied one cell')).toBeNull();
  expect(screen.getAllByText(/^(Copied 3 rows|Saved)$/)).toHaveLength(2);
  later(10_000);
});

it('removes no error for a message that disappears on its own', () => {
  render(<ToastRegion />);
  act(() => {
    for (const title of ['One', 'Two', 'Three', 'Four']) showToast({ tone: 'bad', title });
    showToast({ tone: 'good', title: 'Copied one cell', topic: 'clipboard' });
    showToast({ tone: 'good', title: 'Saved' });
  });
  expect(screen.getAllByText(/^(One|Two|Three|Four)$/)).toHaveLength(4);
  expect(screen.queryByText('Copied one cell')).toBeNull();
  expect(screen.getByText('Saved')).toBeTruthy();
  for (const button of screen.getAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
});

it('shows the newest, counts the others, and shows all once they are asked for', () => {
  render(<ToastRegion />);
  act(() => {
    for (const title of ['One', 'Two', 'Three']) showToast({ tone: 'bad', title });
  });
  const more = screen.getByRole('button', { name: '2 more' });
  expect(more.closest('[role="alert"]')?.textContent).toContain('Three');
  fireEvent.click(more);
  expect(screen.getByRole('button', { name: 'Show less' })).toBeTruthy();
  for (const button of screen.getAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
  expect(screen.queryByRole('button', { name: /more|less/ })).toBeNull();
});

it('returns the focus to where it came from when it is dismissed', () => {
  render(
    <>
      <button type="button">Rows</button>
      <ToastRegion />
    </>,
  );
  act(() => {
    showToast({ tone: 'bad', title: 'Not saved' });
  });
  const rows = screen.getByRole('button', { name: 'Rows' });
  rows.focus();
  screen.getByRole('button', { name: 'Dismiss' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(document.activeElement).toBe(rows);
});
