import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ToastRegion, clearPastMessages, showToast } from '@renderer/ui';
import { NotificationBell } from './notification-bell';

beforeEach(() => {
  vi.useFakeTimers();
  clearPastMessages();
  render(
    <>
      <ToastRegion />
      <NotificationBell />
    </>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('lists messages that are gone and counts those nobody has seen in the list, without copies to the clipboard', () => {
  expect(screen.queryByRole('button', { name: /Notifications/ })).toBeNull();
  act(() => {
    showToast({ tone: 'good', title: 'Export finished', text: '20 rows' });
    showToast({ tone: 'good', title: 'Copied', topic: 'clipboard' });
  });
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeTruthy();
  act(() => void vi.advanceTimersByTime(10_000));
  fireEvent.click(screen.getByRole('button', { name: 'Notifications, 1 unread' }));
  const list = screen.getByRole('dialog', { name: 'Notifications' });
  expect(list.textContent).toContain('Export finished');
  expect(list.textContent).not.toContain('Copied');
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('region', { name: 'Notifications' }).className).not.toContain('covered');
});

it('does not float messages over or under the list, counts them as read, and goes on afterwards', () => {
  act(() => void showToast({ tone: 'good', title: 'Export finished' }));
  const floating = screen.getByRole('region', { name: 'Notifications' });
  fireEvent.click(screen.getByRole('button', { name: 'Notifications' }));
  const list = screen.getByRole('dialog', { name: 'Notifications' });
  expect(floating.className).toContain('covered');
  act(() => {
    showToast({ tone: 'good', title: 'Applied 1 change', action: { label: 'Undo', onAction: () => undefined } });
    vi.advanceTimersByTime(60_000);
  });
  expect(list.textContent).toContain('Applied 1 change');
  fireEvent.keyDown(list, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(floating.className).not.toContain('covered');
  expect(screen.getByRole('button', { name: 'Undo' }), 'its time begins now').toBeTruthy();
  expect(screen.getByRole('button', { name: 'Notifications' }), 'nothing is unread').toBeTruthy();
  act(() => void vi.advanceTimersByTime(20_000));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
