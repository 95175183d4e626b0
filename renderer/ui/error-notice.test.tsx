// The buttons of an inline failure have one size, whoever provides them.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { Button } from './button';
import styles from './button.module.css';
import { ErrorNotice, ErrorState } from './error-state';

afterEach(cleanup);

const given = {
  error: new StowageError('auth.key-rejected', 'refused'),
  onRetry: () => undefined,
  actions: <Button>Edit the connection…</Button>,
};
const sizes = (): readonly boolean[] =>
  screen.getAllByRole('button').map((button) => button.classList.contains(styles.small ?? ''));

it('are small in a notice', () => {
  render(<ErrorNotice {...given} />);
  expect(sizes()).toEqual([true, true]);
});

it('have the default size when the failure replaces a view', () => {
  render(<ErrorState {...given} />);
  expect(sizes()).toEqual([false, false]);
});
