// When the connection itself is denied access, its dialog is one click away, and saving it retries; for other failures
// this remedy is not offered.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type ErrorCode, StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { ConnectionDialogs } from '@renderer/features/connections';
import { connectionWith } from '@renderer/testing/connection-with';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ErrorState, RemedyContext } from '@renderer/ui';
import { openDialog, useDialog } from '../dialog-store';
import { rejectedRemedies } from './gone-remedies';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
  bridge = null;
  openDialog(null);
});

const connection = connectionWith({ id: 'quay', name: 'Quay', endpoints: {} });

function show(code: ErrorCode, over: Partial<ConnectionSummary> = {}): void {
  render(
    <RemedyContext.Provider value={rejectedRemedies({ ...connection, ...over })}>
      <ErrorState error={new StowageError(code, 'refused')} onRetry={() => undefined} />
    </RemedyContext.Provider>,
  );
}
const offered = (): readonly (string | null)[] => screen.getAllByRole('button').map(({ textContent }) => textContent);

it.each(['auth.key-rejected', 'auth.denied', 'network.refused'] as const)(
  'opens the connection at %s',
  async (code) => {
    show(code);
    await userEvent.click(screen.getByRole('button', { name: 'Edit connection…' }));
    expect(useDialog.getState().request).toEqual({ request: 'edit', connection });
  },
);

it('prompts only for the secret when nothing else is missing', async () => {
  show('auth.secret-missing', { needsSecret: true });
  await userEvent.click(screen.getByRole('button', { name: 'Enter secret…' }));
  expect(useDialog.getState().request).toMatchObject({ request: 'enter-secret' });
});

it('signs in again where the sign-in has expired', async () => {
  const identity = { id: 'ada', tenant: 'contoso' };
  show('auth.sign-in-needed', { kind: 'sign-in', identity });
  expect(offered()).toEqual(['Try again', 'Sign in…']);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in…' }));
  expect(useDialog.getState().request).toMatchObject({ request: 'sign-in', connection: { id: 'quay' } });
});

it('offers nothing when the connection is not the cause, nor for the embedded store', () => {
  show('auth.clock-skew');
  expect(offered()).toEqual(['Try again']);
  cleanup();
  show('network.refused', { kind: 'embedded' });
  expect(offered()).toEqual(['Try again']);
});

it.each([
  ['quay', 1],
  ['pier', 0],
])('retries automatically once %s was saved', async (id, times) => {
  const info = { version: '1', electron: '22', chromium: '108', node: '16', platform: 'linux', tour: 'none' } as const;
  bridge = installBridge({
    calls: {
      'app.info': () => ({ ...info, secretStorage: 'keychain' }),
      'connections.update': () => ({ ...connection, id }),
    },
  });
  const onRetry = vi.fn();
  const onDone = vi.fn();
  render(
    <>
      <RemedyContext.Provider value={rejectedRemedies(connection)}>
        <ErrorState error={new StowageError('auth.key-rejected', 'refused')} onRetry={onRetry} />
      </RemedyContext.Provider>
      <ConnectionDialogs
        request={{ request: 'edit', connection: { ...connection, id } }}
        onDone={onDone}
        addHub={() => null}
        onOpen={vi.fn()}
        onGone={vi.fn()}
      />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(onRetry).toHaveBeenCalledTimes(times);
});
