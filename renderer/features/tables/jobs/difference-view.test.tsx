// Rows that differ only in invisible characters of their keys or values are displayed differently.
import type { Difference } from '@shared/model/table-diff';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { DifferenceDetail } from './difference-view';

afterEach(cleanup);

it('difference details: mark invisible characters of keys and values', () => {
  const side = (value: string): Difference['left'] => ({
    etag: '',
    properties: [{ name: 'Name', value: { type: 'Edm.String', value } }],
  });
  const found: Difference = {
    kind: 'changed',
    partitionKey: 'A ',
    rowKey: '003\u200b',
    left: side('x'),
    right: side('x\u202e'),
  };
  render(<DifferenceDetail found={found} leaveOut={new Set()} />);
  expect(screen.getByTitle('A␣').textContent).toBe('A␣');
  expect(screen.getByTitle('003[U+200B]')).toBeTruthy();
  expect(screen.getByText('x[U+202E]')).toBeTruthy();
});
