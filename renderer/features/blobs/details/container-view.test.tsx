// A container's properties that cannot be read: each cause is said once.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { type ErrorCode, StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { noRefusals } from '../fixtures/no-refusals';
import { ContainerView } from './container-view';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

const connection: ConnectionSummary = {
  ...{ id: 'quay', name: 'Quay', kind: 'account-key', accountName: 'ships', needsSecret: false, locked: false },
  ...{ marking: { production: false, colour: 'none' }, secretStorage: 'keychain' },
  endpoints: { blob: 'https://ships.blob.core.windows.net' },
};

function show(properties: ErrorCode, access: ErrorCode): void {
  const refuse = (code: ErrorCode) => (): never => {
    throw new StowageError(code, 'Refused.', { context: { account: 'ships' } });
  };
  bridge = installBridge({
    calls: { 'container-details.read': refuse(properties), 'container-details.access': refuse(access) },
    streams: {
      'connections.watch': async (_input, { push, signal }) => {
        push([connection]);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  render(<ContainerView connectionId="quay" container="photos" refusals={noRefusals} />);
}

const askedOf = (name: string): number => bridge?.asked.filter((asked) => asked.name === name).length ?? 0;

it('says one cause once for all sections, and tries all of them again', async () => {
  show('auth.key-rejected', 'auth.key-rejected');
  const notice = await screen.findByRole('alert');
  await expect.poll(() => askedOf('container-details.access')).toBe(1);
  expect(screen.getAllByRole('alert')).toEqual([notice]);
  await userEvent.click(within(notice).getByRole('button', { name: 'Try again' }));
  await expect.poll(() => askedOf('container-details.read')).toBe(2);
  expect(askedOf('container-details.access')).toBe(2);
});

it('says another cause where it is met', async () => {
  show('auth.key-rejected', 'auth.denied');
  const policies = await screen.findByRole('region', { name: 'Stored policies' });
  expect(await within(policies).findByRole('alert')).toBeTruthy();
  expect(screen.getAllByRole('alert')).toHaveLength(2);
});
