// The cost of a run is computed only from valid values.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DryRunCard } from './dry-run-card';

afterEach(cleanup);

it('does not show that it counts while a field has a value that no run can have', () => {
  const { rerender } = render(<DryRunCard plan={undefined} error={null} of="values" />);
  expect(screen.getByText('Calculating.')).toBeTruthy();
  rerender(<DryRunCard plan={undefined} error={null} of="no-values" />);
  expect(screen.queryByText('Calculating.')).toBeNull();
  expect(screen.getByText('Shown once all fields are valid.')).toBeTruthy();
});
