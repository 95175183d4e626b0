// A lease that expires while its dialog is open.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import type { LeaseAction, LeaseFacts } from '@shared/model/blob-details';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { LeaseDialog } from './lease-dialog';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Waits of a minute and more end when the test says so; shorter ones run as usual. */
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

it('shows the ID of a lease that was acquired, even if it cannot be stored', async () => {
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
  await userEvent.click(screen.getByRole('button', { name: 'Acquire lease' }));
  expect(await screen.findByDisplayValue(leaseId)).toBeTruthy();
});

it('that was acquired or changed with an ambiguous outcome shows its ID', async () => {
  const requests: LeaseAction[] = [];
  bridge = installBridge({
    calls: {
      'blob-details.lease': ({ act: one }) => {
        requests.push(one);
        if (one.kind === 'release') return Promise.reject(new StowageError('conflict.leased', 'Another ID.'));
        return Promise.reject(new StowageError('network.reset', 'The connection ended.'));
      },
    },
    streams: { 'connections.watch': () => Promise.resolve() },
  });
  render(
    <LeaseDialog
      subject={{ connectionId: 'quay', container: 'photos', name: 'a.txt' }}
      lease={{ state: 'available', duration: '' }}
      readLease={() => Promise.resolve({ state: 'leased', duration: 'infinite' })}
      onClose={() => undefined}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Acquire lease' }));
  await screen.findByText(/^Leased, infinite. The lease may have been acquired anyway/);
  expect(requests).toEqual([{ kind: 'acquire', seconds: 60, leaseId: expect.any(String) as unknown }]);
  const [acquired] = requests;
  const proposed = acquired?.kind === 'acquire' ? (acquired.leaseId ?? '') : '';
  expect(screen.getByDisplayValue(proposed)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Change lease ID' }));
  const changed = requests[1] ?? expect.unreachable();
  expect(changed).toMatchObject({ kind: 'change', leaseId: proposed });
  const next = changed.kind === 'change' ? changed.nextId : '';
  await screen.findByText(new RegExp(`the new one is ${next}`));
  // The new ID is needed once the service rejects the old one.
  await userEvent.click(screen.getByRole('button', { name: 'Release' }));
  await screen.findByText(/has an active lease of another client/);
  expect(screen.getByRole('status').textContent).toContain(`the new one is ${next}`);
});

it('is shown as expired when its time is up, and can be acquired again', async () => {
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
  await userEvent.click(screen.getByRole('button', { name: 'Acquire lease' }));
  expect(await screen.findByText('Leased for a fixed time. Lease acquired.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Acquire lease' })).toBeNull();
  now = { state: 'expired', duration: '' };
  act(() => timers.end());
  expect(await screen.findByText('The last lease has expired.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Acquire lease' })).toBeTruthy();
});
