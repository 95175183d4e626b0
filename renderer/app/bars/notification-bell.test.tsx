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
});
