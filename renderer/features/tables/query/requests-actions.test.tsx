import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { RequestsActions } from './requests-actions';

afterEach(cleanup);

it.each(['Enter', 'the button'])('goes on from a token and leaves the tab in reach, by %s', async (way) => {
  const tokens: string[] = [];
  const user = userEvent.setup();
  render(
    <RequestsActions
      run={() => {
        throw new Error('Nothing is saved here.');
      }}
      onContinueFrom={(token) => tokens.push(token)}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Continue from token' }));
  await user.keyboard(' s1.damaged ');
  if (way === 'Enter') await user.keyboard('{Enter}');
  else await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(tokens).toEqual(['s1.damaged']);
  expect(screen.queryByRole('dialog')).toBeNull();
  // What was given is gone with the form: the next one begins empty.
  await user.click(screen.getByRole('button', { name: 'Continue from token' }));
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('');
});
