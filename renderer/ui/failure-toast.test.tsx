import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { StowageError } from '@shared/errors';
import { Button } from './button';
import { ToastRegion, showFailure } from './toast';
import { RemedyContext } from './remedies';

const show = vi.fn();
const dismissAll = (): void => {
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) fireEvent.click(button);
};
const opened = (): void => {
  render(
    <RemedyContext.Provider value={() => <Button onPress={show}>Show what is written down</Button>}>
      <ToastRegion />
    </RemedyContext.Provider>,
  );
  // Other files that this worker ran may have left theirs.
  dismissAll();
};
afterEach(() => {
  dismissAll();
  cleanup();
  show.mockReset();
});

it('links a fault of the app to its entry in the fault log', () => {
  opened();
  act(() => showFailure(new TypeError('canary'), 'Could not copy'));
  const toast = screen.getByRole('alert');
  expect(toast.textContent).toContain('Could not copy');
  expect(toast.textContent).not.toContain('canary');
  fireEvent.click(screen.getByRole('button', { name: 'Show what is written down' }));
  expect(show).toHaveBeenCalledOnce();
});

it('shows for any other failure what happened, why and what to do, without a link to the fault log', () => {
  opened();
  act(() => showFailure(new StowageError('auth.sas-expired', 'x')));
  expect(screen.getByRole('alert').textContent).toMatch(
    /^The SAS has expired.+ was valid until .+Enter a new SAS in the connection\./u,
  );
  expect(screen.queryByRole('button', { name: 'Show what is written down' })).toBeNull();
});
