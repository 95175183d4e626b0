// A view whose code is missing at first: the boundary around it shows that, and a retry loads the code again.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ErrorBoundary } from './error-boundary';
import { lazyView } from './lazy-view';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('shows a failure to load, and the view once the code is there', async () => {
  let tries = 0;
  const Later = lazyView<{ readonly name: string }>(async () => {
    tries += 1;
    if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module');
    return Promise.resolve(({ name }) => <p>Here is {name}</p>);
  });
  const { rerender } = render(
    <ErrorBoundary>
      <Later name="one" />
    </ErrorBoundary>,
  );
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Try again' }));
  expect((await screen.findByText('Here is one')).textContent).toBe('Here is one');
  rerender(
    <ErrorBoundary>
      <Later name="two" />
    </ErrorBoundary>,
  );
  await screen.findByText('Here is two');
  expect(tries).toBe(2);
});
