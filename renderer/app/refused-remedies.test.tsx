// Where the connection itself is refused, its dialog is one press away; elsewhere nothing is offered.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { type ErrorCode, StowageError } from '@shared/errors';
import type { ConnectionSummary } from '@shared/model/connection';
import { ErrorState, RemedyContext } from '@renderer/ui';
import { askFor, useAsk } from './ask-store';
import { refusedRemedies } from './refused-remedies';

afterEach(() => {
  cleanup();
  askFor(null);
});

const connection: ConnectionSummary = {
  ...{ id: 'quay', name: 'Quay', kind: 'account-key', accountName: 'ships', endpoints: {} },
  ...{ marking: { production: false, colour: 'none' }, locked: false, secretStorage: 'keychain', needsSecret: false },
};

function show(code: ErrorCode, over: Partial<ConnectionSummary> = {}): void {
  render(
    <RemedyContext.Provider value={refusedRemedies({ ...connection, ...over })}>
      <ErrorState error={new StowageError(code, 'refused')} onRetry={() => undefined} />
    </RemedyContext.Provider>,
  );
}
const offered = (): readonly (string | null)[] => screen.getAllByRole('button').map(({ textContent }) => textContent);

it.each(['auth.key-rejected', 'auth.denied', 'network.refused'] as const)(
  'opens the connection at %s',
  async (code) => {
    show(code);
    await userEvent.click(screen.getByRole('button', { name: 'Edit the connection…' }));
    expect(useAsk.getState().ask).toEqual({ ask: 'edit', connection });
  },
);

it('asks for the secret alone where only that is missing', async () => {
  show('auth.secret-missing', { needsSecret: true });
  await userEvent.click(screen.getByRole('button', { name: 'Enter the secret…' }));
  expect(useAsk.getState().ask).toMatchObject({ ask: 'enter-secret' });
});

it('offers nothing where the connection is not to blame, nor for the store inside', () => {
  show('auth.clock-skew');
  expect(offered()).toEqual(['Try again']);
  cleanup();
  show('network.refused', { kind: 'embedded' });
  expect(offered()).toEqual(['Try again']);
});
