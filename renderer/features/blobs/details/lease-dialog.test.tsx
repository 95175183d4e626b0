// A lease that ends by itself while one looks at it.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { LeaseFacts } from '@shared/model/blob-details';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { LeaseDialog } from './lease-dialog';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Waits of a minute and more are over when the test says so; the others as always. */
function holdLongTimers(): { readonly end: () => void } {
  const held: (() => void)[] = [];
  const real = globalThis.setTimeout;
  const set = ((run: () => void, ms?: number) => {
    if ((ms ?? 0) < 60_000) return real(run, ms);
    held.push(run);
    return real(() => undefined, 0);
  }) as typeof setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(set);
  return { end: () => held.splice(0).forEach((run) => run()) };
}

const leaseId = '0f0e0d0c-0b0a-4908-8706-050403020100';

it('shows the ID of a lease that was acquired, also where it cannot be remembered', async () => {
  bridge = installBridge({
    calls: { 'blob-details.lease': () => ({ leaseId, secondsLeft: null }) },
    streams: { 'connections.watch': () => Promise.resolve() },
  });
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  render(
    <LeaseDialog
      subject={{ connectionId: 'quay', container: 'photos', name: 'a.txt' }}
      lease={{ state: 'available', duration: '' }}
      readLease={() => Promise.resolve({ state: 'leased', duration: 'infinite' })}
      onClose={() => undefined}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Acquire' }));
  expect(await screen.findByDisplayValue(leaseId)).toBeTruthy();
});

it('is told to be over when its time is, and can be acquired again', async () => {
  const timers = holdLongTimers();
  bridge = installBridge({
    calls: {
      'blob-details.lease': () => ({ leaseId, secondsLeft: null }),
    },
    streams: { 'connections.watch': () => Promise.resolve() },
  });
  let now: LeaseFacts = { state: 'leased', duration: 'fixed' };
  render(
    <LeaseDialog
      subject={{ connectionId: 'quay', container: 'photos', name: 'a.txt' }}
      lease={{ state: 'available', duration: '' }}
      readLease={() => Promise.resolve(now)}
      onClose={() => undefined}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Acquire' }));
  expect(await screen.findByText('Leased for a limited time. You hold it now.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Acquire' })).toBeNull();
  now = { state: 'expired', duration: '' };
  act(() => timers.end());
  expect(await screen.findByText('The last lease has expired.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Acquire' })).toBeTruthy();
});
