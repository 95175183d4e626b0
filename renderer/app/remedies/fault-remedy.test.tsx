// After a fault of the app its entry in the fault log is one click away, also from an inline notice.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { Dialog, ErrorNotice, ErrorState, RemedyContext } from '@renderer/ui';
import { faultRemedy } from './fault-remedy';
import { setAbout, useLayout } from '../layout-store';

afterEach(() => {
  cleanup();
  setAbout('closed');
});

const fault = new StowageError('bug.unexpected', 'An unexpected TypeError was thrown.');

it.each([
  ['a view', <ErrorState key="view" error={fault} />],
  [
    'a dialog',
    <Dialog key="dialog" title="Ships" isOpen onClose={() => undefined}>
      <ErrorNotice error={fault} />
    </Dialog>,
  ],
])('links to the fault log from %s', async (_index, shown) => {
  render(<RemedyContext.Provider value={faultRemedy}>{shown}</RemedyContext.Provider>);
  await userEvent.click(screen.getByRole('button', { name: 'Show the fault log' }));
  expect(useLayout.getState().about).toBe('fault-log');
});

it('shows no link for an expected failure', () => {
  render(
    <RemedyContext.Provider value={faultRemedy}>
      <ErrorNotice error={new StowageError('network.refused', 'Refused.')} />
    </RemedyContext.Provider>,
  );
  expect(screen.queryByRole('button')).toBeNull();
});
