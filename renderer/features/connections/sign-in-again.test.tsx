// Signing in where a request failed because the sign-in has expired: to the tenant of that connection, and what failed
// in all connections of the identity is retried.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type IdentitySummary, knownClouds } from '@shared/model/identity';
import { connectionWith } from '@renderer/testing/connection-with';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { useConnectionState } from './connection-store';
import { useConnectionSaved } from './saved-connections';
import { SignInDialog } from './sign-in-again';

const ada: IdentitySummary = {
  id: 'ada',
  kind: 'user',
  name: 'ada@contoso.example',
  cloud: knownClouds.public,
  homeTenant: 'contoso',
  state: 'sign-in-needed',
};
const registration = { clientId: '99999999-9999-4999-8999-999999999999', tenant: 'contoso', cloud: knownClouds.public };
const guest = connectionWith({
  id: 'quay',
  name: 'Quay',
  kind: 'sign-in',
  identity: { id: 'ada', tenant: 'fabrikam' },
});
const other = connectionWith({ id: 'pier', name: 'Pier', kind: 'sign-in', identity: { id: 'ada', tenant: 'contoso' } });
const key = connectionWith({ id: 'keys', name: 'Keys' });

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
  useConnectionState.setState({ connections: undefined, error: null, lists: {} });
});

function Waiting({ id, again }: { readonly id: string; readonly again: () => void }) {
  useConnectionSaved(id, again);
  return null;
}

it('signs in to the tenant of the connection, then retries in every connection of the identity', async () => {
  let finish = (): void => undefined;
  const requested = vi.fn();
  bridge = installBridge({
    calls: {
      'identities.registrations': () => [registration],
      'tables.list': () => [],
      'containers.list': () => [],
    },
    streams: {
      'identities.watch': async (_input, { push, signal }) => {
        push([ada]);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
      'identities.sign-in': async (input, { push }) => {
        requested(input);
        push({ event: 'address', address: 'https://login.example/' });
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        push({ event: 'signed-in', identity: { ...ada, state: 'ready' } });
      },
    },
  });
  useConnectionState.setState({ connections: [guest, other, key] });
  const retried: string[] = [];
  const onClose = vi.fn();
  render(
    <>
      {[guest, other, key].map(({ id }) => (
        <Waiting key={id} id={id} again={() => retried.push(id)} />
      ))}
      <SignInDialog connection={guest} onClose={onClose} />
    </>,
  );
  expect(await screen.findByText('Sign in on the page that opened in your browser.')).toBeTruthy();
  await waitFor(() => expect(requested).toHaveBeenCalled());
  expect(requested).toHaveBeenCalledWith({ way: 'browser', registration, identityId: 'ada', tenant: 'fabrikam' });
  act(() => finish());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(retried).toEqual(['quay', 'pier']);
});
