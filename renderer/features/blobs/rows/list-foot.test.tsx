// What the foot of a list offers when its rows may be outdated, and after a listing that failed.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ListFoot } from './list-foot';
import { emptyListing } from '../listing/listing';
import type { ListingState } from '../listing/listing-state';
import { createListingStore } from '../listing/listing-store';

const actions = { loadMore: vi.fn(), loadAll: vi.fn(), stop: vi.fn(), refresh: vi.fn() };
let bridge: TestBridge;
beforeEach(() => {
  bridge = installBridge({});
});
afterEach(() => {
  cleanup();
  bridge.dispose();
  vi.clearAllMocks();
});

const listed = createListingStore({
  connectionId: 'local',
  container: 'photos',
  listPage: () => Promise.reject(new Error('Nothing is listed here.')),
  wait: () => Promise.resolve(),
}).store.getState();

function show(state: Partial<ListingState>): void {
  const listing = { ...emptyListing, pages: 3 };
  const whole = { ...listed, status: 'ready', listing, ...state } as const;
  render(<ListFoot connectionId="local" state={whole} actions={actions} selected={[]} />);
}

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));

it('rows that may be outdated are marked as such, and are listed again on demand', async () => {
  show({ isOutdated: true });
  expect(screen.getByText('Changed since it was listed')).toBeTruthy();
  await press('Refresh');
  expect(actions.refresh).toHaveBeenCalledTimes(1);
});

it('while many pages are listed again it shows progress, and can be stopped', async () => {
  show({ isOutdated: true, status: 'refreshing' });
  expect(screen.queryByText('Changed since it was listed')).toBeNull();
  expect(screen.getByText('Refreshing list')).toBeTruthy();
  await press('Stop');
  expect(actions.stop).toHaveBeenCalledTimes(1);
});

it('a single page that is listed again shows progress, and can be stopped, only if it takes long', () => {
  vi.useFakeTimers();
  try {
    show({ listing: { ...emptyListing, pages: 1 }, status: 'refreshing' });
    act(() => void vi.advanceTimersByTime(4_999));
    expect(screen.queryByText(/Refreshing list/)).toBeNull();
    act(() => void vi.advanceTimersByTime(2_001));
    expect(screen.getByText(/^Refreshing list, 7\s?s so far$/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(actions.stop).toHaveBeenCalledTimes(1);
  } finally {
    vi.useRealTimers();
  }
});

it.each([
  { isOutdated: true, marker: 'next', again: 'refresh' },
  { isOutdated: false, marker: null, again: 'refresh' },
  { isOutdated: false, marker: 'next', again: 'loadMore' },
] as const)('a failed listing is retried: $marker, $again', async ({ isOutdated, marker, again }) => {
  const listing = { ...emptyListing, pages: 3, marker };
  show({ isOutdated, listing, status: 'failed', error: new StowageError('network.reset', 'Reset.') });
  await press('Try again');
  expect([actions.refresh.mock.calls.length, actions.loadMore.mock.calls.length]).toEqual(
    again === 'refresh' ? [1, 0] : [0, 1],
  );
});
